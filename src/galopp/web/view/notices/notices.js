/** What the reader must be told at once: why something cannot be done, and that the line is lost. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { openRules } from "../rules/ways.js";
import { play } from "../../stage/sound.js";
import { say } from "../../language/words.js";
import { Measuring } from "../shared/measuring.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../model/table.js").Notice} Notice */

const SHOWN_FOR = 5000; // milliseconds
const WITH_RULE = 9000; // there is something to press
const WIDTH = 640; // pixels
const NEAR = 8;
const ASK = "galopp-ask";
const TOOLS = ".table > .tools";
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
    this.measuring = new Measuring(() => this.requestUpdate());
  }

  disconnectedCallback() {
    this.measuring.disconnect();
    super.disconnectedCallback();
  }

  /** The question moves when the hand needs more room. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("shown")) return;
    this.measuring.disconnect();
    const ask = this.shown && document.querySelector(ASK);
    if (ask) this.measuring.observe(ask);
  }

  willUpdate() {
    const { table } = this;
    if (!table) return;
    if (table.notice !== this.taken) this.take(table.notice);
    this.watchLine(!table.connection.line || !!table.connection.ended || ["open", "ended"].includes(table.connection.state));
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

  /** At the table: above the question, and above the tools where they are there too; neither is covered. */
  place() {
    const ask = this.shown && document.querySelector(ASK);
    if (!ask) return "";
    const { left, top, width } = ask.getBoundingClientRect();
    const tools = document.querySelector(TOOLS)?.getBoundingClientRect();
    const above = tools && Math.abs(tools.bottom - top) < NEAR ? tools.top : top;
    const wide = Math.min(width, WIDTH);
    return `--left: ${left + (width - wide) / 2}px; --width: ${wide}px; --bottom: ${innerHeight - above}px`;
  }

  lineTold() {
    if (!navigator.onLine) return say("line.offline");
    return say(this.table?.connection.restarts ? "line.restart" : "line.lost");
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
