/** How a recorded game ended: as at the table, but folded first, for one is here to look at the board. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";
import { ResultSheet } from "../result/sheet.js";

/** @extends {ResultSheet<import("../../model/playback.js").Playback>} */
class ReplayResult extends ResultSheet {
  constructor() {
    super();
    this.folded = true;
  }

  /** The menu has it all, and checks whether the cards were dealt as promised. */
  acts() {
    const open = () => this.dispatchEvent(new CustomEvent("galopp-open", { bubbles: true, detail: "menu" }));
    const review = () => this.dispatchEvent(new CustomEvent("review-open", { bubbles: true }));
    return html`<div class="result-acts">
      <button type="button" @click=${review}>${labelled("chart", say("result.review"))}</button>
      <button type="button" @click=${open}>${labelled("menu", say("replay.more"))}</button>
    </div>`;
  }
}

customElements.define("galopp-replay-result", ReplayResult);
