/** A picture to show to others, over the page: `<galopp-picture-sheet .shown>`; it says `galopp-close` when it may go. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { Sheet } from "../shared/sheet.js";
import "./picture.js";

export { pictureOfGame } from "./of_game.js";

class PictureSheet extends Sheet {
  static properties = { ...Sheet.properties, shown: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../types.js").PictureShown | null} */
    this.shown = null;
  }

  heading() {
    return say("picture.title");
  }

  body() {
    return html`<galopp-picture .shown=${this.shown}></galopp-picture>`;
  }
}

customElements.define("galopp-picture-sheet", PictureSheet);
