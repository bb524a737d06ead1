/**
 * The rules of a game, drawn from their Markdown text.
 *
 * Only what our rules are written with: headings, paragraphs, lists, tables, bold, italics, code.
 * Everything becomes a text node; nothing in it can become a tag.
 */

import { LitElement, html, nothing } from "lit";
import { ask } from "../net/api.js";
import { language, say } from "../words.js";

/** `<galopp-rules .game>` */
class Rules extends LitElement {
  static properties = { game: { attribute: false }, text: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {string | null} */
    this.text = null;
    this.read = "";
  }

  createRenderRoot() {
    return this;
  }

  willUpdate() {
    const wanted = `${this.game} ${language()}`;
    if (wanted === this.read) return;
    this.read = wanted;
    this.load();
  }

  async load() {
    try {
      this.text = await ask("GET", `/games/${this.game}/rules?language=${language()}`);
    } catch {
      this.text = say("notice.no_line");
    }
  }

  render() {
    return html`<article class="rules" aria-busy=${this.text === null}>
      ${this.text === null ? nothing : blocks(this.text).map(drawn)}
    </article>`;
  }
}

/** Paragraphs, lists and tables stand apart by empty lines. @param {string} text */
const blocks = (text) => text.trim().split(/\n\s*\n/).flatMap(apart);

/** A heading is a block of its own, also right above its text. @param {string} block */
function apart(block) {
  const [first, ...others] = block.split("\n");
  return /^#+ /.test(first) && others.length ? [first, others.join("\n")] : [block];
}

/** @param {string} block */
function drawn(block) {
  const lines = block.split("\n");
  const [, marks, heading] = lines[0].match(/^(#+) (.*)$/) ?? [];
  if (marks) return marks.length < 2 ? html`<h3>${inline(heading)}</h3>` : html`<h4>${inline(heading)}</h4>`;
  if (lines[0].startsWith("|")) return table(lines);
  if (/^- /.test(lines[0])) return html`<ul>${items(lines).map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
  if (/^\d+\. /.test(lines[0])) return html`<ol>${items(lines).map((item) => html`<li>${inline(item)}</li>`)}</ol>`;
  return html`<p>${inline(lines.join(" "))}</p>`;
}

/** An item goes on in the lines below it. @param {string[]} lines */
function items(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    const begun = line.match(/^(?:-|\d+\.) +(.*)$/);
    if (begun) found.push(begun[1]);
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found;
}

/** @param {string[]} lines */
function table(lines) {
  const [head, , ...rows] = lines.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return html`<div class="rules-table" tabindex="0" role="group" aria-label=${head.join(", ")}><table>
    <thead><tr>${head.map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** Bold, italics, code, and links by their names. @param {string} text */
function inline(text) {
  return text.split(/(\*\*.+?\*\*|\*.+?\*|`.+?`|\[.+?\]\(.+?\))/).map((part) => {
    if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
    if (part.startsWith("*") && part.length > 2) return html`<i>${part.slice(1, -1)}</i>`;
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    return part.replace(/^\[(.+?)\]\(.+?\)$/, "$1");
  });
}

customElements.define("galopp-rules", Rules);
