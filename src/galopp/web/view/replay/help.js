/** All keys of a replay: `?` shows them. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { Sheet } from "../shared/sheet.js";

/** Keys as they stand on the keyboard, and what they do. */
const KEYS = [
  [["␣"], "play"],
  [["←", "→"], "step"],
  [["Home", "End"], "ends"],
  [["+", "−"], "speed"],
  [["V"], "look"],
  [["L"], "log"],
  [["C"], "copy"],
  [["P"], "branch"],
  [["R"], "rules"],
  [["H"], "review"],
  [["B", "N"], "mistake"],
  [["?"], "help"],
];

class ReplayHelp extends Sheet {
  heading() {
    return say("help.title");
  }

  // says: replay.key.*
  body() {
    return html`<dl class="keys">
      ${KEYS.map(([keys, does]) => html`<div>
        <dt>${[...keys].map((key) => html`<kbd>${key}</kbd>`)}</dt>
        <dd>${say(`replay.key.${does}`)}</dd>
      </div>`)}
    </dl>`;
  }
}

customElements.define("galopp-replay-help", ReplayHelp);
