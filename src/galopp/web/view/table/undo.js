/** Questions the table puts to somebody: may this be taken back; are you back; shall a bot play on? */

import { html, nothing } from "lit";
import { allOf, say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";
import { isLongAway, vote } from "./voting.js";

/** @typedef {import("../../model/table.js").Table} Table */

const TICK = 5000; // milliseconds

class Undo extends TablePart {
  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
    super.disconnectedCallback();
  }

  render() {
    const { table } = this;
    if (!table?.news || !table.playing) return nothing;
    return html`${this.undo(table)}${table.viewpoint.seats.map((seat) => this.playedOn(table, seat))}
      ${table.now?.asked.map((seat) => this.missing(table, seat))}`;
  }

  /** @param {Table} table */
  undo(table) {
    const asker = table.news?.undo ?? null;
    if (asker === null) return nothing;
    const missing = this.unanswered(table, asker);
    const answering = missing.find((seat) => table.viewpoint.seats.includes(seat));
    if (answering !== undefined) return this.question(table, asker, answering);
    return html`<div class="banner" role="status">
      <p>${say(asker === table.viewpoint.you ? "undo.waiting.you" : "undo.waiting", { seat: table.name(asker), others: allOf(missing.map((seat) => table.name(seat))) })}</p>
    </div>`;
  }

  /** The people who have not agreed yet. @param {Table} table @param {number} asker */
  unanswered({ news }, asker) {
    const { seats, undo_agreed: agreed } = /** @type {import("../../types.js").TableNews} */ (news);
    const plays = (/** @type {number} */ seat) => seats[seat].kind === "person" && !seats[seat].level;
    return [...seats.keys()].filter((seat) => plays(seat) && seat !== asker && !agreed.includes(seat));
  }

  /** @param {Table} table @param {number} asker @param {number} seat */
  question(table, asker, seat) {
    const answer = (/** @type {boolean} */ agree) => table.tell({ type: "answer_undo", seat, agree });
    return html`<div class="banner">
      <p role="alert">${say("undo.question", { seat: table.name(asker) })}</p>
      <div class="banner-acts">
        <button type="button" class="primary" @click=${() => answer(true)}>${labelled("check", say("undo.agree"))}</button>
        <button type="button" @click=${() => answer(false)}>${labelled("close", say("undo.decline"))}</button>
      </div>
    </div>`;
  }

  /** A bot has played on in our seat: we are back with one press. @param {Table} table @param {number} seat */
  playedOn(table, seat) {
    const shown = table.news?.seats[seat];
    if (shown?.kind !== "person" || !shown.level) return nothing;
    const told = say(seat === table.viewpoint.you ? "seat.bot_plays_for.you" : "seat.bot_plays_for", { seat: table.name(seat) });
    return this.offer(told, labelled("people", say("seat.take_back")), () => table.tell({ type: "take_back", seat }));
  }

  /** Everybody waits for somebody who has been away for long. @param {Table} table @param {number} seat */
  missing(table, seat) {
    if (table.viewpoint.seats.includes(seat) || !isLongAway(table, seat) || !table.viewpoint.seats.length) return nothing;
    const told = say("seat.long_away", { seat: table.name(seat) });
    return this.offer(told, labelled("bot", say("seat.take_over")), () => vote(table, seat));
  }

  /** @param {string} told @param {unknown} label @param {() => void} press */
  offer(told, label, press) {
    return html`<div class="banner">
      <p role="status">${told}</p>
      <div class="banner-acts"><button type="button" class="primary" @click=${press}>${label}</button></div>
    </div>`;
  }
}

customElements.define("galopp-undo", Undo);
