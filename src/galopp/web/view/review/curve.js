/**
 * Each seat's chance to win along a game, below the scrubber: `<galopp-review-curve .replay>`.
 *
 * Lines differ by colour and by pattern, and their names stand below with the chance of the moment. Marks stand
 * where a decision was a mistake and where luck was great; a finger that comes near one goes there. Keys are those
 * of the scrubber above. Whoever does not see it reads a short table.
 */

import { html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import { WHOLE, chances, inPercent, shortTable } from "../../model/review_facts.js";
import { allOf, language, percent, say } from "../../language/words.js";
import { ReviewPart, nameOf, sample } from "./part.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../types.js").ReviewGiven} ReviewGiven */

const HEIGHT = 100;
const NEAR = 14; // pixels: so near a mark is meant

/** From the top. @param {number} share */
const yOf = (share) => HEIGHT * (1 - share / WHOLE);

class ReviewCurve extends ReviewPart {
  render() {
    const { review } = this;
    const playback = this.replay?.playback;
    if (!review || !playback) return nothing;
    return html`<div class="curve ${review.done ? "" : "draft"}" @pointerdown=${this.press} @pointermove=${this.move}>
      ${review.found ? this.drawn(playback, review.found) : nothing}
    </div>
    ${this.legend(playback)}`;
  }

  /** @param {Playback} playback @param {ReviewGiven} found */
  drawn(playback, found) {
    const { at, last } = playback;
    // Lines and marks stay while one goes through the game.
    return html`${guard([found, this.review?.whose, language()], () => html`${this.lines(playback, found)} ${this.marks(last)} ${this.table(playback, found)}`)}
      <span class="curve-now" aria-hidden="true"><i .style=${`--at: ${at / (last || 1)}`}></i></span>`;
  }

  /** @param {Playback} playback @param {ReviewGiven} found */
  lines(playback, found) {
    const rows = chances(found);
    const own = this.review?.whose;
    const line = (/** @type {unknown} */ _, /** @type {number} */ seat) => svg`<polyline class="curve-line seat-${seat} ${seat === own ? "own" : ""}"
      points=${rows.map((row, at) => `${at},${yOf(row[seat]).toFixed(1)}`).join(" ")} />`;
    return html`<svg class="curve-lines" viewBox="0 0 ${playback.last || 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${this.told(playback, rows)}>
      ${[25, 50, 75].map((share) => svg`<path class="curve-grid" d="M0 ${share}H${playback.last || 1}" />`)}
      ${rows[0].map(line)}
    </svg>`;
  }

  /** @param {Playback} playback @param {number[][]} rows */
  told(playback, rows) {
    const names = allOf(rows[0].map((_, seat) => nameOf(playback, seat)));
    const shares = allOf(inPercent(rows.at(-1) ?? []).map((share) => percent(share / 100)));
    return say("review_curve_says", { names, shares });
  }

  /** Mistakes and strokes of luck, each on the line of its seat. @param {number} last */
  marks(last) {
    const { review } = this;
    const rows = review?.found ? chances(review.found) : [];
    const put = (/** @type {number} */ at, /** @type {number} */ seat, /** @type {string} */ kind) => html`<i
      class="${kind} seat-${seat}" data-at=${at} .style=${`--at: ${at / (last || 1)}; --y: ${yOf(rows[at][seat]) / HEIGHT}`}></i>`;
    return html`<span class="curve-marks" aria-hidden="true">
      ${review?.strokes.map(({ at, seat, luck }) => put(at, seat, luck > 0 ? "luck" : "bad-luck"))}
      ${review?.mistakes.map(({ at, step: { seat } }) => put(at, seat, "mistake"))}
    </span>`;
  }

  /** A few moments in numbers. @param {Playback} playback @param {ReviewGiven} found */
  table(playback, found) {
    const seats = found.dealt.map((_, seat) => nameOf(playback, seat));
    return html`<table class="unseen">
      <caption>${say("review_chances")}</caption>
      <thead><tr><th scope="col">${say("review.moment")}</th>${seats.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${shortTable(found).map(({ at, shares }) => html`<tr>
        <th scope="row">${at ? say("review.after", { number: at }) : say("review_the_deal")}</th>${shares.map((share) => html`<td>${percent(share / 100)}</td>`)}
      </tr>`)}</tbody>
    </table>`;
  }

  /** Whose line is whose, and how everybody stands now. @param {Playback} playback */
  legend(playback) {
    const { review } = this;
    const now = review?.chances;
    if (!now) return html`<p class="curve-legend">${say("review.working", { share: percent(review?.part ?? 0) })}</p>`;
    const shares = inPercent(now);
    return html`<ul class="curve-legend" aria-label=${say("review.now")}>
      ${shares.map((share, seat) => html`<li class=${seat === review.whose ? "own" : ""}>${sample(seat)}<span>${nameOf(playback, seat)}</span> <b>${percent(share / 100)}</b></li>`)}
    </ul>`;
  }

  // --- Going there

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.goTo(this.momentAt(event, NEAR));
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.buttons & 1) this.goTo(this.momentAt(event, 0));
  }

  /** The moment below a finger, or that of a mark which is near. @param {PointerEvent} event @param {number} near */
  momentAt({ clientX, currentTarget }, near) {
    const lines = /** @type {Element} */ (currentTarget).querySelector(".curve-lines");
    const last = this.replay?.playback?.last ?? 0;
    if (!lines) return 0;
    const { left, width } = lines.getBoundingClientRect();
    const apart = (/** @type {number} */ at) => Math.abs(left + (width * at) / (last || 1) - clientX);
    const marks = [...(this.review?.mistakes ?? []), ...(this.review?.strokes ?? [])].map(({ at }) => at);
    const nearest = marks.sort((one, other) => apart(one) - apart(other))[0];
    if (nearest !== undefined && apart(nearest) < near) return nearest;
    return Math.round(((clientX - left) / width) * last);
  }
}

customElements.define("galopp-review-curve", ReviewCurve);
