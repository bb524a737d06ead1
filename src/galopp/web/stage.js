/**
 * What the board shows, and how it gets there.
 *
 * News come faster than people can follow. They wait here in order; what happened in each is
 * shown event by event, at a pace the reader has chosen, and in the end the scene is made from
 * the view itself, so that it can never drift away from the truth.
 */

import { Changing } from "./watching.js";

/** @typedef {import("./types.js").BrowserGame} BrowserGame */
/** @typedef {import("./types.js").Happened} Happened */
/** @typedef {import("./types.js").Motion} Motion */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */

/** Further behind than this, only the end is shown. */
const MOST_WAITING = 60;

/**
 * @typedef {object} Act one piece of news, to be shown
 * @property {Happened[]} happened
 * @property {View | null} view how it ends; null if that is not known
 * @property {number[]} asked whose turn it is then
 * @property {number} seq the number of its event
 */

/**
 * @typedef {object} Performer whoever shows motions on the page
 * @property {(motion: Motion, speed: number) => Promise<void>} perform
 * @property {() => void} hurry end what is being shown
 * @property {() => Promise<unknown>} drawn when the latest scene is on the page
 */

export class Stage extends Changing {
  /** @param {BrowserGame} game @param {import("./types.js").GameWords} words @param {View} view */
  constructor(game, words, view) {
    super();
    this.game = game;
    this.words = words;
    /** The view that was last reached: the hand is drawn from it. */
    this.view = view;
    /** @type {Scene} */
    this.scene = game.scene(view);
    /** Whose turn it is, as far as it has been shown. @type {number[]} */
    this.asked = [];
    /** The last event that has been shown. */
    this.seq = -1;
    /** What is being shown, and what was before it. @type {Happened | null} */
    this.event = null;
    /** @type {Happened | null} */
    this.latest = null;
    /** The scene of a choice that is not made yet, shown instead. @type {Scene | null} */
    this.preview = null;
    /** @type {Act[]} */
    this.waiting = [];
    this.playing = false;
    this.skipping = false;
    /** How slowly things are shown: 0 not at all, 1 as made. */
    this.pace = 1;
    /** @type {Performer | null} */
    this.performer = null;
  }

  /** Whether everything that happened has been shown. */
  get idle() {
    return !this.playing && !this.waiting.length;
  }

  /** How many events wait to be shown. */
  get behind() {
    return this.waiting.reduce((sum, { happened }) => sum + Math.max(1, happened.length), 0);
  }

  /** What is to be drawn. */
  get shown() {
    return this.preview ?? this.scene;
  }

  /** Show what happened after everything that waits. @param {Act} act */
  push(act) {
    this.preview = null;
    this.waiting.push(act);
    if (this.behind > MOST_WAITING) this.skip();
    if (!this.playing) this.play();
  }

  /** Show how things stand, and nothing of how they came about.
   * @param {{view: View, asked: number[], seq: number}} news */
  reset({ view, asked, seq }) {
    const end = { happened: [], view, asked, seq };
    this.waiting = this.playing ? [end] : [];
    if (this.playing) this.skip();
    else this.finish(end);
  }

  /** Show the end of everything that waits at once. */
  skip() {
    this.skipping = this.playing || this.waiting.length > 0;
    this.performer?.hurry();
  }

  /** @param {Scene | null} scene */
  show(scene) {
    this.preview = scene;
    this.changed();
  }

  async play() {
    this.playing = true;
    this.changed();
    for (let act = this.waiting.shift(); act; act = this.waiting.shift()) await this.perform(act);
    this.playing = this.skipping = false;
    this.event = null;
    this.changed();
  }

  /** @param {Act} act */
  async perform(act) {
    try {
      await this.happenAll(act.happened);
    } catch (error) {
      reportError(error); // a motion that fails must not hold up the game
    }
    this.finish(act);
  }

  /** How things stand after an act. @param {Act} act */
  finish({ happened, view, asked, seq }) {
    this.asked = asked;
    this.seq = seq;
    this.latest = happened.at(-1) ?? this.latest;
    if (view) this.settle(view);
    else if (!this.moves) this.jump(happened);
  }

  /** @param {Happened[]} happened */
  async happenAll(happened) {
    for (const event of happened) {
      if (!this.moves) break;
      await this.happen(event);
    }
  }

  get moves() {
    return this.pace > 0 && !this.skipping && this.performer && !document.hidden;
  }

  /** One event: the motions first, then how things stand after it. @param {Happened} event */
  async happen(event) {
    if (event.key.startsWith("table.")) return;
    const before = this.scene;
    const after = this.game.after(before, event);
    this.event = event;
    this.changed();
    for (const motion of this.game.motions(event, before, after, this.words)) {
      if (!this.moves) break;
      await this.performer?.perform(motion, 1 / this.pace);
    }
    this.scene = after;
    this.latest = event;
    this.changed();
    await this.performer?.drawn();
  }

  /** @param {Happened[]} happened */
  jump(happened) {
    for (const event of happened) {
      if (!event.key.startsWith("table.")) this.scene = this.game.after(this.scene, event);
    }
    this.changed();
  }

  /** @param {View} view */
  settle(view) {
    this.view = view;
    this.scene = this.game.scene(view);
    this.changed();
  }
}
