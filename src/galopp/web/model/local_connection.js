/**
 * The way to a table on this device: what a `Connection` is to a table at a server, without a line.
 *
 * Nothing can be lost on the way, so nothing is said twice; the host is part of the page.
 */

import { tableNews } from "../local/news.js";
import { Refused } from "../local/refused.js";
import { say } from "../language/words.js";
import { NotDone } from "../net/api.js";
import * as memory from "../net/memory.js";
import { LocalReferee } from "./local_referee.js";
import { tablesHere } from "./here.js";

/** @typedef {import("../local/host.js").LocalHost} LocalHost */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").Viewer} Viewer */
/** @typedef {import("./table.js").Table} Table */

export class LocalConnection {
  /** @param {string} code @param {Table} table */
  constructor(code, table) {
    this.code = code;
    this.table = table;
    /** @type {LocalHost | null} */
    this.host = null;
    /** @type {true} */
    this.local = true;
    this.left = false;
    /** Why there is nothing to see, once that is certain, and the same for people. */
    this.ended = "";
    this.sentence = "";
    this.shut = "";
    // There is no line that could be lost, and no server that could be renewed.
    /** @type {import("../net/line.js").LineState} */
    this.state = "open";
    /** @type {import("../net/line.js").Line | undefined} */
    this.line = undefined;
    this.newer = "";
    this.restarts = this.outgrown = false;
    this.referee = new LocalReferee(this, (said) => table.tell(said));
    this.noteLater = () => this.note();
  }

  get listens() {
    return !!this.host;
  }

  /** Nobody asks for keys here. @returns {string[]} */
  keys() {
    return [];
  }

  takeKeys() {}

  bringReader() {}

  async open() {
    try {
      const host = await tablesHere.find(this.code);
      if (!host) return this.end("no_such_table", say("local.gone"));
      await this.table.prepare(tableNews(host.table));
      if (this.left) return host.leave();
      this.host = host;
      host.listen((message) => this.hear(message));
      addEventListener("pagehide", this.noteLater);
    } catch (error) {
      if (error instanceof Refused) return this.end("refused", this.told(error.key, error.told));
      this.end("failed", say("local.not_opened"));
      if (!(error instanceof NotDone)) reportError(error);
    }
  }

  /** @param {import("../types.js").FromServer} message */
  hear(message) {
    if (message.type === "refused") this.table.sayNotice("no", this.told(message.key, message.arguments));
    else this.table.hear(message);
  }

  /** @param {string} why @param {string} sentence */
  end(why, sentence) {
    this.ended = why;
    this.sentence = sentence;
    if (why === "no_such_table") memory.forget(this.code);
    this.table.changed();
  }

  leave() {
    this.left = true;
    this.note();
    this.host?.leave();
    removeEventListener("pagehide", this.noteLater);
  }

  /** What the first page tells of this table until it is open again. */
  note() {
    const table = this.host?.table;
    if (!table) return;
    const { now, game, teller } = this.table;
    const names = table.seats.map(({ name }) => name);
    const free = table.seats.filter(({ kind }) => kind === "free").length;
    const unowned = now?.winners && !now.winners.length ? game?.unowned?.(now.view, teller) ?? "" : "";
    const stands = { code: this.code, phase: table.phase, round: table.round, free, names, yours: table.owned, asked: table.asked, winners: now?.winners ?? [], unowned };
    memory.note(this.code, (kept) => (kept.stands = stands));
  }

  /** Words have changed: nothing was told in words. */
  greet() {}

  // --- Speaking

  /** @param {Said} said */
  async say(said) {
    if (!this.host) return null;
    const answer = await this.host.receive(said);
    return answer.type === "refused" ? { ...answer, sentence: this.told(answer.key, answer.arguments) } : answer;
  }

  // says: fault.*
  /** A refusal as a sentence. @param {string} key @param {Record<string, any>} told */
  told(key, told) {
    const filled = { ...told, ...(told.animal ? { animal: this.table.teller.word("animal", told.animal) } : {}) };
    return say(`fault.${key}`, filled);
  }

  /** All that was told so far, as one viewer was told it. @param {Viewer} viewer */
  async history(viewer) {
    return this.host?.history(viewer) ?? [];
  }

  /** The moves and options of a game. @param {string} game */
  async shownGame(game) {
    return (await tablesHere.module(game)).facts.shown;
  }

  /** Throws `NotDone`. @param {{name: string, pig: string, seat?: number}} who */
  async sit(who) {
    const answer = await this.say({ type: "sit", ...who });
    if (answer?.type !== "accepted") throw new NotDone(answer?.key ?? "", answer?.sentence ?? "");
    if (this.table.viewpoint.seats.length < 2) memory.like({ name: who.name, pig: who.pig });
  }

  /** What the host was asked and refused, as a server would have refused it. @template T @param {Promise<T>} answer @returns {Promise<T>} */
  async asked(answer) {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof Refused ? new NotDone(error.key, this.told(error.key, error.told)) : error;
    }
  }
}
