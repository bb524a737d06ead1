/** What the reader must be told at once: why something cannot be done, and that the line is lost. */

import { html, nothing } from "lit";
import { iconPicture } from "../art/picture.js";
import { openRules } from "../rules.js";
import { play } from "../sound.js";
import { say } from "../words.js";
import { TablePart } from "./part.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../table.js").Notice} Notice */

const SHOWN_FOR = 5000; // milliseconds
const WITH_RULE = 9000; // there is something to press
const NARROWEST = 320; // pixels
const WIDTH = 480;
const PROMPT = '[data-anchor="prompt"]';
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
    this.measuring = new ResizeObserver(() => this.requestUpdate());
  }

  disconnectedCallback() {
    this.measuring.disconnect();
    super.disconnectedCallback();
  }

  /** The question gets narrower when choices come up beside it. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("shown")) return;
    this.measuring.disconnect();
    const prompt = this.shown && document.querySelector(PROMPT);
    if (prompt) this.measuring.observe(prompt);
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
    this.hiding = setTimeout(() => this.hide(), notice.rulings.length ? WITH_RULE : SHOWN_FOR);
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
    const prompt = this.shown && document.querySelector(PROMPT);
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
  notice({ kind, sentence, rulings }) {
    return html`<div class="notice ${kind}">
      ${iconPicture("talk")}
      <p>${sentence}</p>
      ${rulings.length ? this.why(sentence, rulings) : nothing}
      <button class="tool" type="button" aria-label=${say("notice.close")} @click=${this.hide}>
        ${iconPicture("close")}
      </button>
    </div>`;
  }

  /** The way to the rule that stands against it. @param {string} sentence @param {string[]} rulings */
  why(sentence, rulings) {
    const open = () => openRules(this.table?.news?.game ?? "", rulings, sentence);
    return html`<button class="why-not" type="button" @click=${open}>${say("rules.why")}</button>`;
  }
}

customElements.define("galopp-notices", Notices);
