/** The whole review over the board, where it has no room beside it: `<galopp-review-sheet .replay>`. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { Sheet } from "../shared/sheet.js";
import "./summary.js";

class ReviewSheet extends Sheet {
  static properties = { ...Sheet.properties, replay: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../model/replay.js").Replay | null} */
    this.replay = null;
  }

  heading() {
    return say("review.title");
  }

  body() {
    return html`<galopp-review-summary .replay=${this.replay} @jumped=${this.close}></galopp-review-summary>`;
  }
}

customElements.define("galopp-review-sheet", ReviewSheet);
