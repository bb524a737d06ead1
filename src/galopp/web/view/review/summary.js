/** The whole review in words and numbers: `<galopp-review-summary .replay>`, beside the board or in a sheet. */

import { html, nothing } from "lit";
import { cost, costliest, error, inPoints, isJudged, luckInPoints, strokes } from "../../model/review_facts.js";
import { number, percent, say } from "../../language/words.js";
import { summaryOf } from "./card.js";
import { ReviewPart, moveTold, nameOf, precisely, reasonTold, sample, signed } from "./part.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../types.js").ReviewGiven} ReviewGiven */
/** @typedef {import("../../types.js").StepReview} StepReview */

/** The parts of an account, in the order in which they add up. */
const ROWS = /** @type {const} */ (["start", "luck", "play", "blind", "others", "result", "adjusted"]);
const SHARES = new Set(["start", "result", "adjusted"]); // the others are differences
const MOST_STROKES = 5;

class ReviewSummary extends ReviewPart {
  render() {
    const { review } = this;
    const playback = this.replay?.playback;
    if (!review || !playback) return nothing;
    if (review.trouble) return html`<p role="alert">${review.trouble}</p>`;
    const { found, done, part } = review;
    return html`<div class="review-summary">
      ${done ? nothing : this.progress(part)}
      ${found && done ? html`${this.sentences(playback, found)} ${this.account(playback, found)}` : nothing}
      ${found ? html`${this.mistakes(playback, found)} ${this.options(playback)} ${this.strokes(playback, found)}` : nothing}
      ${found && done ? this.notes(found) : nothing}
    </div>`;
  }

  /** @param {number} part */
  progress(part) {
    const told = say("review.working", { share: percent(part) });
    return html`<div class="review-progress"><progress max="1" .value=${part} aria-label=${told}></progress><p>${told}</p></div>`;
  }

  /** @param {Playback} playback @param {ReviewGiven} found */
  sentences(playback, found) {
    const seats = [...Array(found.players).keys()];
    const own = this.review?.whose;
    return html`<ul class="review-sentences">
      ${seats.map((seat) => html`<li class=${seat === own ? "own" : ""}>${sample(seat)}<span>${summaryOf(playback, found, seat)}</span></li>`)}
    </ul>
    <p class="quiet">${say("review_fair")}</p>`;
  }

  // says: review_start, review_luck, review_play, review_blind, review_others, review_result, review_adjusted
  /** A column a seat; above the line what adds up to what is below it. @param {Playback} playback @param {ReviewGiven} found */
  account(playback, found) {
    const points = found.accounts.map(inPoints);
    const cell = (/** @type {typeof ROWS[number]} */ row, /** @type {number} */ value) => (SHARES.has(row) ? number(value) : signed(value));
    return html`<div class="review-scroll" tabindex="0" role="group" aria-label=${say("review.account")}><table class="review-account">
      <thead><tr><td></td>${points.map((_, seat) => html`<th scope="col">${sample(seat)}<span>${nameOf(playback, seat)}</span></th>`)}</tr></thead>
      <tbody>${ROWS.map((row) => html`<tr class="row-${row}">
        <th scope="row">${say(`review_${row}`)}</th>${points.map((one) => html`<td>${cell(row, one[row])}</td>`)}
      </tr>`)}</tbody>
    </table></div>`;
  }

  /** Where to look first. @param {Playback} playback @param {ReviewGiven} found */
  mistakes(playback, found) {
    const all = costliest(found, this.review?.whose ?? null);
    const none = found.steps.every(isJudged) ? say("review_no_mistakes") : "";
    return html`<section><h3>${say("review_mistakes")}</h3>
      ${all.length ? html`<ol class="review-list">${all.map(({ at, step }) => this.line(at, step.number, `−${precisely(cost(step))}`, this.told(playback, step)))}</ol>` : html`<p>${none}</p>`}
    </section>`;
  }

  /** @param {Playback} playback @param {StepReview} step */
  told(playback, step) {
    const [played, best] = [moveTold(playback, step.move), moveTold(playback, step.best)];
    return html`${say("review.instead", { seat: nameOf(playback, step.seat), best, played })} <small>${reasonTold(playback, step)}</small>`;
  }

  /** @param {number} at @param {number} written @param {string} points @param {unknown} told */
  line(at, written, points, told) {
    return html`<li><button type="button" aria-current=${at === this.review?.at ? "step" : nothing} @click=${() => this.jump(at)}>
      <span class="review-number">${number(written)}</span><span>${told}</span><b>${points}</b>
    </button></li>`;
  }

  /** What else could be decided in this moment. @param {Playback} playback */
  options(playback) {
    const step = this.review?.step;
    if (!step || step.options.length < 2) return nothing;
    const best = [...step.options].sort((one, other) => other.value - one.value);
    const sign = (/** @type {string} */ move) => [move === step.best ? say("review_best") : "", move === step.move ? say("review_played") : ""].filter(Boolean);
    return html`<section><h3>${say("review.options", { seat: nameOf(playback, step.seat) })}</h3>
      <ul class="review-options">${best.map(({ move, value }) => html`<li class=${move === step.best ? "best" : ""}>
        <span>${moveTold(playback, move)} ${sign(move).map((one) => html`<small>${one}</small>`)}</span><b>${percent(value / 1e6)}</b>
      </li>`)}</ul>
    </section>`;
  }

  /** Where luck was great. @param {Playback} playback @param {ReviewGiven} found */
  strokes(playback, found) {
    const all = strokes(found, this.review?.whose ?? null).sort((one, other) => Math.abs(other.luck) - Math.abs(one.luck)).slice(0, MOST_STROKES);
    if (!all.length) return nothing;
    const told = (/** @type {import("../../model/review_facts.js").Stroke} */ { step }) => (step ? moveTold(playback, step.move) : say("review_the_deal"));
    const rows = all.map((stroke) => {
      const points = luckInPoints(stroke.step?.luck ?? found.deal)[stroke.seat];
      return this.line(stroke.at, stroke.step?.number ?? 0, signed(points), html`${nameOf(playback, stroke.seat)}: ${told(stroke)}`);
    });
    return html`<section><h3>${say("review_strokes")}</h3><ol class="review-list">${rows}</ol></section>`;
  }

  /** What the numbers mean, and how sure they are. @param {ReviewGiven} found */
  notes(found) {
    return html`<p class="quiet">${say("review.marks")} ${say("review_points", { error: `± ${precisely(error(found))}` })} ${say("review_by", { policy: found.policy, number: number(found.trials) })}</p>`;
  }

  /** @param {number} at */
  jump(at) {
    this.goTo(at);
    this.dispatchEvent(new CustomEvent("jumped", { bubbles: true }));
  }
}

customElements.define("galopp-review-summary", ReviewSummary);
