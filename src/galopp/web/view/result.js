/** The game is over: who has won, how everybody stands, and once more? */

import { LitElement, html, nothing } from "lit";
import { follow } from "../app_routes.js";
import { avatarPicture, iconPicture, picture } from "../art/picture.js";
import { laurel } from "../art/things.js";
import { page } from "../net/root.js";
import { Watching } from "../watching.js";
import { allOf, number, say } from "../words.js";

/** @typedef {import("../table.js").Table} Table */

const STRAWS = 18;

class Result extends LitElement {
  static properties = { table: { attribute: false }, folded: { state: true } };

  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    /** Folded down to one line, to look at the board. */
    this.folded = false;
    new Watching(this, () => this.table);
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { table } = this;
    const over = table?.news?.phase === "over" && table.now?.winners && table.stage?.idle;
    if (!table || !over) return nothing;
    return html`<section class="result ${this.folded ? "folded" : ""}" aria-label=${say("result.title")}>
      ${this.folded ? nothing : html`<div class="straws" aria-hidden="true">${Array.from({ length: STRAWS }, () => html`<i></i>`)}</div>`}
      ${this.winners(table, table.now?.winners ?? [])}
      ${this.folded ? nothing : html`${this.standing(table)}${this.acts(table)}${this.fairness(table)}`}
    </section>`;
  }

  /** @param {Table} table @param {number[]} winners */
  winners(table, winners) {
    return html`<header class="winners">
      <span class="podium">${winners.map((seat) => this.winner(table, seat))}</span>
      <h2>${this.told(table, winners)}</h2>
      <button type="button" class="tool" aria-expanded=${!this.folded} aria-label=${say(this.folded ? "result.unfold" : "result.fold")}
        @click=${() => (this.folded = !this.folded)}>${iconPicture(this.folded ? "trophy" : "eye")}</button>
    </header>`;
  }

  /** @param {Table} table @param {number[]} winners */
  told(table, winners) {
    if (!winners.length) return say("result.nobody");
    const [first] = winners;
    if (winners.length === 1 && table.seats.length === 1 && table.seats[0] === first) return say("result.you");
    return say("result.won", { count: winners.length, seats: allOf(winners.map((seat) => table.name(seat))) });
  }

  /** @param {Table} table @param {number} seat */
  winner(table, seat) {
    return html`<span class="winner">${picture(laurel(), { width: 64, height: 64 })}<span class="face">${this.face(table, seat)}</span></span>`;
  }

  /** @param {Table} table @param {number} seat */
  face(table, seat) {
    const shown = table.news?.seats[seat];
    return avatarPicture(shown?.kind === "bot" ? "bot" : shown?.pig ?? "");
  }

  /** @param {Table} table */
  standing(table) {
    const rows = table.now && table.game ? table.game.result(table.now.view, table.teller) : [];
    const counted = rows.some(({ points }) => points !== null);
    return html`<table class="standing">
      <thead class="unseen"><tr><th>${say("result.place")}</th><th>${say("result.player")}</th>${counted ? html`<th>${say("result.points")}</th>` : nothing}</tr></thead>
      <tbody>${rows.map((row, index) => this.row(table, row, index, counted))}</tbody>
    </table>`;
  }

  /** @param {Table} table @param {{seat: number, points: number | null, note: string}} row @param {number} index @param {boolean} counted */
  row(table, { seat, points, note }, index, counted) {
    const won = table.now?.winners?.includes(seat);
    return html`<tr class=${won ? "won" : ""}>
      <td class="place">${won ? iconPicture("trophy", say("result.winner")) : number(index + 1)}</td>
      <th scope="row"><span class="who"><span class="face">${this.face(table, seat)}</span>
        <span><b>${table.name(seat)}</b>${note ? html`<small>${note}</small>` : nothing}</span></span></th>
      ${counted ? html`<td class="points">${points === null ? "" : say("result.points_of", { count: points })}</td>` : nothing}
    </tr>`;
  }

  /** @param {Table} table */
  acts(table) {
    const seated = table.seats.length > 0;
    const full = table.news?.seats.every(({ kind }) => kind !== "free");
    return html`<div class="result-acts">
      ${seated && full ? html`<button type="button" class="primary" @click=${() => this.again(table)}>${iconPicture("replay")}<span>${say("result.again")}</span></button>` : nothing}
      ${seated ? html`<button type="button" @click=${() => table.tell({ type: "rematch" })}>${iconPicture("people")}<span>${say("result.rematch")}</span></button>` : nothing}
      <a class="button" href=${page(`/api/tables/${table.code}/record?round=${table.news?.round ?? 0}`)} download>${iconPicture("copy")}<span>${say("result.save")}</span></a>
      <a class="button" href=${page("/")} @click=${follow}>${iconPicture("home")}<span>${say("result.home")}</span></a>
    </div>`;
  }

  /** The same people once more, and the cards at once. @param {Table} table */
  async again(table) {
    if (await table.tell({ type: "rematch" })) await table.tell({ type: "start" });
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
