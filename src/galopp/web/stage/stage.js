/**
 * What the board shows, and how it gets there.
 *
 * News come faster than people can follow. They wait here in order; what happened in each is
 * shown event by event, at a pace the reader has chosen, and in the end the scene is made from
 * the view itself, so that it can never drift away from the truth. What belongs together is shown
 * in one go, and what nobody would see costs no time.
 */

import { Interval } from "./interval.js";
import { Changing } from "../watching.js";

/** @typedef {import("../types.js").BrowserGame} BrowserGame */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").Motion} Motion */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").View} View */

/** Further behind than this, only the end is shown. */
const MOST_WAITING = 60;

/**
 * @typedef {object} Act one piece of news, to be shown
 * @property {Happened[]} happened
 * @property {View | null} view how it ends; null if that is not known
 * @property {number[]} asked whose turn it is then
 * @property {number} seq the number of its event
 */

/** @typedef {{event: Happened, after: Scene, motions: Motion[]}} Shown an event, and how things stand then */

/**
 * @typedef {object} Performer whoever shows motions on the page
 * @property {(motion: Motion, speed: number) => Promise<void>} perform
 * @property {() => void} hurry end what is being shown
 * @property {() => Promise<unknown>} drawn when the latest scene is on the page
 * @property {import("../types.js").BoardShape} board the shape of the board that is on the page
 */

export class Stage extends Changing {
  /** @param {BrowserGame} game @param {import("../types.js").GameWords} words @param {View} view */
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
    /** Whether what waits is shown at once. */
    this.hurrying = false;
    /** Whether the reader has skipped: then so is all that comes until it is their turn. */
    this.skipping = false;
    /** Whether a seat is one of the reader's, whose turn ends the skipping. @type {(seat: number) => boolean} */
    this.isOwn = () => false;
    /** How long the account of a race stands, in milliseconds; 0 where none is shown. */
    this.rest = 0;
    /** The account of a race that is over, while it stands. @type {Interval | null} */
    this.interval = null;
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
    if (this.behind > MOST_WAITING) this.catchUp();
    if (!this.playing) this.play();
  }

  /** Show how things stand, and nothing of how they came about; at most it is said.
   * @param {{view: View, asked: number[], seq: number}} news @param {Happened[]} [happened] */
  reset({ view, asked, seq }, happened = []) {
    const end = { happened, view, asked, seq };
    this.waiting = this.playing ? [end] : [];
    this.interval?.end();
    if (this.playing) this.catchUp();
    else this.finish(end);
  }

  /** Show the end of everything that waits at once. */
  catchUp() {
    this.hurrying = !this.idle;
    this.performer?.hurry();
    this.interval?.end();
  }

  /** The reader has seen enough: at once, and until it is their turn so is what comes. */
  skip() {
    this.skipping ||= !this.idle;
    this.catchUp();
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
    this.playing = this.hurrying = false;
    this.event = null;
    this.changed();
  }

  /** Whether the reader sits here and somebody else decides. */
  get othersTurn() {
    return this.isOwn(this.view.viewer) && this.asked.length > 0 && !this.asked.some(this.isOwn);
  }

  /** @param {Act} act */
  async perform(act) {
    try {
      await this.happenAll(act);
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
    this.skipping &&= this.othersTurn;
  }

  /** @param {Act} act */
  async happenAll(act) {
    const events = act.happened.filter(({ key }) => !key.startsWith("table."));
    while (events.length && this.performer && this.moves) await this.happen(this.takeShown(events, this.performer), act);
    // Where nothing moves nobody waits either, and the account stands beside the next question.
    if (!this.pace && events.some((event) => this.game.ends?.(event))) this.stopFor(act);
  }

  get moves() {
    return this.pace > 0 && this.watched && this.performer;
  }

  /** Whether anybody wants to see what happens. */
  get watched() {
    return !this.skipping && !this.hurrying && !document.hidden;
  }

  /** The next event, and all that is shown with it: what belongs to it, and what nobody would see.
   * @param {Happened[]} events those taken are taken out @param {Performer} performer @returns {Shown[]} */
  takeShown(events, { board }) {
    /** @type {Shown[]} */
    const shown = [];
    for (let [event] = events; event; [event] = events) {
      const before = shown.at(-1)?.after ?? this.scene;
      const after = this.game.after(before, event);
      const motions = this.game.motions(event, before, after, this.words, board);
      const together = !motions.length || this.game.joins?.(event, shown.map((one) => one.event));
      if (shown.length && !together) break;
      shown.push({ event, after, motions });
      events.shift();
    }
    return shown;
  }

  /** Some events at once: the motions first, then how things stand after them.
   * @param {Shown[]} shown @param {Act} act */
  async happen(shown, act) {
    const [{ event }] = shown;
    const { event: last, after } = /** @type {Shown} */ (shown.at(-1));
    if (this.game.ends?.(event)) await this.stopFor(act)?.over;
    this.event = event;
    this.changed();
    await Promise.all(shown.map(({ motions }) => this.move(motions)));
    this.scene = after;
    this.latest = last;
    this.changed();
    await this.performer?.drawn();
  }

  /** One motion after the other. @param {Motion[]} motions */
  async move(motions) {
    for (const motion of motions) {
      if (!this.moves) break;
      await this.performer?.perform(motion, 1 / this.pace);
    }
  }

  /** A race is over: its account stands for a while, unless nobody wants to see it. @param {Act} act */
  stopFor({ view, seq }) {
    if (!this.rest || !view || !this.watched) return null;
    this.performer?.hurry(); // what is still said would lie over it
    const interval = new Interval(this.rest, { view, seq });
    this.interval = interval;
    this.changed();
    interval.over.then(() => {
      if (this.interval === interval) this.interval = null;
      this.changed();
    });
    return interval;
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
