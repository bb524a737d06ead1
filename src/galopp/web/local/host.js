/**
 * A table on this device, as a page meets it: messages go in, news comes out, as from a server.
 *
 * One message after the other is judged, written down, taken into account and told; nothing is told before it is
 * kept. Whoever listens is everybody at this device.
 */

import { Bots } from "./bots.js";
import { Foresight } from "./foresight.js";
import { hintFor } from "./hinting.js";
import { byTime, judge } from "./judge.js";
import { concernsTheGame, gameNews, historyOf, isOfTheGame, tableNews, toldTo } from "./news.js";
import { Refused } from "./refused.js";
import { Overtaken } from "./store.js";
import { LocalTable } from "./table.js";

/** @typedef {import("./judge.js").Event} Event */
/** @typedef {import("./module.js").GameModule} GameModule */
/** @typedef {import("./table.js").Logged} Logged */
/** @typedef {import("../types.js").Accepted} Accepted */
/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").HintGiven} HintGiven */
/** @typedef {import("../types.js").Refused} RefusedMessage */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").Viewer} Viewer */

/** Where events are kept. @typedef {Pick<import("./store.js").Store, "append" | "events">} Keeping */
/** Who thinks for bots. @typedef {Pick<import("./bot_runner.js").BotRunner, "think">} BotRunner */

const TRY_AGAIN_AFTER = 1000; // milliseconds, where nothing could be kept
const CHANGES_SEATS = new Set(["sat", "stood", "swapped"]);

export class LocalHost {
  /** @param {string} code @param {GameModule} module @param {Keeping} store @param {BotRunner} botRunner @param {() => number} [now] in seconds */
  constructor(code, module, store, botRunner, now = () => Date.now() / 1000) {
    this.table = new LocalTable(code, module);
    this.store = store;
    this.botRunner = botRunner;
    this.now = now;
    this.bots = new Bots(this);
    /** @type {Foresight | null} */
    this.foresight = null;
    /** @type {(message: FromServer) => void} */
    this.hear = () => {};
    /** Whether nobody plays here any more. */
    this.left = false;
    /** The last message that was begun with. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** What was thought out for a seat, by what it sees. @type {Map<string, Promise<HintGiven>>} */
    this.hints = new Map();
  }

  // --- Coming and going

  /** Take in what is kept. @returns {Promise<boolean>} whether there is such a table */
  async read() {
    for (const event of await this.store.events(this.table.code, this.table.seq)) await this.table.fold(event);
    if (this.table.window) this.table.window.closes = this.now() + this.table.windowLength; // the time away was nobody's
    return this.table.seq > 0;
  }

  /** Tell somebody how everything stands, and from then on whatever happens. @param {(message: FromServer) => void} hear */
  listen(hear) {
    this.hear = hear;
    this.greet();
    this.goOn();
  }

  /** Who sits here, and how everything stands. */
  greet() {
    this.welcome();
    this.hear(tableNews(this.table));
    this.tellGame([]);
  }

  leave() {
    this.left = true;
    clearTimeout(this.closing);
    this.hear = () => {};
  }

  // --- Speaking to it

  /** Judge, write down, fold, tell. @param {Said} said @param {boolean} [bot] @returns {Promise<Accepted | RefusedMessage>} */
  async receive(said, bot = false) {
    const answer = await this.inTurn(() => judge(this.table, said, this.now(), bot));
    if (bot) this.tellWhyNot(answer);
    return answer;
  }

  /** What follows by itself could not be kept: whoever waits for it is told. @param {Accepted | RefusedMessage} answer */
  tellWhyNot(answer) {
    const inVain = answer.type === "refused" && answer.key === "not_kept";
    if (inVain) this.hear(answer);
    return inVain;
  }

  /** One after the other. @param {() => Promise<Event[]>} verdict @returns {Promise<Accepted | RefusedMessage>} */
  inTurn(verdict) {
    const answer = this.last.then(() => this.carryOut(verdict));
    this.last = answer.catch(() => {});
    return answer;
  }

