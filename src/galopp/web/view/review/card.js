/**
 * What is to be said of the moment that is shown: `<galopp-review-card .replay>`.
 *
 * Of the decision that comes next: what was played, what was best, what that cost and why; the board shows the
 * better one meanwhile. Above it, how the game went for whoever one looks as.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { cost, inPoints, isJudged, luckInPoints } from "../../model/review_facts.js";
import { allOf, percent, say } from "../../language/words.js";
import { ReviewPart, moveTold, nameOf, precisely, reasonTold, resultTold, signed } from "./part.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../model/review.js").Review} Review */
/** @typedef {import("../../types.js").StepReview} StepReview */

const WORTH_TELLING = 5; // points: luck from here on

class ReviewCard extends ReviewPart {
  render() {
    const { review } = this;
    const playback = this.replay?.playback;
    if (!review || !playback) return nothing;
    const { step } = review;
    return html`<section class="review-card ${step?.mistake ? "mistake" : ""}" aria-label=${say("review.title")}>
      ${this.head(playback, review)}
      <div class="review-told" role="status">${this.told(playback, review)}</div>
      ${this.ways(review)}
    </section>`;
  }

  // --- How the game went

  /** @param {Playback} playback @param {Review} review */
  head(playback, review) {
    const open = () => this.dispatchEvent(new CustomEvent("galopp-open", { bubbles: true, detail: "review" }));
    const close = () => this.dispatchEvent(new CustomEvent("review-close", { bubbles: true }));
    return html`<header class="review-head">
      <button type="button" class="review-all" aria-label=${say("review.all")} title=${say("review.all")} @click=${open}>${iconPicture("chart")}<span>${this.sentence(playback, review)}</span></button>
      <button type="button" class="tool review-close" aria-label=${say("review.close")} title=${say("review.close")} @click=${close}>${iconPicture("close")}</button>
    </header>`;
  }

  /** @param {Playback} playback @param {Review} review */
  sentence(playback, { found, done, part, trouble, whose }) {
    if (trouble) return trouble;
    if (!found || !done) return say("review.working", { share: percent(part) });
    const seat = whose ?? found.accounts.findIndex(({ result }) => result === Math.max(...found.accounts.map((account) => account.result)));
    return summaryOf(playback, found, seat);
  }

  // --- This moment

  /** @param {Playback} playback @param {Review} review */
  told(playback, review) {
    const luck = this.luck(playback, review);
    if (!review.found) return nothing;
    return html`${luck ? html`<p class="review-luck">${luck}</p>` : nothing} ${review.step ? this.decision(playback, review.step) : html`<p>${say("review.over")}</p>`}`;
  }

  /** What chance gave just now, if that is much. @param {Playback} playback @param {Review} review */
  luck(playback, { luck, at }) {
    const points = luckInPoints(luck ?? []);
    if (!points.some((point) => Math.abs(point) >= WORTH_TELLING)) return "";
    const parts = points.flatMap((point, seat) => (point ? [say("review.gave_to", { name: nameOf(playback, seat), points: signed(point) })] : []));
    return say(at ? "review.luck_gave" : "review.deal_gave", { parts: allOf(parts) });
  }

  /** @param {Playback} playback @param {StepReview} step */
  decision(playback, step) {
    const seat = nameOf(playback, step.seat);
    const played = moveTold(playback, step.move);
    const plain = (/** @type {string} */ judged) => html`<p><b>${say("review.plays", { seat, move: played })}</b> ${judged}</p>`;
    if (!isJudged(step)) return plain(say("review.unjudged"));
    if (step.options.length === 1) return plain(say("review.forced"));
    if (step.best === step.move) return plain(say("review.good"));
    if (!step.mistake) return plain(say("review.slight", { move: moveTold(playback, step.best) }));
    return this.mistake(playback, step, seat, played);
  }

  /** Best, played, cost, why. @param {Playback} playback @param {StepReview} step @param {string} seat @param {string} played */
  mistake(playback, step, seat, played) {
    const why = reasonTold(playback, step);
    return html`<dl class="review-mistake">
      <div class="played"><dt>${say("review.played_by", { seat })}</dt><dd>${played} <b class="cost">${say("review.cost", { points: precisely(cost(step)) })}</b></dd></div>
      <div class="best"><dt>${say("review.better")}</dt><dd><b>${moveTold(playback, step.best)}</b>${why ? html` <span class="why-better">${why}</span>` : nothing}</dd></div>
    </dl>`;
  }

  // --- To the next mistake

  /** @param {Review} review */
  ways(review) {
    const { number, mistakes } = review;
    return html`<nav class="review-ways" aria-label=${say("review_mistakes")}>
      ${this.way(review, -1, "back", say("review.previous_mistake"))}
      <span aria-hidden="true">${iconPicture("mistake")}${number ? `${number}/` : ""}${mistakes.length}</span>
      ${this.way(review, 1, "next", say("review.next_mistake"))}
    </nav>`;
  }

  /** @param {Review} review @param {1 | -1} by @param {string} icon @param {string} told */
  way(review, by, icon, told) {
    const to = review.next(by);
    return html`<button type="button" class="replay-button ${by > 0 ? "next-mistake" : "previous-mistake"}" aria-label=${told} title=${told}
      aria-disabled=${!to} @click=${() => to && this.goTo(to.at)}>${iconPicture(icon)}</button>`;
  }
}

/** One sentence for a seat. @param {Playback} playback @param {import("../../types.js").ReviewGiven} found @param {number} seat */
export function summaryOf(playback, found, seat) {
  const account = found.accounts[seat];
  const { luck, play, blind, others } = inPoints(account);
  const parts = { luck: signed(luck), play: signed(play), blind: signed(blind), others: signed(others) };
  return say("review_summary", { name: nameOf(playback, seat), ...parts, result: resultTold(found, account) });
}

customElements.define("galopp-review-card", ReviewCard);
