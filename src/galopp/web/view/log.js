/** What happened, turn by turn, in the reader's language; and its last sentence in one line. */

import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { iconPicture } from "../art/picture.js";
import { Watching } from "../watching.js";
import { language, say } from "../words.js";
import { face } from "./labels.js";
import { isHeard, isTalk } from "./muting.js";
import { Sheet } from "./sheet.js";
import "./speaker.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../diary.js").Turn} Turn */

const NEAR_THE_END = 40; // pixels: who is as near as this follows what comes

/** What opens a new chapter: a line across the log. */
const CHAPTERS = /^(next_race|next_round|table\.began|table\.reopened)$/;

/** `<galopp-log>` beside the board, `<galopp-log sheet>` over it. */
class Log extends Sheet {
  static properties = { ...Sheet.properties, sheet: { type: Boolean } };

  constructor() {
    super();
    this.sheet = false;
    this.follows = true;
    // Scrolling does not bubble, but it can be caught on its way down.
    this.addEventListener("scroll", (event) => this.scrolled(event), { capture: true, passive: true });
  }

  firstUpdated() {
    if (this.sheet) super.firstUpdated();
    this.toTheEnd();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (this.follows) this.toTheEnd();
  }

  toTheEnd() {
    const paper = this.querySelector(this.sheet ? ".sheet-body" : ".log");
    paper?.scrollTo({ top: paper.scrollHeight });
  }

  /** Whoever reads further up stays there. @param {Event} event */
  scrolled({ target }) {
    const { scrollHeight, scrollTop, clientHeight } = /** @type {Element} */ (target);
    this.follows = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
  }

  heading() {
    return say("log.title");
  }

  render() {
    return this.sheet ? super.render() : html`<section aria-label=${this.heading()}>
      <h2 class="log-title">${this.heading()}</h2>
      ${this.body()}
    </section>`;
  }

  body() {
    const { table } = this;
    if (!table) return nothing;
    if (table.curtain) return html`<p class="quiet">${say("log.curtain")}</p>`;
    const turns = table.diary.turns
      .map((turn) => ({ ...turn, happened: turn.happened.filter(isHeard) }))
      .filter(({ happened }) => happened.length);
    if (!turns.length) return html`<p class="quiet">${say("log.empty")}</p>`;
    return html`<ol class="log" tabindex="0" aria-label=${this.heading()}>
      ${repeat(turns, ({ seq }) => seq, (turn, index) => this.turn(table, turn, index === turns.length - 1))}
    </ol>`;
  }

  /** @param {Table} table @param {Turn} turn @param {boolean} last */
  turn(table, { seat, at, happened }, last) {
    return html`<li class="turn ${seat === null ? "nobodys" : ""} ${last ? "last" : ""}">
      ${seat === null ? nothing : this.whose(table, seat, at)}
      <ul>${happened.map((event) => this.line(table, event))}</ul>
    </li>`;
  }

  /** @param {Table} table @param {number} seat @param {number} at */
  whose(table, seat, at) {
    return html`<p class="whose">
      ${face(table.news?.seats[seat])}
      <b>${table.name(seat)}</b><time>${hour(at)}</time>
    </p>`;
  }

  /** @param {Table} table @param {Happened} event */
  line(table, event) {
    const kind = CHAPTERS.test(event.key) ? "chapter" : isTalk(event) ? "talk" : "";
    return html`<li class=${kind}>${table.teller.event(event)}</li>`;
  }
}

/** @param {number} at seconds */
const hour = (at) =>
  new Date(at * 1000).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });

/** The last sentence, in one line; pressing it opens the whole log. */
class Latest extends LitElement {
  static properties = { table: { attribute: false } };

  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    new Watching(this, () => this.table);
  }

  createRenderRoot() {
    return this;
  }

  open() {
    this.dispatchEvent(new CustomEvent("galopp-open", { bubbles: true, detail: "log" }));
  }

  render() {
    const { table } = this;
    if (!table) return nothing;
    return html`<button class="latest" type="button" aria-haspopup="dialog" @click=${this.open}>
      ${iconPicture("log")}
      <span class="unseen">${say("log.open")}</span>
      <span class="latest-line">${table.curtain ? "" : this.line(table)}</span>
    </button>`;
  }

  /** @param {Table} table */
  line(table) {
    const ordered = [...table.diary.entries.values()].sort((a, b) => a.seq - b.seq);
    const last = ordered.flatMap(({ happened }) => happened).filter(isHeard).pop();
    return last ? table.teller.event(last) : say("log.empty");
  }
}

customElements.define("galopp-log", Log);
customElements.define("galopp-latest", Latest);
