/**
 * The rules of a game: contents, a field to look for words in, the text with every ruling at its place.
 *
 * Everything in the text becomes a text node; nothing in it can become a tag.
 */

import { LitElement, html, nothing } from "lit";
import { rulesPage } from "./ways.js";
import { found, inTurns, places, textOf, wordsOf } from "./text.js";
import { gameRules, known, language, say } from "../../language/words.js";

/** @typedef {import("../../types.js").RulesBlock} Block */
/** @typedef {import("../../types.js").RulesPiece} Piece */
/** @typedef {import("../../types.js").RulesSection} Section */
/** @typedef {import("../../types.js").RulesTold} Told */

const ROOMY = matchMedia("(min-width: 900px)"); // as in rules.css
const AGAIN = 2000; // milliseconds, while there is no line to the server

/** `<galopp-rules .game .rulings>`; `alone`: on a page of their own. */
class Rules extends LitElement {
  static properties = {
    game: { attribute: false },
    rulings: { attribute: false },
    alone: { type: Boolean },
    sections: { state: true },
    sought: { state: true },
    failed: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    /** The rulings whose places are marked. @type {string[]} */
    this.rulings = [];
    this.alone = false;
    /** @type {Section[]} */
    this.sections = [];
    /** What somebody looks for. */
    this.sought = "";
    /** Whether the text could not be read. */
    this.failed = false;
    /** Why there are no such rules, once that is certain. */
    this.trouble = "";
    /** Which text is shown, or on its way. */
    this.read = "";
    /** Whether the place of the first ruling is still to be turned to. */
    this.turning = false;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    clearTimeout(this.again);
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("rulings") && this.rulings.length) this.turnTo(this.rulings);
    const wanted = `${this.game} ${language()}`;
    if (wanted !== this.read) this.load(wanted);
  }

  /** @param {string} wanted */
  async load(wanted) {
    clearTimeout(this.again);
    const { game } = this;
    if (!this.read.startsWith(`${game} `)) this.sections = []; // not another game's rules below this title
    this.read = wanted;
    this.trouble = known(`game.${game}.title`) ? "" : say("fault.no_such_game", { written: game });
    if (this.trouble) return;
    try {
      const sections = await gameRules(game);
      if (wanted !== this.read) return; // another language meanwhile
      this.sections = sections;
      this.failed = false;
    } catch {
      if (wanted !== this.read) return;
      this.failed = true;
      this.again = setTimeout(() => this.load(wanted), AGAIN);
    }
  }

  updated() {
    if (!this.turning || !this.sections.length) return;
    this.turning = false;
    this.show(this.querySelector(`[data-rulings~="${this.rulings[0]}"]`));
  }

  /** Mark the places of some rulings, and show the first. @param {string[]} rulings */
  turnTo(rulings) {
    this.rulings = rulings;
    this.sought = "";
    this.turning = true;
  }

  /** Bring something into sight; whoever does not see it hears it. @param {Element | null} place */
  show(place) {
    if (!(place instanceof HTMLElement)) return;
    place.scrollIntoView({ block: "start" });
    place.focus({ preventScroll: true });
  }

  render() {
    if (!this.sections.length) return this.without();
    const words = wordsOf(this.sought);
    return html`<div class="rules">
      ${this.tools()}
      ${words.length ? this.results(words) : html`${this.contents()}<article class="rules-text">${this.sections.map((one, at) => this.section(one, at, words))}</article>`}
    </div>`;
  }

  /** There is no text, or not yet. */
  without() {
    const told = this.trouble || say(this.failed ? "notice.no_line" : "page.loading");
    return html`<p role="status" aria-busy=${!this.failed && !this.trouble}>${told}</p>`;
  }

  // --- Looking for words

  tools() {
    const [ruling = ""] = this.rulings;
    return html`<div class="rules-tools">
      <input type="search" placeholder=${say("rules.search")} aria-label=${say("rules.search")} autocomplete="off"
        .value=${this.sought} @input=${this.look} @keydown=${this.stopLooking}>
      ${this.alone
        ? html`<button type="button" class="rules-print" @click=${() => print()}>${say("rules.print")}</button>`
        : html`<a class="button rules-away" href=${rulesPage(this.game, ruling)} target="_blank" rel="noopener">${say("rules.as_page")}</a>`}
    </div>`;
  }

  /** @param {Event} event */
  look({ target }) {
    this.sought = /** @type {HTMLInputElement} */ (target).value;
  }

  /** Esc empties the field first, and only then closes what it is in. @param {KeyboardEvent} event */
  stopLooking(event) {
    if (event.key !== "Escape" || !this.sought) return;
    event.preventDefault();
    event.stopPropagation();
    this.sought = "";
  }

  /** @param {string[]} words */
  results(words) {
    const left = this.sections.map(({ title, blocks }) => ({ title, blocks: blocks.flatMap((one) => found(one, words) ?? []) }));
    const count = places(left.flatMap(({ blocks }) => blocks));
    return html`<p class="rules-count" role="status">${count ? say("rules.found", { count }) : say("rules.nothing", { sought: this.sought })}</p>
      <article class="rules-text">${left.map((one, at) => (one.blocks.length ? this.section(one, at, words) : nothing))}</article>`;
  }

  // --- Contents

  contents() {
    return html`<details class="rules-contents" ?open=${this.alone && ROOMY.matches}>
      <summary>${say("rules.contents")}</summary>
      <ol>${this.sections.map(({ title }, at) => (title
        ? html`<li><button type="button" @click=${() => this.show(this.querySelector(`[data-section="${at}"]`))}>${title}</button></li>`
        : nothing))}</ol>
    </details>`;
  }

  // --- The text

  /** @param {Section} section @param {number} at @param {string[]} words */
  section({ title, blocks }, at, words) {
    return html`<section>
      ${title ? this.heading(title, at) : nothing}
      ${blocks.map((block) => this.block(block, words))}
    </section>`;
  }

  /** @param {string} title @param {number} at */
  heading(title, at) {
    return this.alone
      ? html`<h2 data-section=${at} tabindex="-1">${title}</h2>`
      : html`<h3 data-section=${at} tabindex="-1">${title}</h3>`;
  }

  /** @param {Block} block @param {string[]} words */
  block(block, words) {
    switch (block.kind) {
      case "paragraph": return this.paragraph(block.told, words);
      case "list": return this.list(block, words);
      case "table": return this.table(block, words);
    }
  }

  /** @param {Told} told @param {string[]} words */
  paragraph({ pieces, rulings }, words) {
    return html`<p class=${this.marked(rulings)} data-rulings=${rulings.join(" ")} tabindex="-1">${this.inline(pieces, words)}</p>`;
  }

  /** @param {Extract<Block, {kind: "list"}>} list @param {string[]} words */
  list({ ordered, items }, words) {
    const drawn = items.map((item) => this.item(item, words));
    return ordered ? html`<ol>${drawn}</ol>` : html`<ul>${drawn}</ul>`;
  }

  /** @param {Told} told @param {string[]} words */
  item({ pieces, rulings }, words) {
    return html`<li class=${this.marked(rulings)} data-rulings=${rulings.join(" ")} tabindex="-1">${this.inline(pieces, words)}</li>`;
  }

  /** @param {Extract<Block, {kind: "table"}>} table @param {string[]} words */
  table({ head, rows }, words) {
    return html`<div class="rules-table" tabindex="0" role="group" aria-label=${head.map(textOf).join(", ")}><table>
      <thead><tr>${head.map((cell) => html`<th scope="col">${this.inline(cell, words)}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => this.row(row, words))}</tbody>
    </table></div>`;
  }

  /** @param {import("../../types.js").RulesRow} row @param {string[]} words */
  row({ cells, rulings }, words) {
    return html`<tr class=${this.marked(rulings)} data-rulings=${rulings.join(" ")} tabindex="-1">
      ${cells.map((cell) => html`<td>${this.inline(cell, words)}</td>`)}
    </tr>`;
  }

  /** How the place of some rulings is marked, if it is. @param {string[]} rulings */
  marked(rulings) {
    return rulings.some((ruling) => this.rulings.includes(ruling)) ? "rules-marked" : "";
  }

  /** @param {Piece[]} pieces @param {string[]} words */
  inline(pieces, words) {
    return pieces.map((piece) => {
      if (typeof piece === "string") return this.lit(piece, words);
      switch (piece.kind) {
        case "bold": return html`<b>${this.lit(piece.text, words)}</b>`;
        case "italic": return html`<i>${this.lit(piece.text, words)}</i>`;
        case "mark": return html`<small class="rules-mark">${this.link(piece.text)}</small>`;
        case "name": return this.link(piece.text);
      }
    });
  }

  /** The words that are looked for, in a light of their own. @param {string} text @param {string[]} words */
  lit(text, words) {
    if (!words.length) return text;
    return inTurns(text, words).map((part, at) => (at % 2 ? html`<mark>${part}</mark>` : part));
  }

  /** The number of a ruling: leads to its place, and its address can be passed on. @param {string} ruling */
  link(ruling) {
    return html`<a href=${rulesPage(this.game, ruling)} @click=${(/** @type {MouseEvent} */ event) => this.goTo(event, ruling)}>${ruling}</a>`;
  }

  /** @param {MouseEvent} event @param {string} ruling */
  goTo(event, ruling) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.turnTo([ruling]);
    this.dispatchEvent(new CustomEvent("galopp-ruling", { bubbles: true, detail: ruling }));
  }
}

customElements.define("galopp-rules", Rules);
