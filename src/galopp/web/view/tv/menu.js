/** What can be changed on the screen in the room, its keys, and the way out: `<galopp-tv-menu .table>`. */

import { html } from "lit";
import { go } from "../../routes.js";
import { say } from "../../language/words.js";
import { screenLikings } from "../shared/liking.js";
import { Sheet } from "../shared/sheet.js";

/** Keys as they stand on the keyboard, and what they do. */
const KEYS = [
  [["←", "→", "Enter"], "help.press"],
  [["M"], "help.sound"],
  [["F"], "tv.help.full"],
  [["+", "−"], "tv.help.pace"],
  [["S"], "help.skip"],
  [["Q", "?"], "tv.help.menu"],
  [["Esc"], "tv.help.close"],
];

class TvMenu extends Sheet {
  heading() {
    return say("tv.menu");
  }

  body() {
    return html`${screenLikings(this, this.table)}
      <div class="acts two">
        ${this.act("tv", say("tv.other"), () => this.leaveFor("/tv"))}
        ${this.act("home", say("page.home"), () => this.leaveFor("/"))}
      </div>
      ${this.keys()}`;
  }

  /** @param {string} path */
  leaveFor(path) {
    this.close();
    go(path);
  }

  // says: help.press, help.sound, help.skip, tv.help.*
  keys() {
    return html`<h3>${say("help.title")}</h3>
      <dl class="keys">${KEYS.map(([keys, does]) => html`<div>
        <dt>${[...keys].map((key) => html`<kbd>${key}</kbd>`)}</dt>
        <dd>${say(String(does))}</dd>
      </div>`)}</dl>`;
  }
}

customElements.define("galopp-tv-menu", TvMenu);
