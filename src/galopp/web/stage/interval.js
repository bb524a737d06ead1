/**
 * The account of a race stands for a while, then the next one begins.
 *
 * It stands until its time is over or the reader has read it. Whoever points at it is still
 * reading, and its time stands still.
 */

import { Changing } from "../watching.js";

const TICK = 100; // milliseconds

/** @typedef {{view: import("../types.js").View, seq: number}} Ended how things stood when it was over, and the event's number */

/** Whoever watches it is told with every tick; the board, which stands still meanwhile, does not. */
export class Interval extends Changing {
  /** @param {number} lasts milliseconds @param {Ended} ended */
  constructor(lasts, ended) {
    super();
    this.lasts = lasts;
    this.left = lasts;
    this.ended = ended;
    /** Why its time stands still: what points at it. @type {Set<string>} */
    this.holding = new Set();
    /** @type {() => void} */
    this.settle = () => {};
    /** When it is over. @type {Promise<void>} */
    this.over = new Promise((settle) => (this.settle = settle));
    this.ticking = setInterval(() => this.tick(), TICK);
  }

  tick() {
    if (this.holding.size) return;
    this.left -= TICK;
    if (this.left <= 0) this.end();
    else this.changed();
  }

  /** @param {string} why @param {boolean} on */
  hold(why, on) {
    if (on) this.holding.add(why);
    else this.holding.delete(why);
    this.changed();
  }

  end() {
    clearInterval(this.ticking);
    this.settle();
  }
}
