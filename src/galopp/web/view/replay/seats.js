/** The badges of a replay: pressing one looks through that seat's eyes, pressing it again through everybody's. */

import { html, nothing } from "lit";
import { OPEN } from "../../model/playback.js";
import { say } from "../../language/words.js";
import { Seats } from "../table/seats.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").SeatShown} SeatShown */

class ReplaySeats extends Seats {
  static properties = { ...Seats.properties, replay: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../model/replay.js").Replay | null} */
    this.replay = null;
  }

  /** @param {number} seat */
  look(seat) {
    this.replay?.lookAs(this.replay.wanted === seat ? OPEN : seat);
  }

  /** @param {TableModel} table @param {SeatShown} seat @param {number} number */
  badge(table, seat, number) {
    const asked = table.asked.includes(number);
    const chosen = this.replay?.wanted === number;
    return html`<li class="seat ${asked ? "asked" : ""} ${chosen ? "own" : ""}" data-anchor="seat-${number}" aria-current=${asked ? "true" : nothing}>
      <button type="button" class="badge" aria-pressed=${chosen} title=${say("replay.look_as", { seat: table.name(number) })} @click=${() => this.look(number)}>
        ${this.inside(table, seat, number, asked)}
      </button>
    </li>`;
  }
}

customElements.define("galopp-replay-seats", ReplaySeats);
