/** The game is over: who has won, how everybody stands, and once more? */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { iconPicture, picture } from "../../art/picture.js";
import { laurel } from "../../art/things.js";
import { page } from "../../net/root.js";
import { placeOf } from "./places.js";
import { replayPath } from "../../model/replay_path.js";
import { allOf, number, say } from "../../language/words.js";
import "./account.js";
import { face, labelled, ownMark } from "../shared/labels.js";
import { unownedTold } from "./outcome.js";
import { TablePart } from "../shared/part.js";
import { isOfDay } from "../day/result.js";

/** @typedef {import("../../model/table.js").Table} Table */

const STRAWS = { own: 18, other: 6 };

/** @param {unknown} face */
const crowned = (face) => html`<span class="winner">${picture(laurel(), { width: 64, height: 64 })} ${face}</span>`;

/** @param {Pick<import("../../types.js").ResultRow, "picture">} row */
const runnerFace = ({ picture }) => html`<span class="face">${picture}</span>`;

/** @param {Table} table */
const isFull = ({ news }) => !!news?.seats.every(({ kind }) => kind !== "free");

export class Result extends TablePart {
  static properties = { folded: { state: true } };

  constructor() {
    super();
    /** Folded down to one line, to look at the board. */
    this.folded = false;
  }

  render() {
    const { table } = this;
    const winners = table?.news?.phase === "over" && table.stage?.idle ? table.now?.winners : null;
    if (!table || !winners) return nothing;
    return html`<section class="result ${this.folded ? "folded" : ""}" aria-label=${say("result.title")}>
      ${this.winners(table, winners)} ${this.folded ? nothing : this.unfolded(table)} ${this.further(table)}
    </section>`;
  }

  /** @param {Table} table */
  unfolded(table) {
    return html`${this.straws()} ${this.standing(table)} ${isOfDay(table) ? html`<galopp-day-result .table=${table}></galopp-day-result>` : nothing} <galopp-account .table=${table}></galopp-account>
      ${this.acts(table)} ${this.fairness(table)}`;
  }

  /** They fall where somebody has won: many for whoever sits here, or for all in a room, some for others. */
  straws() {
    const winners = this.table?.now?.winners ?? [];
    if (!winners.length) return nothing;
    const own = this.table?.tv || winners.some((seat) => this.table?.seats?.includes(seat));
    const straws = Array.from({ length: own ? STRAWS.own : STRAWS.other }, () => html`<i></i>`);
    return html`<div class="straws" aria-hidden="true">${straws}</div>`;
  }

  /** @param {Table} table @param {number[]} winners */
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

  /** @param {Table} table @param {number[]} winners */
  told(table, winners) {
    if (!winners.length) return unownedTold(table) || say("result.nobody");
    if (winners.length === 1 && winners[0] === table.you) return say("result.you");
    return say("result.won", { count: winners.length, seats: allOf(winners.map((seat) => table.name(seat))) });
  }

  /** Whoever has won, or what has if it is nobody's. @param {Table} table @param {number[]} winners */
  podium(table, winners) {
    const unowned = this.rows(table).filter(({ seat }) => seat === null);
    const faces = winners.length ? winners.map((seat) => face(table.news?.seats[seat])) : unowned.map(runnerFace);
    return html`<span class="podium">${faces.map(crowned)}</span>`;
  }

  /** @param {Table} table */
  rows(table) {
    return table.now && table.game ? table.game.result(table.now.view, table.teller) : [];
  }

  /** @param {Table} table */
  standing(table) {
    const rows = this.rows(table);
    const heads = [say("result.place"), say("result.player"), say("result.points")];
    return html`<table class="standing">
      <thead class="unseen"><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row, index) => this.row(table, row, placeOf(rows, index, table.now?.winners ?? [])))}</tbody>
    </table>`;
  }

