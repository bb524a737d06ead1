/** Playing on from a move of a recorded game: a sheet, `<galopp-branch .replay .decisions .seat>`. */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import "./branching.js";
import { Sheet } from "../shared/sheet.js";

class Branch extends Sheet {
  static properties = { ...Sheet.properties, replay: { attribute: false }, decisions: { attribute: false }, seat: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../types.js").ReplayShown | null} */
    this.replay = null;
    this.decisions = 0;
    this.seat = 0;
  }

  heading() {
    return say("branch.title", { number: this.decisions });
  }

  body() {
    if (!this.replay) return nothing;
    return html`<p class="quiet">${say("branch.about")}</p>
      <galopp-branching .replay=${this.replay} .decisions=${this.decisions} .seat=${this.seat} @opened=${this.close}></galopp-branching>`;
  }
}

customElements.define("galopp-branch", Branch);
