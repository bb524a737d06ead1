/** Shows a playback by itself: on and on, at the speed that was chosen, until it is stopped. */

import { Changing } from "../watching.js";

/** @typedef {import("./playback.js").Playback} Playback */

export const SPEEDS = [0.5, 1, 2, 4];
const REST = 500; // milliseconds between two decisions that are shown as they happened
const STILL = 1500; // and between two pictures, where nothing moves
const RACE_STANDS = 5000; // and for the account of a race

export class Autoplay extends Changing {
  /** @param {Playback} playback @param {() => number} pace how slowly the reader wants things to move; 0 not at all */
  constructor(playback, pace) {
    super();
    this.playback = playback;
    this.pace = pace;
    this.speed = 1;
    this.running = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.stop = playback.watch(() => this.look());
    this.setSpeed(1);
  }

  /** Leave the playback alone, for good. */
  end() {
    this.pause();
    this.stop();
  }

  /** Go on; at the end, from the beginning. */
  play() {
    if (this.running) return;
    this.running = true;
    this.playback.setRest(RACE_STANDS / this.speed);
    if (this.playback.atEnd) this.playback.goTo(0);
    this.look();
    this.changed();
  }

  pause() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (!this.running) return;
    this.running = false;
    this.playback.setRest(0);
    this.changed();
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  /** @param {number} speed times as fast as made */
  setSpeed(speed) {
    this.speed = speed;
    this.playback.setPace(this.pace() / speed);
    if (this.running) this.playback.setRest(RACE_STANDS / speed);
    this.changed();
  }

  /** The next speed there is. @param {1 | -1} by */
  hasten(by) {
    const next = SPEEDS[SPEEDS.indexOf(this.speed) + by];
    if (next) this.setSpeed(next);
  }

  /** Once all is shown: the next decision after a moment, or the end. */
  look() {
    const { playback } = this;
    if (!this.running || this.waiting !== undefined || !playback.stage?.idle) return;
    if (playback.atEnd) return this.pause();
    this.waiting = setTimeout(() => this.next(), (playback.pace > 0 ? REST : STILL) / this.speed);
  }

  /** Nobody misses anything on a page that is not looked at. */
  next() {
    this.waiting = undefined;
    if (document.hidden) this.waiting = setTimeout(() => this.next(), STILL);
    else this.playback.forward();
  }
}
