/** All keys there are: `?` shows them. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { Sheet } from "../shared/sheet.js";

/** Keys as they stand on the keyboard, and what they do. */
const KEYS = [
  [["1", "…", "9"], "card"],
  [["←", "→", "Tab"], "walk"],
  [["Enter"], "press"],
  [["D"], "draw"],
  [["Esc"], "cancel"],
  [["U"], "undo"],
  [["H"], "hint"],
  [["S"], "skip"],
  [["R"], "explain"],
  [["L"], "log"],
  [["T"], "talk"],
  [["M"], "sound"],
  [["?"], "help"],
];

class Help extends Sheet {
  heading() {
    return say("help.title");
  }

  // says: help.*
  body() {
    return html`<dl class="keys">
      ${KEYS.map(([keys, does]) => html`<div>
        <dt>${[...keys].map((key) => (key === "…" ? key : html`<kbd>${key}</kbd>`))}</dt>
        <dd>${say(`help.${does}`)}</dd>
      </div>`)}
    </dl>`;
  }
}

customElements.define("galopp-help", Help);
