/** Who sits at the table: a badge for each seat, with all that everybody may know of it. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { Fresh } from "../shared/fresh.js";
import { face, labelled, ownMark } from "../shared/labels.js";
import { awayFor, briefly } from "../../language/lasting.js";
import { isMuted, isTalk } from "../shared/muting.js";
import { TablePart } from "../shared/part.js";
import "./seat.js";
import { clockOf } from "./thinking.js";
import { isLongAway, isMissed, votesLeft } from "./voting.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").SeatShown} SeatShown */

const TICK = 1000; // milliseconds
const BUBBLE = 6000;

/** @extends {TablePart<TableModel>} */
export class Seats extends TablePart {
  static properties = { lookedAt: { state: true } };

  constructor() {
    super();
    /** The seat whose sheet is open. @type {number | null} */
    this.lookedAt = null;
    /** What was just said, by seat. @type {Map<number, {words: string, timer: ReturnType<typeof setTimeout>}>} */
    this.saying = new Map();
    this.fresh = new Fresh();
    this.addEventListener("galopp-close", (event) => this.leave(event));
  }

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
    super.disconnectedCallback();
  }

  /** @param {Event} event */
  leave(event) {
    event.stopPropagation();
    this.lookedAt = null;
  }

  willUpdate() {
    if (!this.table) return;
    for (const { happened } of this.fresh.take(this.table)) happened.forEach((event) => this.hear(event));
  }

  /** Whatever is said hangs over its seat for a moment. @param {import("../../types.js").Happened} event */
  hear(event) {
    const { seat, phrase, text } = event.arguments;
    if (!isTalk(event) || isMuted(seat)) return;
    clearTimeout(this.saying.get(seat)?.timer);
    const timer = setTimeout(() => this.saying.delete(seat) && this.requestUpdate(), BUBBLE);
    this.saying.set(seat, { words: phrase ? say(`phrase.${phrase}`) : text, timer });
  }

  render() {
    const { table } = this;
    if (!table?.news) return nothing;
    return html`<ol class="seats" aria-label=${say("seat.all")}>
        ${table.news.seats.map((seat, number) => this.badge(table, seat, number))}
      </ol>
      ${this.lookedAt === null
        ? nothing
        : html`<galopp-seat .table=${table} .seat=${this.lookedAt}></galopp-seat>`}`;
  }

  /** @param {TableModel} table @param {SeatShown} seat @param {number} number */
  badge(table, seat, number) {
    const asked = table.asked.includes(number);
    const kind = `${asked ? "asked" : ""} ${isAway(seat) ? "is-away" : ""} ${table.viewpoint.seats.includes(number) ? "own" : ""}`;
    const said = this.saying.get(number)?.words;
    return html`<li class="seat ${kind}" data-anchor="seat-${number}" aria-current=${asked ? "true" : nothing}>
      <button type="button" class="badge" aria-haspopup="dialog" @click=${() => (this.lookedAt = number)}>
        ${this.inside(table, seat, number, asked)}
        ${said === undefined && mayCallBot(table, number) ? bubble(say("seat.missed")) : nothing}
      </button>
      ${said === undefined ? nothing : bubble(said)}
    </li>`;
  }

  /** What stands on a badge. @param {TableModel} table @param {SeatShown} seat @param {number} number @param {boolean} asked */
  inside(table, seat, number, asked) {
    return html`${face(seat)}
      <span class="name">${table.name(number)}</span>
      <span class="facts">${facts(table, number)}</span>
      <span class="marks">${marks(table, seat, number)}</span>
      ${this.state(table, seat, number, asked)}`;
  }

  /** One line: whose turn it is, an absence, a clock.
   * @param {TableModel} table @param {SeatShown} seat @param {number} number @param {boolean} asked */
  state(table, seat, number, asked) {
    const playsOn = seat.kind === "person" && seat.level;
    return html`<span class="state">
      ${asked ? html`<span class="turn">${say("seat.turn")}</span>` : nothing}
      ${isAway(seat) ? away(table, seat) : nothing}
      ${playsOn ? html`<span class="plays-on">${labelled("bot", say("seat.bot_plays_on"))}</span>` : nothing}
      ${clock(clockOf(table, number))}
    </span>`;
  }
}

/** Words below a badge, and whose they are. @param {string} words */
const bubble = (words) => html`<span class="saying-tail"></span><span class="saying">${words}</span>`;

/** Whether the way on leads through this badge; after a longer absence the table itself asks.
 * @param {TableModel} table @param {number} seat */
const mayCallBot = (table, seat) =>
  isMissed(table, seat) && !isLongAway(table, seat) && !table.viewpoint.seats.includes(seat) && votesLeft(table, seat).length > 0;

/** @param {TableModel} table @param {SeatShown} seat */
function away(table, seat) {
  const told = awayFor(table, seat);
  const time = briefly(table.clock - (seat.away_since ?? table.clock));
  return html`<span class="away" title=${told}>
    ${iconPicture("away")}<span aria-hidden="true">${time}</span><span class="unseen">${told}</span>
  </span>`;
}

/** @param {import("./thinking.js").Clock | null} shown */
function clock(shown) {
  if (!shown) return nothing;
  return html`<span class="clock ${shown.late ? "late" : ""}" title=${shown.told}>
    ${iconPicture("clock")}<span aria-hidden="true">${shown.shown}</span><span class="unseen">${shown.told}</span>
  </span>`;
}

/** @param {SeatShown} seat */
const isAway = (seat) => seat.kind === "person" && !seat.connected && !seat.level;

/** Small signs on the edge of the badge, where they hide neither face nor name. @param {TableModel} table @param {SeatShown} seat @param {number} number */
function marks(table, seat, number) {
  return [
    table.news?.host_seat === number ? mark("crown", iconPicture("crown", say("seat.host"))) : nothing,
    seat.level ? mark("bot", iconPicture("bot", seat.kind === "bot" ? say("seat.bot") : "")) : nothing,
    table.viewpoint.seats.includes(number) ? ownMark() : nothing,
  ];
}

/** @param {string} kind @param {unknown} drawn */
const mark = (kind, drawn) => html`<span class="mark mark-${kind}">${drawn}</span>`;

/** What the game tells everybody about a seat. @param {TableModel} table @param {number} seat */
function facts(table, seat) {
  const { scene } = table;
  if (!scene || !table.game) return nothing;
  return table.game.seatFacts(scene, seat, table.teller).map(
    ({ picture, value, label }) => html`<span class="fact ${value.length > 4 ? "long" : ""}" title=${label}>
      <span class="fact-picture" aria-hidden="true">${picture}</span>
      <span class="figures" aria-hidden="true">${value.split(" ").map((figure) => html`<span>${figure}</span>`)}</span>
      <span class="unseen">${label}</span>
    </span>`,
  );
}

customElements.define("galopp-seats", Seats);
