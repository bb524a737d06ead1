/**
 * The review of a recorded game, as this page knows it: made by a server, which is asked until it is whole, or by this
 * device, and shown from the first draft on.
 *
 * It follows the replay it is about: whose eyes one looks through decides whose decisions are told, and the moment
 * that is shown which of them.
 */

import { NotDone, ask } from "../net/api.js";
import { isHere, thinksHere } from "../net/root.js";
import { bring } from "../parts.js";
import { Changing } from "../watching.js";
import { chances, costliest, mistakes, nextMistake, strokes } from "./review_facts.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("../types.js").ReviewGiven} ReviewGiven */
/** @typedef {import("../types.js").StepReview} StepReview */

const ASK_AGAIN_AFTER = 400; // milliseconds
const LONGER = 1.3; // times as long after each time
const AT_MOST = 2000;

export class Review extends Changing {
  /** @param {Replay} replay */
  constructor(replay) {
    super();
    this.replay = replay;
    /** As far as it is known. @type {ReviewGiven | null} */
    this.found = null;
    /** Which part of the work is done. */
    this.part = 0;
    /** Why there is none, once that is certain. */
    this.trouble = "";
    this.left = false;
    /** Who makes it, where that is this device. @type {import("./reviews_here.js").ReviewHere | null} */
    this.maker = null;
    this.made = this.make();
  }

  async make() {
    try {
      await (isHere(this.replay.id) || thinksHere() ? this.makeHere() : this.askServer());
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.trouble = error.sentence || error.key;
      this.changed();
    }
  }

  /** Ask until it is whole. */
  async askServer() {
    for (let wait = ASK_AGAIN_AFTER; !this.left; wait = Math.min(AT_MOST, wait * LONGER)) {
      this.take(await this.replay.insist(() => ask("GET", `/replays/${this.replay.id}/review`)));
      if (this.done) return;
      await new Promise((settle) => setTimeout(settle, wait));
    }
  }

  async makeHere() {
    const { ReviewHere } = await bring("reviewsHere");
    const maker = (this.maker = new ReviewHere(this.replay.id, (shown) => this.take(shown)));
    await this.replay.insist(() => maker.make());
  }

  /** @param {import("../types.js").ReviewShown} shown */
  take({ progress, review }) {
    this.part = progress;
    this.found = review ?? this.found;
    this.changed();
  }

  leave() {
    this.left = true;
    this.maker?.leave();
  }

  /** Whether everything is known. */
  get done() {
    return this.part >= 1;
  }

  // --- Whose decisions

  /** The seat one looks from, or everybody. */
  get whose() {
    return typeof this.replay.wanted === "number" ? this.replay.wanted : null;
  }

  get mistakes() {
    return this.found ? mistakes(this.found, this.whose) : [];
  }

  get costliest() {
    return this.found ? costliest(this.found, this.whose) : [];
  }

  get strokes() {
    return this.found ? strokes(this.found, this.whose) : [];
  }

  // --- The moment that is shown

  get at() {
    return this.replay.playback?.at ?? 0;
  }

  /** The decision that is made next in the record; null at its end. @returns {StepReview | null} */
  get step() {
    return this.found?.steps[this.at] ?? null;
  }

  /** What luck gave just now: after the last decision, or by the deal. @returns {number[] | null} */
  get luck() {
    const { found, at } = this;
    return (at ? found?.steps[at - 1]?.luck : found?.deal) ?? null;
  }

  /** Everybody's chance to win now. @returns {number[] | null} */
  get chances() {
    return this.found ? chances(this.found)[this.at] ?? null : null;
  }

  /** The mistake one would jump to. @param {1 | -1} by */
  next(by) {
    return nextMistake(this.mistakes, this.at, by);
  }

  /** Which of the mistakes this is, from 1 on; 0 where this is none. */
  get number() {
    return this.mistakes.findIndex(({ at }) => at === this.at) + 1;
  }
}
