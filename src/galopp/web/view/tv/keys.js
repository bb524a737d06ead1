/** Keys for the screen in the room, be they on a keyboard or on a remote control. */

import { Keys } from "../shared/keys.js";
import { changePace } from "../shared/liking.js";

/** @typedef {import("./tv.js").Tv} Tv */

const ARROWS = /^Arrow(Left|Right|Up|Down)$/;

/** @extends {Keys<Tv>} */
export class TvKeyboard extends Keys {
  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.host.table || document.querySelector("dialog[open]")) return; // the door has keys of its own
    const lost = document.activeElement === document.body && ARROWS.test(event.key);
    const deed = lost ? () => this.takeUp() : this.deeds[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** @type {Record<string, () => void>} */
  deeds = {
    m: () => this.host.toggleSound(),
    f: () => this.host.toggleFull(),
    s: () => this.host.table?.stage?.skip(),
    "+": () => this.pace(-1), // from slow to fast, and off
    "-": () => this.pace(1),
    q: () => (this.host.menu = true),
    "?": () => (this.host.menu = true),
  };

  /** An arrow key finds its way to what can be pressed. */
  takeUp() {
    /** @type {HTMLElement | null} */ (this.host.querySelector(".tv-tools button"))?.focus();
  }

  /** @param {1 | -1} by */
  pace(by) {
    const { table } = this.host;
    if (table) changePace(this.host, table, by);
  }
}
