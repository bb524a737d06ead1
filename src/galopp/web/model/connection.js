/**
 * The way to one table at the server: the keys we show there, the line, and whether it holds.
 *
 * Whoever has no key looks on; where only those who sit may, the page looks in from outside, again and
 * again. What is heard goes to the table, which knows what it means.
 */

import { NotDone, ask } from "../net/api.js";
import { Line } from "../net/line.js";
import * as memory from "../net/memory.js";
import { reach } from "../net/reach.js";
import { PROTOCOL, version } from "../net/root.js";
import { bring } from "../parts.js";
import { shownGame } from "./games.js";
import { learnKeys } from "./keys.js";

/** @typedef {import("../net/frames.js").FrameReader} FrameReader */
/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").Viewer} Viewer */

/**
 * @typedef {object} Listener the table that hears
 * @property {import("../types.js").GameShown | null} shown
 * @property {(news: TableNews) => Promise<void>} prepare load what is needed there
 * @property {(message: FromServer) => void} hear
 * @property {() => void} keysLost
 * @property {() => void} changed
 */

const LOOK_IN_EVERY = 2000; // milliseconds
const TRY_AGAIN_AFTER = 1500;
const NOT_NOW = /^(unreachable|game_not_ready|table_is_busy|too_much|status_5..)$/;

export class Connection {
  /** @param {string} code @param {boolean} tv @param {Listener} table */
  constructor(code, tv, table) {
    this.code = code;
    this.tv = tv;
    this.table = table;
    /** Whether it leads to nobody but this device. @type {false} */
    this.local = false;
    /** @type {Line | undefined} */
    this.line = undefined;
    /** @type {import("../net/line.js").LineState} */
    this.state = "connecting";
    /** Whoever reads news of the game that comes as frames, once asked for. @type {Promise<FrameReader | null> | undefined} */
    this.reader = undefined;
    /** Whether the server has said that it will be back in a moment. */
    this.restarts = false;
    /** The server's version, if this page was made for another; "" if it is the same. */
    this.newer = "";
    /** Whether the server talks to this page no more: it must be loaded anew. */
    this.outgrown = false;
    /** Whether the page has gone elsewhere. */
    this.left = false;
    /** Why there is nothing to see, once that is certain, and the same for people. */
    this.ended = "";
    this.sentence = "";
    /** Why we may not look on, where only those who sit may. */
    this.shut = "";
    /** The key of a seat we are about to take: asked for again, it is the same seat. @type {string | undefined} */
    this.seatKey = undefined;
  }

  /** Whether the server tells us by itself what happens. */
  get listens() {
    return !!this.line && !this.line.ended;
  }

  /** What we show at the door. A screen that the whole room sees opens nobody's seat. */
  keys() {
    return this.tv ? memory.screenKeys(this.code) : memory.keys(this.code);
  }

  /** The moves and options of a game, as this server has it. @param {string} game */
  shownGame(game) {
    return shownGame(game);
  }

  // --- Coming and going

  async open() {
    try {
      learnKeys(this.code);
      /** @type {TableNews} */
      const news = await ask("GET", `/tables/${this.code}`);
      await this.table.prepare(news);
      if (news.group && !this.tv) await this.takeOwnSeat(news);
      if (!this.keys().length) await this.watchFirst();
    } catch (error) {
      return this.notOpened(error instanceof NotDone ? error : new NotDone("failed", ""));
    }
    this.listen();
  }

  /** Somebody may come by the link of a notice whom a round of their group drew to a seat. @param {TableNews} news */
  async takeOwnSeat(news) {
    try {
      const { takeOwnSeat } = await bring("ownSeat");
      await takeOwnSeat(this.code, news);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      // They look on; the page of the group leads to their seat as well.
    }
  }

  /** The server may be back in a moment. @param {NotDone} why */
  notOpened({ key, sentence }) {
    if (this.left) return;
    if (NOT_NOW.test(key)) this.looking = setTimeout(() => this.open(), TRY_AGAIN_AFTER);
    else this.end(key, sentence);
  }

  /** Lay the line; whoever holds no key yet, and may not watch, looks in from outside. */
  listen() {
    clearTimeout(this.looking);
    if (this.left) return;
    if (this.listens) this.greet();
    else if (this.keys().length) {
      const hear = (/** @type {FromServer} */ message) => this.hear(message);
      const frames = { subprotocol: this.table.shown?.frames ?? "", reader: () => this.bringReader() };
      this.line = new Line(this.code, () => this.keys(), hear, (...to) => this.lineIs(...to), frames);
    } else this.looking = setTimeout(() => this.lookIn(), LOOK_IN_EVERY);
  }

