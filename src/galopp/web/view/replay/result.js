/** How a recorded game ended: as at the table, but folded first, for one is here to look at the board. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";
import { Result } from "../result/result.js";

class ReplayResult extends Result {
  constructor() {
    super();
    this.folded = true;
  }

  /** @param {any} _playback */
  acts(_playback) {
    const open = () => this.dispatchEvent(new CustomEvent("galopp-open", { bubbles: true, detail: "menu" }));
    return html`<div class="result-acts">
      <button type="button" @click=${open}>${labelled("menu", say("replay.more"))}</button>
    </div>`;
  }

  /** Nobody plays on from here. @param {any} _playback */
  further(_playback) {
    return html``;
  }

  /** The menu has it, and checks it. @param {any} _playback */
  fairness(_playback) {
    return html``;
  }
}

customElements.define("galopp-replay-result", ReplayResult);