  /** @param {Table} table @param {import("../../types.js").ResultRow} row @param {number} place */
  row(table, { seat, points, note, told, name, picture }, place) {
    const won = seat === null || table.now?.winners?.includes(seat);
    const own = seat !== null && table.seats.includes(seat);
    return html`<tr class="${won ? "won" : ""} ${own ? "own" : ""}">
      <td class="place">${won ? iconPicture("trophy", say("result.winner")) : number(place)}</td>
      <th scope="row">
        <span class="who">
          ${seat === null ? runnerFace({ picture }) : face(table.news?.seats[seat])}
          <span><b>${seat === null ? name : table.name(seat)}</b>${own ? ownMark() : nothing}${note ? html`<small>${note}</small>` : nothing}</span>
        </span>
      </th>
      <td class="points">${told ?? (points === null ? "" : say("result.points_of", { count: points }))}</td>
    </tr>`;
  }

  /** What can be done with the game that was. @param {Table} table */
  acts(table) {
    const round = table.news?.round ?? 1;
    const record = page(`/api/tables/${table.code}/record?round=${round}`);
    const replay = page(replayPath(`${table.code}-${round}`));
    // The deal of a day is shown to nobody while others may still play it.
    const shown = html`<a class="button" href=${replay} @click=${follow}>${labelled("replay", say("result.replay"))}</a>
      <a class="button" href=${record} download>${labelled("save", say("result.save"))}</a>`;
    return html`<div class="result-acts">
      ${this.mayDealAgain(table) && isFull(table) ? this.changing(table, "") : nothing}
      ${table.news?.begin?.day ? nothing : shown}
      <a class="button" href=${page("/")} @click=${follow}>${labelled("home", say("result.home"))}</a>
    </div>`;
  }

  /** However long the sheet is, the one way on is in sight. @param {Table} table */
  further(table) {
    if (table.next_news) return html`<div class="result-further">${this.joining(table, table.next_news)}</div>`;
    if (this.folded || !table.seats.length) return nothing;
    return html`<div class="result-further">${this.onceMore(table)}</div>`;
  }

  /** The others have begun the next round: whoever reads stays until they press. @param {Table} table @param {import("../../types.js").TableNews} next */
  joining(table, { phase }) {
    const sits = table.seats.length > 0;
    const told = phase === "lobby" ? say("result.next_lobby") : table.next_waits ? say("result.next_waits") : say("result.next_begun");
    return html`<p role="status">${told}</p>
      <button type="button" class="primary" @click=${() => table.goOn()}>
        ${labelled("enter", sits ? say("result.join_next") : say("result.watch_next"))}
      </button>`;
  }

  /** The host deals again, at once where all seats are taken, or by way of the lobby; the others
   * call for it, so that nobody's result is cleared away by surprise. @param {Table} table */
  onceMore(table) {
    if (!this.mayDealAgain(table)) return this.callFor(table);
    if (!isFull(table)) return this.changing(table, "primary");
    return html`<button type="button" class="primary" @click=${() => this.again(table)}>
      ${labelled("again", say("result.again"))}
    </button>`;
  }

  /** @param {Table} table */
  mayDealAgain(table) {
    return table.seats.length > 0 && !table.next_news && (table.host || !table.news?.host_connected);
  }

  /** @param {Table} table @param {"" | "primary"} kind */
  changing(table, kind) {
    return html`<button type="button" class=${kind} @click=${() => table.rematch()}>${labelled("people", say("result.rematch"))}</button>`;
  }

  /** @param {Table} table */
  callFor(table) {
    const call = () => table.tell({ type: "say", seat: table.viewer, phrase: "again" });
    return html`<button type="button" class="primary" @click=${call}>${labelled("talk", say("result.again_please"))}</button>`;
  }

  /** The same people once more, and the cards at once. @param {Table} table */
  async again(table) {
    if (await table.rematch()) await table.tell({ type: "start" });
  }

  /** Anybody can check that the luck was drawn before the game. @param {Table} table */
  fairness({ news }) {
    if (!news?.secret) return nothing;
    return html`<details class="fairness">
      <summary>${say("result.fair")}</summary>
      <p>${say("result.fair_about")}</p>
      <dl>
        <dt>${say("result.promise")}</dt><dd><code>${news.promise}</code></dd>
        <dt>${say("result.secret")}</dt><dd><code>${news.secret}</code></dd>
      </dl>
    </details>`;
  }
}

customElements.define("galopp-result", Result);
