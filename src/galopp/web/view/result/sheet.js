/** The game is over: who has won, and how everybody stands. What can be done then is for whoever inherits from this. */

import { html, nothing } from "lit";
import { iconPicture, picture } from "../../art/picture.js";
import { laurel } from "../../art/things.js";
import { placeOf } from "../../model/places.js";
import { allOf, number, say } from "../../language/words.js";
import "./account.js";
import { Covering } from "./covering.js";
import { face, lettersOf, ownMark } from "../shared/labels.js";
import { unownedTold } from "./outcome.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../types.js").TableModel} TableModel */

const STRAWS = { own: 18, other: 6 };

/** @param {unknown} face */
const crowned = (face) => html`<span class="winner">${picture(laurel(), { width: 64, height: 64 })} ${face}</span>`;

/** @param {Pick<import("../../types.js").ResultRow, "picture">} row */
const runnerFace = ({ picture }) => html`<span class="face">${picture}</span>`;

/** @template {TableModel} Model @extends {TablePart<Model>} */
export class ResultSheet extends TablePart {
  static properties = { folded: { state: true } };

  constructor() {
    super();
    /** Folded down to one line, to look at the board. */
    this.folded = false;
    new Covering(this, () => this.querySelector(":scope > .result:not(.folded)"));
  }

  render() {
    const { table } = this;
    const winners = table?.news?.phase === "over" && table.stage?.idle ? table.now?.winners : null;
    if (!table || !winners) return nothing;
    return html`<section class="result ${this.folded ? "folded" : ""}" aria-label=${say("result.title")}>
      ${this.winners(table, winners)} ${this.folded ? nothing : this.unfolded(table)} ${this.further(table)}
    </section>`;
  }

  /** @param {Model} table */
  unfolded(table) {
    return html`${this.straws()} ${this.standing(table)} ${this.aside(table)} <galopp-account .table=${table}></galopp-account>
      ${this.acts(table)} ${this.proof(table)}`;
  }

  // --- For whoever inherits

  /** What else there is to say of this game. @param {Model} _table @returns {unknown} */
  aside(_table) {
    return nothing;
  }

  /** What can be done with the game that was. @param {Model} _table @returns {unknown} */
  acts(_table) {
    return nothing;
  }

  /** That the luck was drawn before the game. @param {Model} _table @returns {unknown} */
  proof(_table) {
    return nothing;
  }

  /** The one way on, which is always in sight. @param {Model} _table @returns {unknown} */
  further(_table) {
    return nothing;
  }

  // --- How it ended

  /** They fall where somebody has won: many for whoever sits here, or for all in a room, some for others. */
  straws() {
    const winners = this.table?.now?.winners ?? [];
    if (!winners.length) return nothing;
    const own = this.table?.viewpoint.tv || winners.some((seat) => this.table?.viewpoint.seats?.includes(seat));
    const straws = Array.from({ length: own ? STRAWS.own : STRAWS.other }, () => html`<i></i>`);
    return html`<div class="straws" aria-hidden="true">${straws}</div>`;
  }

  /** @param {Model} table @param {number[]} winners */
  winners(table, winners) {
    const told = say(this.folded ? "result.unfold" : "result.fold");
    const fold = () => (this.folded = !this.folded);
    return html`<header class="winners">
      ${this.podium(table, winners)}
      <h2>${this.told(table, winners)}</h2>
      <button type="button" class="tool" aria-expanded=${!this.folded} aria-label=${told} @click=${fold}>
        ${iconPicture(this.folded ? "trophy" : "eye")}
      </button>
    </header>`;
  }

  /** @param {Model} table @param {number[]} winners */
  told(table, winners) {
    if (!winners.length) return unownedTold(table) || say("result.nobody");
    if (winners.length === 1 && winners[0] === table.viewpoint.you) return say("result.you");
    return say("result.won", { count: winners.length, seats: allOf(winners.map((seat) => table.name(seat))) });
  }

  /** Whoever has won, or what has if it is nobody's. @param {Model} table @param {number[]} winners */
  podium(table, winners) {
    const unowned = this.rows(table).filter(({ seat }) => seat === null);
    const faces = winners.length ? winners.map((seat) => face(table.news?.seats[seat])) : unowned.map(runnerFace);
    return html`<span class="podium">${faces.map(crowned)}</span>`;
  }

  /** @param {Model} table */
  rows(table) {
    return table.now && table.game ? table.game.result(table.now.view, table.teller) : [];
  }

  /** @param {Model} table */
  standing(table) {
    const rows = this.rows(table);
    const heads = [say("result.place"), say("result.player"), say("result.points")];
    return html`<table class="standing">
      <thead class="unseen"><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row, index) => this.row(table, row, placeOf(rows, index, table.now?.winners ?? [])))}</tbody>
    </table>`;
  }

  /** @param {Model} table @param {import("../../types.js").ResultRow} row @param {number} place */
  row(table, { seat, points, note, told, name, picture }, place) {
    const won = seat === null || table.now?.winners?.includes(seat);
    const own = seat !== null && table.viewpoint.seats.includes(seat);
    const named = seat === null ? name ?? "" : table.name(seat);
    return html`<tr class="${won ? "won" : ""} ${own ? "own" : ""}">
      <td class="place">${won ? iconPicture("trophy", say("result.winner")) : number(place)}</td>
      <th scope="row">
        <span class="who">
          ${seat === null ? runnerFace({ picture }) : face(table.news?.seats[seat])}
          <span><b .style=${lettersOf(named)}>${named}</b>${own ? ownMark() : nothing}${note ? html`<small>${note}</small>` : nothing}</span>
        </span>
      </th>
      <td class="points">${told ?? (points === null ? "" : say("result.points_of", { count: points }))}</td>
    </tr>`;
  }
}
