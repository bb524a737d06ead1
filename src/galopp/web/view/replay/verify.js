/** One press checks that a recorded game was dealt as promised, and says what that proves and what not. */

import { LitElement, html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { verify } from "../../model/verifying.js";
import { number, say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";

/** @typedef {import("../../model/verifying.js").Verified} Verified */

/** What each finding is: good, bad, or not known. @type {Record<string, string>} */
const SIGNS = { kept: "check", legal: "check", broken: "cross", refused: "cross" };

class Verify extends LitElement {
  static properties = { replay: { attribute: false }, found: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {import("../../types.js").ReplayShown | null} */
    this.replay = null;
    /** @type {Verified | null} */
    this.found = null;
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  async check() {
    if (!this.replay || this.busy) return;
    this.busy = true;
    this.found = null;
    this.found = await verify(this.replay);
    this.busy = false;
  }

  render() {
    const { replay, found } = this;
    if (!replay) return nothing;
    return html`${replay.promise ? html`<p>${say("verify.about")}</p>` : nothing}
      <button class="primary verify-now" type="button" aria-disabled=${this.busy} @click=${this.check}>${labelled("seal", say("verify.now"))}</button>
      <div role="status">${found ? this.findings(found) : this.busy ? say("verify.busy") : nothing}</div>
      ${found ? this.limits(found) : nothing}
      ${this.figures(replay)}`;
  }

  // says: verify.promise.*, verify.played.*
  /** @param {Verified} found */
  findings({ promise, heard, played, sentence }) {
    const kept = promise === "kept" ? (heard ? "kept_heard" : "kept_written") : promise;
    const decisions = this.replay?.decisions ?? 0;
    const again = say(`verify.played.${played}`, { count: decisions, number: number(decisions), sentence });
    return html`<ul class="verified">
      ${this.finding(promise, say(`verify.promise.${kept}`))} ${this.finding(played, again)}
    </ul>`;
  }

  /** @param {string} what @param {string} told */
  finding(what, told) {
    const sign = SIGNS[what] ?? "question";
    return html`<li class=${sign}>${iconPicture(sign)}<span>${told}</span></li>`;
  }

  /** What it does not prove. @param {Verified} found */
  limits({ promise, heard }) {
    if (promise === "none") return html`<p class="quiet">${say("verify.limit.seed")}</p>`;
    const origin = this.replay?.origin;
    return html`<p class="quiet">
      ${say(heard ? "verify.limit.heard" : "verify.limit.written")}
      ${origin ? say("verify.limit.origin", { number: origin.decisions }) : nothing}
      ${say("verify.limit.server")}
    </p>`;
  }

  /** @param {import("../../types.js").ReplayShown} replay */
  figures({ promise, secret }) {
    if (!promise || !secret) return nothing;
    return html`<details class="fairness">
      <summary>${say("verify.figures")}</summary>
      <dl>
        <dt>${say("result.promise")}</dt><dd><code>${promise}</code></dd>
        <dt>${say("result.secret")}</dt><dd><code>${secret}</code></dd>
      </dl>
    </details>`;
  }
}

customElements.define("galopp-verify", Verify);
