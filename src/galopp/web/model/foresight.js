/**
 * What is certain to happen with a move, before it is made.
 *
 * The rules say it, on the server: asked when somebody first points at something that can be done, and
 * kept while that is to be decided. Nothing waits for it; where there is no answer, nothing is shown.
 */

import { ask } from "../net/api.js";

/** @typedef {import("../types.js").BrowserGame} BrowserGame */
/** @typedef {import("../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../types.js").Scene} Scene */

/** What clears the board: how things stand before it is what a move leads to. */
const CLEARS = /^(next_(race|round)|dealt|game_over)$/;

export class Foresight {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The code of what somebody points at. @type {number | null} */
    this.pointed = null;
    /** Whose decision is known, and which step of it. */
    this.about = "";
    /** @type {ForeseenMove[]} */
    this.moves = [];
  }

  /** Somebody points at what makes a move, or at nothing any more. @param {number | null} code */
  point(code) {
    const other = code !== this.pointed;
    this.pointed = code;
    if (this.possible) this.learn(); // it may not have been when it was first pointed at
    if (other) this.table.changed();
  }

  /** Whether what is pointed at can be done now, by whoever sees the page. */
  get possible() {
    const { table, pointed } = this;
    return pointed !== null && !table.covered && !table.now?.window && table.options.includes(pointed);
  }

  /** What is certain of it, as far as it is known. @returns {ForeseenMove | null} */
  get shown() {
    if (!this.possible || this.about !== this.asked) return null;
    return this.moves.find(({ move }) => move === this.pointed) ?? null;
  }

  /** What there is to know: of one seat, one decision, one step of it. */
  get asked() {
    const { viewer, now, picked } = this.table;
    return `${viewer}/${now?.decision}/${picked}`;
  }

  async learn() {
    const { table, asked } = this;
    if (this.about === asked || table.viewer === null) return;
    this.about = asked;
    this.moves = [];
    const path = `/tables/${table.code}/foresight?seat=${table.viewer}${table.picked.length ? `&after=${table.picked}` : ""}`;
    try {
      const { decision, moves } = await ask("GET", path, { keys: table.keys() });
      if (this.about !== asked || decision !== table.now?.decision) return;
      this.moves = moves;
      table.changed();
    } catch {
      // Without a server to ask there is nothing to show.
    }
  }
}

/** How the board looks when that has happened. @param {BrowserGame} game @param {Scene} scene @param {ForeseenMove} foreseen */
export function sceneAfter(game, scene, { happens, later }) {
  const events = [...happens, ...later];
  const cleared = events.findIndex(({ key }) => CLEARS.test(key));
  return events.slice(0, cleared < 0 ? events.length : cleared).reduce((shown, event) => game.after(shown, event), scene);
}
