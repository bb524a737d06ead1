/**
 * How the result came about: a sheet of points, a column a player and a row a race, `<galopp-account>`.
 *
 * It needs no more of a table than its game, its diary, and how things stand; so a game that is
 * looked at again can show it as well.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { face, lettersOf, ownMark } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").Account} Account */
/** @typedef {import("../../types.js").AccountCell} AccountCell */
/** @typedef {Account["heads"][number]} Head */
/** @typedef {Account["rows"][number]} Row */

/** Where there is room for pictures in every cell, and for the whole sheet at once; as in result.css. */
const ROOMY = matchMedia("(min-width: 900px) and (min-height: 480px)");

const MOST_ON_TV = 9; // rows
const MOST_WITH_PARTS = 5; // of those; more leave no room for what the points are made of

/** @extends {TablePart<TableModel>} */
class AccountView extends TablePart {
  static properties = { unfolded: { state: true } };

  constructor() {
    super();
    /** The rows of which all is told, by their title. @type {string[]} */
    this.unfolded = [];
  }

  render() {
    const { table } = this;
    if (!table?.now || !table.game) return nothing;
    const account = table.game.account(table.now.view, table.diary.ofThisGame(), table.teller);
    if (table.viewpoint.tv) return html`<div class="account ${account.rows.length > MOST_WITH_PARTS ? "long" : ""}">${this.sheet(table, account)}</div>`;
    return html`<details class="account" ?open=${ROOMY.matches}>
      <summary>${iconPicture("log")}<span>${say("account.title")}</span></summary>
      <div class="account-scroll">${this.sheet(table, account)}</div>
    </details>`;
  }

  /** @param {TableModel} table @param {Account} account */
  sheet(table, { column, heads, rows, total }) {
    const shown = table.viewpoint.tv ? rows.slice(-MOST_ON_TV) : rows; // nobody can scroll there
    return html`<table>
      <thead><tr><th scope="col"><span class="unseen">${column}</span></th>
        ${heads.map((head) => this.head(table, head))}</tr></thead>
      <tbody>${shown.map((row) => this.row(table, row, heads))}</tbody>
      <tfoot>${this.row(table, total, heads)}</tfoot>
    </table>`;
  }

  /** @param {TableModel} table @param {Head} head */
  head(table, { seat, name, picture }) {
    const drawn = picture ? html`<span class="face">${picture}</span>` : face(table.news?.seats[seat ?? 0]);
    const own = seat !== null && table.viewpoint.seats.includes(seat);
    return html`<th scope="col" class=${own ? "own" : ""}>${drawn}<span class="named"><span .style=${lettersOf(name)}>${name}</span></span>${own ? ownMark() : nothing}</th>`;
  }

  /** A race; pressed, it tells all there is to know about it. @param {TableModel} table @param {Row} row @param {Head[]} heads */
  row({ viewpoint: { tv } }, row, heads) {
    const more = !tv && (row.about.length > 0 || row.cells.some(({ parts }) => parts.length));
    const open = this.unfolded.includes(row.title);
    return html`<tr>
        <th scope="row">${more ? this.handle(row.title, open) : html`<span class="race">${row.title}</span>`}</th>
        ${row.cells.map((cell) => this.cell(cell))}
      </tr>
      ${more && open ? this.how(row, heads) : nothing}`;
  }

  /** @param {string} title @param {boolean} open */
  handle(title, open) {
    return html`<button type="button" class="race" aria-expanded=${open} @click=${() => this.fold(title, open)}>
      <span>${title}</span>${iconPicture(open ? "minus" : "plus")}
    </button>`;
  }

  /** @param {string} title @param {boolean} open */
  fold(title, open) {
    this.unfolded = open ? this.unfolded.filter((other) => other !== title) : [...this.unfolded, title];
  }

  /** @param {AccountCell} cell */
  cell({ value, parts }) {
    const drawn = parts.filter(({ picture }) => picture);
    const pictures = drawn.map((part) => html`<i title=${part.told}>${part.picture}${part.value}</i>`);
    return html`<td><b>${value}</b>${drawn.length ? html`<span class="parts" aria-hidden="true">${pictures}</span>` : nothing}</td>`;
  }

  /** @param {Row} row @param {Head[]} heads */
  how({ about, cells }, heads) {
    return html`<tr class="how"><td colspan=${heads.length + 1}>
      ${about.map((sentence) => html`<p>${sentence}</p>`)}
      <dl>${cells.map(({ parts }, index) => html`<div>
        <dt>${heads[index].name}</dt>
        <dd>${parts.map((part) => html`<span>${part.told}</span>`)}</dd>
      </div>`)}</dl>
    </td></tr>`;
  }
}

customElements.define("galopp-account", AccountView);
