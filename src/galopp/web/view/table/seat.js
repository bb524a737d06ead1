/** One seat from near: who sits there, how they are, and what may be done about it. */

import { html, nothing } from "lit";
import { levelName } from "../../language/levels.js";
import * as memory from "../../net/memory.js";
import { allOf, say } from "../../language/words.js";
import { seatBehind } from "../shared/device.js";
import { face, labelled } from "../shared/labels.js";
import { awayFor, lasting } from "../../language/lasting.js";
import { isMuted, toggleMuted } from "../shared/muting.js";
import { Sheet } from "../shared/sheet.js";
import { clockOf } from "./thinking.js";
import { isMissed, vote, votesLeft } from "./voting.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").SeatShown} SeatShown */

/** @extends {Sheet<TableModel>} */
class Seat extends Sheet {
  static properties = { ...Sheet.properties, seat: { attribute: false }, given: { state: true } };

  constructor() {
    super();
    this.seat = 0;
    /** A new key that the host may hand over. */
    this.given = "";
  }

  get own() {
    return !!this.table?.viewpoint.seats.includes(this.seat);
  }

  heading() {
    return this.table?.name(this.seat) ?? "";
  }

  body() {
    const { table } = this;
    const shown = table?.news?.seats[this.seat];
    if (!table || !shown) return nothing;
    return html`<div class="seat-near">
        ${face(shown)}
        <ul class="told">${this.told(table, shown).map((line) => html`<li>${line}</li>`)}</ul>
      </div>
      ${this.given ? this.handOver(table) : html`<div class="acts">${this.acts(table, shown)}</div>`}`;
  }

  /** All there is to say about the seat. @param {TableModel} table @param {SeatShown} shown */
  told(table, shown) {
    const clock = clockOf(table, this.seat);
    return [
      this.own && say("seat.yours"),
      table.news?.host_seat === this.seat && say("seat.is_host"),
      shown.kind === "bot" && say("seat.is_bot", { level: levelName(shown.level) }),
      shown.kind === "person" && shown.level && say("seat.bot_plays", { level: levelName(shown.level) }),
      shown.kind === "person" && this.presence(table, shown),
      ...this.facts(table),
      clock?.told,
      shown.voters.length && say("seat.voters", { seats: allOf(shown.voters.map((one) => table.name(one))) }),
    ].filter(Boolean);
  }

  /** @param {TableModel} table @param {SeatShown} shown */
  presence(table, shown) {
    return shown.connected ? say("seat.there") : awayFor(table, shown);
  }

  /** @param {TableModel} table */
  facts({ scene, game, teller }) {
    return scene && game ? game.seatFacts(scene, this.seat, teller).map(({ label }) => label) : [];
  }

  /** @param {TableModel} table @param {SeatShown} shown */
  acts({ live }, shown) {
    return [
      live ? this.ownActs(live, shown) : nothing,
      this.othersActs(live, shown),
      live?.viewpoint.host ? this.hostActs(live, shown) : nothing,
    ];
  }

  /** @param {Table} table @param {SeatShown} shown */
  ownActs(table, shown) {
    const played = this.own && shown.kind === "person" && shown.level;
    return played ? this.act("people", say("seat.take_back"), () => this.takeBack(table)) : nothing;
  }

  /** @param {Table | null} live @param {SeatShown} shown */
  othersActs(live, shown) {
    if (this.own || shown.kind !== "person") return nothing;
    const mayVote = !!live?.viewpoint.seats.length && !shown.level && live.playing;
    const heard = !isMuted(this.seat);
    return html`${live && mayVote ? this.takeOver(live, shown) : nothing}
      ${this.act(heard ? "mute" : "sound", say(heard ? "seat.mute" : "seat.unmute"), () => this.mute())}`;
  }

  /** @param {Table} table @param {SeatShown} shown */
  hostActs(table, shown) {
    if (this.own || shown.kind === "free" || (table.playing && shown.level)) return nothing;
    const sure = say("seat.send_away_sure", { seat: table.name(this.seat) });
    return html`${shown.kind === "person" ? this.act("key", say("seat.reissue"), () => this.reissue(table)) : nothing}
      ${this.graveAct("door", say("seat.send_away"), sure, () => this.sendAway(table))}`;
  }

  /** Others may let a bot play on for whoever is away or keeps them waiting.
   * @param {Table} table @param {SeatShown} shown */
  takeOver(table, shown) {
    const waiting = table.now?.asked.includes(this.seat);
    if (shown.connected && !waiting) return nothing;
    const grace = lasting(table.news?.settings.grace ?? 0);
    const voted = !votesLeft(table, this.seat).length;
    const kind = isMissed(table, this.seat) && !voted ? "primary" : "";
    return html`<button class="act ${kind}" type="button" ?disabled=${voted} @click=${() => vote(table, this.seat)}>
        ${labelled("bot", say(voted ? "seat.voted" : "seat.take_over"))}
      </button>
      <p class="quiet">${say(shown.connected ? "seat.if_all_want_it" : "seat.after_grace", { time: grace })}</p>`;
  }

  /** @param {Table} table */
  async takeBack(table) {
    if (await table.tell({ type: "take_back", seat: this.seat })) this.close();
  }

  mute() {
    toggleMuted(this.seat);
    this.table?.changed();
  }

  /** The person has lost the way back: a new key, made here, to be handed over. @param {Table} table */
  async reissue(table) {
    const key = memory.newKey();
    if (await table.tell({ type: "reissue", seat: this.seat, key })) this.given = key;
  }

  /** @param {Table} table */
  async sendAway(table) {
    if (await table.tell({ type: "send_away", seat: this.seat })) this.close();
  }

  /** @param {TableModel} table */
  handOver(table) {
    return html`<p>${say("seat.hand_over", { seat: table.name(this.seat) })}</p>
      <galopp-device .path=${`t/${table.code}`} .behind=${seatBehind(this.seat, this.given)}></galopp-device>`;
  }
}

customElements.define("galopp-seat", Seat);
