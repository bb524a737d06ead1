/**
 * Nobody's sheet of points is cleared away by others: what is told of the next round waits until it is asked for.
 *
 * Of each kind the newest is kept, for each is a full picture; the history has the rest.
 */

/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").Missed} Missed */
/** @typedef {import("../types.js").TableNews} TableNews */

/**
 * @typedef {object} Reader the table that may be read on
 * @property {TableNews | null} news
 * @property {{tv: boolean, seats: number[]}} viewpoint
 * @property {(message: TableNews | GameNews) => void} hear
 * @property {(said: import("../types.js").Said) => Promise<boolean>} tell
 */

export class NextRound {
  /** @param {Reader} table */
  constructor(table) {
    this.table = table;
    /** The newest of the next round, by what it tells of. @type {Map<string, TableNews | GameNews>} */
    this.held = new Map();
    /** Whether we go along: it was we who called for it. */
    this.called = false;
  }

  /** @param {import("../types.js").FromServer} message */
  holdsBack(message) {
    if (message.type !== "table" && message.type !== "game" && message.type !== "missed") return false;
    const begins = this.reads && this.isOfIt(message);
    if (!begins && !this.held.size) return false;
    if (message.type === "missed") return true; // the history has it
    this.held.set(message.type === "table" ? "table" : `game ${message.viewer}`, message);
    return true;
  }

  /** @param {TableNews | GameNews | Missed} message */
  isOfIt(message) {
    if (message.type === "table") return message.round > (this.table.news?.round ?? 0);
    return message.type === "missed" && message.news.some(({ happened }) => happened.some(({ key }) => key === "table.reopened"));
  }

  /** Whether somebody here looks at how a round ended. */
  get reads() {
    const { news, viewpoint } = this.table;
    return news?.phase === "over" && !viewpoint.tv && !this.called;
  }

  /** How the table stands in it, once others have begun it. @returns {TableNews | null} */
  get news() {
    const news = this.held.get("table");
    return news?.type === "table" ? news : null;
  }

  /** Whether it waits for one of our seats. */
  get waits() {
    const { seats } = this.table.viewpoint;
    return this.news?.phase === "playing" && [...this.held.values()].some((news) =>
      news.type === "game" && news.viewer !== null && seats.includes(news.viewer) && news.asked.includes(news.viewer));
  }

  /** Go along. What happened there meanwhile is read up. */
  goOn() {
    const newest = [...this.held.values()];
    this.called = true;
    this.held.clear();
    for (const message of newest) this.table.hear(message);
  }

  /** Call for it: the same people once more. Whoever calls goes along. */
  async call() {
    this.called = true;
    const taken = await this.table.tell({ type: "rematch" });
    if (!taken) this.called = false;
    return taken;
  }
}
