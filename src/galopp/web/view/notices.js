/** What the reader must be told at once: why something cannot be done, and that the line is lost. */

import { html, nothing } from "lit";
import { iconPicture } from "../art/picture.js";
import { play } from "../sound.js";
import { say } from "../words.js";
import { TablePart } from "./part.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Notice} Notice */

const SHOWN_FOR = 5000; // milliseconds
const NARROWEST = 320; // pixels
const WIDTH = 480;
const PATIENCE = 700; // a line that is back sooner was never seen to be lost

class Notices extends TablePart {
  static properties = { shown: { state: true }, waiting: { state: true } };

  constructor() {
    super();
    /** @type {Notice | null} */
    this.shown = null;
    /** The last notice that was shown. @type {Notice | null} */
    this.taken = null;
    /** Whether the line has been missing for long enough to say so. */
    this.waiting = false;
  }

  willUpdate() {
    const { table } = this;
    if (!table) return;
    if (table.notice !== this.taken) this.take(table.notice);
    this.watchLine(!table.line || !!table.ended || ["open", "ended"].includes(table.line_state));
  }

  /** A new notice, or none any more. @param {Notice | null} notice */
  take(notice) {
    this.hide();
    this.taken = this.shown = notice;
    if (!notice) return;
    if (notice.kind === "no") play("no");
    this.hiding = setTimeout(() => this.hide(), SHOWN_FOR);
  }

  hide() {
    clearTimeout(this.hiding);
    this.shown = null;
  }

  /** @param {boolean} fine */
  watchLine(fine) {
    if (fine) {
      clearTimeout(this.missing);
      this.missing = undefined;
      this.waiting = false;
    } else if (this.missing === undefined) {
      this.missing = setTimeout(() => (this.waiting = true), PATIENCE);
    }
  }

  render() {
    return html`<div class="line-bar" role="status">
        ${this.waiting ? html`<p>${iconPicture("away")}<span>${this.lineTold()}</span></p>` : nothing}
      </div>
      <div class="notices" role="alert" .style=${this.place()}>${this.shown ? this.notice(this.shown) : nothing}</div>`;
  }

  /** At the table: where the question stands, and not over the board. */
  place() {
    const prompt = this.shown && document.querySelector('[data-anchor="prompt"]');
    if (!prompt) return "";
    const { left, top, bottom, width } = prompt.getBoundingClientRect();
    const fits = width >= NARROWEST; // else it stands above, so that it covers no choice beside the question
    return `--left: ${left}px; --width: ${fits ? width : WIDTH}px; --bottom: ${innerHeight - (fits ? bottom : top)}px`;
  }

  lineTold() {
    if (!navigator.onLine) return say("line.offline");
    return say(this.table?.restarts ? "line.restart" : "line.lost");
  }

  /** @param {Notice} notice */
  notice({ kind, sentence }) {
    return html`<div class="notice ${kind}">
      ${iconPicture("talk")}
      <p>${sentence}</p>
      <button class="tool" type="button" aria-label=${say("notice.close")} @click=${this.hide}>
        ${iconPicture("close")}
      </button>
    </div>`;
  }
}

customElements.define("galopp-notices", Notices);