  /** @param {() => Promise<Event[]>} verdict @returns {Promise<Accepted | RefusedMessage>} */
  async carryOut(verdict) {
    try {
      await this.happen(await verdict());
      return { type: "accepted", id: "", seq: this.table.seq - 1, gives: {} };
    } catch (error) {
      if (error instanceof Overtaken) return this.catchUp();
      if (!(error instanceof Refused)) throw error;
      return { type: "refused", id: "", key: error.key, arguments: error.told, sentence: "" };
    }
  }

  /** Another tab was quicker: see what it did. @returns {Promise<RefusedMessage>} */
  async catchUp() {
    await this.read();
    this.greet();
    this.goOn();
    return { type: "refused", id: "", key: "too_late", arguments: {}, sentence: "" };
  }

  /** Events that were judged. @param {Event[]} events */
  async happen(events) {
    if (!events.length) return;
    const { table, store } = this;
    const at = this.now();
    const logged = events.map((event, n) => ({ ...event, seq: table.seq + n, at }));
    await store.append({ code: table.code, game: table.module.name, at }, logged);
    for (const event of logged) this.tell(event, await table.fold(event));
    this.goOn();
  }

  /** What follows by itself: bots think, a window closes. */
  goOn() {
    if (this.left) return;
    this.bots.wake();
    clearTimeout(this.closing);
    const { window } = this.table;
    if (window) this.closing = setTimeout(() => this.closeWindow(), 1000 * Math.max(0, window.closes - this.now()) + 1);
  }

  async closeWindow() {
    const answer = await this.inTurn(() => byTime(this.table, this.now()));
    if (this.tellWhyNot(answer) && !this.left) this.closing = setTimeout(() => this.closeWindow(), TRY_AGAIN_AFTER);
  }

  // --- What it tells

  /** @param {Logged} event @param {import("./table.js").Entry} entry */
  tell(event, entry) {
    if (CHANGES_SEATS.has(event.type)) this.welcome();
    if (!isOfTheGame(event.type)) this.hear(tableNews(this.table, entry.happened));
    if (concernsTheGame(event.type)) this.tellGame(isOfTheGame(event.type) ? entry : []);
  }

  welcome() {
    const { code, owned } = this.table;
    this.hear({ type: "welcome", protocol: 1, version: "", code, seats: owned, host: true, now: this.now() });
  }

  /** @param {import("./table.js").Entry | []} entry what happened; nothing: how things stand */
  tellGame(entry) {
    /** @type {Viewer[]} */
    const viewers = this.table.owned.length ? this.table.owned : [null];
    for (const viewer of viewers) {
      const news = gameNews(this.table, viewer, Array.isArray(entry) ? [] : toldTo(this.table, entry, viewer));
      if (news) this.hear(news);
    }
  }

  // --- What can be asked

  /** @param {Viewer} viewer */
  history(viewer) {
    return historyOf(this.table, viewer);
  }

  /** What is certain of the decisions of a seat. @param {number} seat @param {number[]} first @returns {Promise<import("../types.js").Foreseen>} */
  async foresee(seat, first) {
    const { table } = this;
    const decision = table.number;
    this.foresight ??= new Foresight(table.module);
    const moves = table.play ? await this.foresight.foresee(table.play.now.views[seat], seat, first) : [];
    return { seat, decision, moves };
  }

  /** What the strongest bot would do; thought out once. @param {number} seat @returns {Promise<HintGiven>} */
  async hint(seat) {
    const { table } = this;
    if (!table.play || !table.askedFrom.has(seat) || table.window) throw new Refused("not_your_turn_now");
    const { views, histories } = table.play.now;
    const about = `${seat} ${views[seat].join()} ${histories[seat].join()}`;
    const known = this.hints.get(about) ?? hintFor(this.botRunner, table.module.name, { seat, decision: table.number, seen: views[seat], told: histories[seat] });
    this.hints.clear();
    this.hints.set(about, known);
    return { ...(await known), decision: table.number };
  }
}
