/**
 * What a player has, on a phone beside a screen that shows the board: `<galopp-own .table>`.
 *
 * It stands where otherwise all seats and the board are, and brings them back if they are wanted.
 */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { face, labelled } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").SeatFact} SeatFact */

class Own extends TablePart {
  render() {
    const { table } = this;
    const seat = table?.viewpoint.viewer ?? null;
    if (!table || seat === null) return nothing;
    return html`<section class="holding ${table.asked.includes(seat) ? "asked" : ""}" aria-label=${say("own.title")} data-anchor="seat-${seat}">
      ${face(table.news?.seats[seat])}
      <h2>${table.name(seat)}</h2>
      <ul>${facts(table, seat).map(fact)}</ul>
      <div class="own-tv">
        <p>${say("own.on_tv")}</p>
        <button type="button" @click=${() => table.roomScreen.wantBoard(true)}>${labelled("eye", say("own.show_board"))}</button>
      </div>
    </section>`;
  }
}

/** What everybody knows of the seat, and what only its player does; behind the curtain nobody does.
 * @param {Table} table @param {number} seat @returns {SeatFact[]} */
function facts({ scene, game, teller }, seat) {
  if (!scene || !game) return [];
  return [...game.seatFacts(scene, seat, teller), ...(game.ownFacts?.(scene, teller) ?? [])];
}

/** @param {SeatFact} fact */
const fact = ({ picture, label }) => html`<li><span class="fact-picture" aria-hidden="true">${picture}</span><span>${label}</span></li>`;

customElements.define("galopp-own", Own);
