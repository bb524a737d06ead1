/** A number between two bounds: less, the number itself, more. `<galopp-stepper .value .lowest .highest>` */

import { LitElement, html } from "lit";
import { live } from "lit/directives/live.js";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";

const QUIET = 350; // milliseconds without a press, then the number is told

export class Stepper extends LitElement {
  static properties = {
    value: { attribute: false },
    lowest: { attribute: false },
    highest: { attribute: false },
    by: { attribute: false },
    label: { attribute: false },
    shown: { state: true },
  };

  constructor() {
    super();
    this.value = 0;
    this.lowest = 0;
    this.highest = 100;
    this.by = 1;
    this.label = "";
    /** What is seen; the value follows when it was accepted. */
    this.shown = 0;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("value")) this.shown = this.value;
  }

  /** Show what holds, after something was refused. */
  reset() {
    this.shown = this.value;
    this.requestUpdate();
  }

  /** @param {number} wanted */
  show(wanted) {
    const whole = Number.isFinite(wanted) ? Math.round(wanted) : this.value;
    this.shown = Math.min(this.highest, Math.max(this.lowest, whole));
    this.requestUpdate();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.choose(), QUIET);
  }

  choose() {
    if (this.shown === this.value) return;
    this.dispatchEvent(new CustomEvent("chosen", { detail: this.shown }));
  }

  /** @param {Event} event */
  typed(event) {
    this.show(/** @type {HTMLInputElement} */ (event.target).valueAsNumber);
  }

  render() {
    const { shown, lowest, highest, by, label } = this;
    return html`<div class="stepper" role="group" aria-label=${label}>
      <button type="button" aria-label=${say("option.less")} aria-disabled=${shown <= lowest} @click=${() => this.show(shown - by)}>
        ${iconPicture("minus")}
      </button>
      <input type="number" inputmode="numeric" aria-label=${label} min=${lowest} max=${highest} .value=${live(String(shown))} @change=${this.typed}>
      <button type="button" aria-label=${say("option.more")} aria-disabled=${shown >= highest} @click=${() => this.show(shown + by)}>
        ${iconPicture("plus")}
      </button>
    </div>`;
  }
}

customElements.define("galopp-stepper", Stepper);
