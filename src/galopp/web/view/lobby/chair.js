/** One chair from near: sit down, put a bot there, send away, change places. `<galopp-chair .table .seat>`, a sheet. */

import { html, nothing, svg } from "lit";
import { iconPicture, picture } from "../../art/picture.js";
import { levelAbout, levelName } from "../../language/levels.js";
import * as memory from "../../net/memory.js";
import { say } from "../../language/words.js";
import { likeLevel } from "../../model/opening.js";
import { Sheet } from "../shared/sheet.js";
import { suggestName, suggestPig } from "../shared/sitting.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").SeatShown} SeatShown */

/** Two arrows that pass each other. */
const SWAP = svg`<path class="icon" d="M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4"></path>`;
const SPARE = [0, 1, 2, 3, 4];

export class Chair extends Sheet {
  static properties = { ...Sheet.properties, seat: { attribute: false }, who: { state: true } };

  constructor() {
    super();
    this.seat = 0;
    this.who = { name: "", pig: "" };
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("seat")) return;
    const others = this.table?.news?.seats ?? [];
    this.who = { name: suggestName(others.map(({ name }) => name)), pig: suggestPig(others.map(({ pig }) => pig)) };
  }

  heading() {
    const shown = this.table?.news?.seats[this.seat];
    return shown?.name || say("lobby.chair", { number: this.seat + 1 });
  }

  body() {
    const { table } = this;
    const shown = table?.news?.seats[this.seat];
    if (!table || !shown) return nothing;
    return html`<div class="chair-near">
      ${shown.kind === "free" && !table.viewpoint.seats.length ? this.sitting(table) : nothing}
      ${table.viewpoint.host && shown.kind !== "person" ? this.bots(table, shown) : nothing}
      ${shown.kind === "free" && table.viewpoint.seats.length ? this.sitting(table) : nothing}
      ${table.viewpoint.host && shown.kind !== "free" ? this.places(table) : nothing}
      ${this.leaving(table, shown)}
    </div>`;
  }

  /** Do something, and close if it was taken. @param {Promise<unknown>} deed */
  async then(deed) {
    if (await deed) this.close();
  }

  // --- Sitting down

  /** @param {Table} table */
  sitting(table) {
    const again = table.viewpoint.seats.length > 0;
    return html`<form class="chair-part" @submit=${(/** @type {Event} */ event) => this.sit(event, table)}>
      ${again ? html`<h3>${say("sit.again")}</h3><p class="choice-about">${say("sit.again.about")}</p>` : nothing}
      <galopp-sitting
        .name=${this.who.name} .pig=${this.who.pig} .taken=${table.news?.seats.map(({ pig }) => pig) ?? []}
        @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}
      ></galopp-sitting>
      <button class=${again ? "" : "primary"} type="submit" ?autofocus=${!again}>${iconPicture("check")}${say("sit.down")}</button>
    </form>`;
  }

  /** @param {Event} event @param {Table} table */
  async sit(event, table) {
    event.preventDefault();
    const again = table.viewpoint.seats.length > 0;
    const { name, pig } = memory.likes();
    this.keepKey(table.code);
    await this.then(table.sit({ ...this.who, seat: this.seat }));
    if (again && name) memory.like({ name, pig }); // the device remembers the first of its people
  }

  /** A key may still be kept under a number where its owner no longer sits; it must not be lost. @param {string} code */
  keepKey(code) {
    const { seats } = memory.table(code);
    const kept = seats[this.seat];
    const spare = SPARE.find((seat) => seat !== this.seat && !seats[seat]);
    if (kept && spare !== undefined) memory.remember(code, (table) => (table.seats[spare] = kept));
  }

  // --- What only the host may do

  /** @param {Table} table @param {SeatShown} shown */
  bots(table, shown) {
    const levels = table.shown?.bots ?? [];
    return html`<div class="chair-part">
      <h3>${say(shown.kind === "bot" ? "lobby.bot.level" : "lobby.bot.add")}</h3>
      <div class="chair-ways">
        ${levels.map((level) => html`<button type="button" aria-pressed=${shown.level === level} @click=${() => this.seatBot(table, level)}>
          ${iconPicture("bot")}<span>${levelName(level)}<small>${levelAbout(level)}</small></span>
        </button>`)}
      </div>
    </div>`;
  }

  /** @param {Table} table @param {string} level */
  seatBot(table, level) {
    likeLevel(level);
    return this.then(table.tell({ type: "add_bot", seat: this.seat, level }));
  }

  /** @param {Table} table */
  places(table) {
    const others = table.news?.seats.map((_, seat) => seat).filter((seat) => seat !== this.seat) ?? [];
    if (!others.length) return nothing;
    return html`<div class="chair-part">
      <h3>${say("lobby.swap")}</h3>
      <div class="chair-ways chair-places">
        ${others.map((other) => html`<button type="button" @click=${() => this.swap(table, other)}>${picture(SWAP, { width: 24, height: 24, left: 0, top: 0, kind: "picture-icon" })}${table.name(other)}</button>`)}
      </div>
    </div>`;
  }

  /** @param {Table} table @param {number} other */
  swap(table, other) {
    return this.then(table.tell({ type: "swap", seat: this.seat, other }));
  }

  // --- Going

  /** @param {Table} table @param {SeatShown} shown */
  leaving(table, { kind }) {
    const mine = table.viewpoint.seats.includes(this.seat);
    if (mine) return this.button("lobby.stand", () => table.stand(this.seat));
    if (!table.viewpoint.host || kind === "free") return nothing;
    const said = { type: "send_away", seat: this.seat };
    return this.button(kind === "bot" ? "lobby.bot.away" : "lobby.send_away", () => table.tell(said));
  }

  // says: lobby.stand, lobby.bot.away, lobby.send_away
  /** @param {string} key @param {() => Promise<unknown>} deed */
  button(key, deed) {
    const press = async () => {
      await deed();
      this.close();
    };
    return html`<button class="chair-leave" type="button" @click=${press}>${iconPicture("door")}${say(key)}</button>`;
  }
}

customElements.define("galopp-chair", Chair);