  /** Load what reads frames: with the board, or when the first frame comes. */
  bringReader() {
    const { name = "" } = this.table.shown ?? {};
    this.reader ??= bring("frames").then(({ frameReader }) => frameReader(name));
    return this.reader;
  }

  async lookIn() {
    try {
      /** @type {TableNews} */
      const news = await ask("GET", `/tables/${this.code}`);
      this.hear(news);
      this.state = "open";
      if (this.shut && news.settings.watchable) await this.watchFirst();
    } catch (error) {
      if (error instanceof NotDone && error.key === "no_such_table") return this.end(error.key, error.sentence);
      this.state = "lost";
    }
    this.listen();
  }

  /** Say once more who we are, with the keys we hold now. */
  greet() {
    this.line?.greet();
  }

  /** Somebody has followed a link with keys while the table was open. */
  takeKeys() {
    learnKeys(this.code);
    this.listen();
  }

  /** Whoever has only the code may look on until there is a seat. */
  async watchFirst() {
    const kind = this.tv ? "tv" : "spectator";
    try {
      const { key } = await ask("POST", `/tables/${this.code}/watchers`, { body: { kind } });
      memory.remember(this.code, (table) => (table[this.tv ? "screen" : "watcher"] = key));
      this.shut = "";
    } catch (error) {
      if (!(error instanceof NotDone) || error.key !== "not_watchable") throw error;
      this.shut = error.sentence; // there is still a seat to be had, perhaps
      this.table.changed();
    }
  }

  leave() {
    this.left = true;
    clearTimeout(this.looking);
    this.line?.end();
  }

  /** @param {string} why @param {string} [sentence] */
  end(why, sentence = "") {
    this.ended = why;
    this.sentence = sentence;
    if (why === "no_such_table") memory.forget(this.code);
    this.table.changed();
  }

  // --- The line

  /** @param {FromServer} message */
  hear(message) {
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "goodbye") this.restarts = message.reason === "restart";
    this.table.hear(message);
  }

  /** @param {import("../types.js").Welcome} welcome */
  welcomed({ protocol, version: served }) {
    this.restarts = false;
    this.newer = served === version && protocol === PROTOCOL ? "" : served;
  }

  /** @param {import("../net/line.js").LineState} state @param {string} why */
  lineIs(state, why) {
    this.state = state;
    if (state === "open" || state === "lost") reach.noticed(state === "open");
    if (state === "ended") return this.keyLost(why);
    this.table.changed();
  }

  /** Our keys open nothing any more: look on as anybody may. @param {string} why */
  keyLost(why) {
    if (why === "closed") return this.end("closed");
    if (why === "other_protocol") return this.outgrow();
    if (why === "no_such_table") return this.open(); // which says so
    // Another tab may have got a new key meanwhile: only those that we showed are lost.
    memory.loseKeys(this.code, this.line?.shown ?? []);
    this.table.keysLost();
    this.open();
  }

  /** The server has been renewed so much that this page does not understand it any more. */
  outgrow() {
    this.outgrown = true;
    this.newer ||= "?";
    this.table.changed();
  }

  // --- Speaking

  /** @param {Said} said */
  async say(said) {
    return this.line ? this.line.say(said) : null;
  }

  /** All that was told so far, as one viewer was told it. @param {Viewer} viewer */
  history(viewer) {
    const seat = viewer === null ? "" : `?seat=${viewer}`;
    return ask("GET", `/tables/${this.code}/history${seat}`, { keys: this.keys() });
  }

  /** Sit down; a key of our own making, so that a lost answer locks nobody out. Throws `NotDone`.
   * @param {{name: string, pig: string, seat?: number}} who */
  async sit({ name, pig, seat }) {
    this.seatKey ??= memory.newKey();
    const body = { name, pig, key: this.seatKey, ...(seat === undefined ? {} : { seat }) };
    const given = await ask("POST", `/tables/${this.code}/seats`, { body });
    memory.remember(this.code, (table) => (table.seats[given.seat] = given.key));
    memory.like({ name, pig });
    this.seatKey = undefined; // the next seat has its own
    this.listen();
  }
}
