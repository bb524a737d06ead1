/** Something that tells a review, or a part of it, and is drawn anew whenever the replay changes; and how it is told. */

import { LitElement, html, svg } from "lit";
import { Watching } from "../../watching.js";
import { number, percent, say } from "../../language/words.js";

/** @typedef {import("../../model/replay.js").Replay} Replay */
/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../types.js").ReviewGiven} ReviewGiven */
/** @typedef {import("../../types.js").StepReview} StepReview */

export class ReviewPart extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { replay: { attribute: false } };

  constructor() {
    super();
    /** @type {Replay | null} */
    this.replay = null;
    new Watching(this, () => this.replay);
  }

  createRenderRoot() {
    return this;
  }

  get review() {
    return this.replay?.review ?? null;
  }

  /** Go to a moment. @param {number} at */
  goTo(at) {
    this.replay?.autoplay?.pause();
    this.replay?.playback?.goTo(at);
  }
}

/** Who sits there, or what goes without a player. @param {Playback} playback @param {number} seat */
export const nameOf = (playback, seat) => (seat < playback.replay.players ? playback.name(seat) : say("review_nobody"));

/** Points with their sign. @param {number} points */
export const signed = (points) => `${points > 0 ? "+" : points < 0 ? "" : "±"}${number(points)}`;

/** With one digit behind the point. @param {number} points */
export const precisely = (points) => number(points, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A decision in words. @param {Playback} playback @param {string} notation */
export function moveTold({ shown, teller }, notation) {
  const move = shown.moves.find((one) => one.notation === notation);
  return move ? teller.move(move) : notation;
}

/** What speaks for the better decision. @param {Playback} playback @param {StepReview} step */
export const reasonTold = ({ teller }, { because }) => (because ? teller.say(`reason.${because.key}`, because.facts) : "");

/** What came of it all for one seat. @param {ReviewGiven} review @param {import("../../types.js").ReviewAccount} account */
export function resultTold({ finished }, { result }) {
  if (!finished) return say("review_left", { share: percent(result / 1e6) });
  if (result === 1e6) return say("review_won");
  return result ? say("review_shared") : say("review_lost");
}

/** The line of a seat, as the curve draws it: by its colour and its pattern. @param {number} seat */
export const sample = (seat) => html`<svg class="curve-sample" viewBox="0 0 26 8" aria-hidden="true">${svg`<path class="curve-line seat-${seat}" d="M1 4H25" />`}</svg>`;
