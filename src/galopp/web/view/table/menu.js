/** Everything about the table that is not the game: how it is shown, shared, moved, left, run. */

import { html, nothing } from "lit";
import { go } from "../../routes.js";
import * as memory from "../../net/memory.js";
import { openRules } from "../rules/ways.js";
import { say } from "../../language/words.js";
import { beginning } from "../shared/beginning.js";
import { absence, daysSwitch } from "../lobby/days.js";
import { keysBehind } from "../shared/device.js";
import { labelled } from "../shared/labels.js";
import { lasting } from "../../language/lasting.js";
import { likings } from "../shared/liking.js";
import "../lobby/settings.js";
import "../notices/settings.js";
import "../shared/share.js";
import "../shared/tv_way.js";
import { Sheet } from "../shared/sheet.js";
import "./undo.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {"" | "share" | "device" | "notices" | "tv" | "settings"} Leaf a page of the menu */

/** A phone, most likely without keys. */
const TOUCHED_ONLY = matchMedia("(hover: none) and (pointer: coarse)");

class Menu extends Sheet {
  static properties = { ...Sheet.properties, leaf: { state: true } };

  constructor() {
    super();
    /** @type {Leaf} */
    this.leaf = "";
  }

  // says: menu.share, menu.device, menu.notices, menu.tv, menu.settings
  heading() {
    return say(this.leaf ? `menu.${this.leaf}` : "menu.title");
  }

  body() {
    const { table } = this;
    if (!table?.news) return nothing;
    if (!this.leaf) return this.all(table);
    return html`<button class="act back" type="button" @click=${() => this.turnTo("")}>
        ${labelled("back", say("menu.back"))}
      </button>
      ${this.inLeaf(table)}`;
  }

  /** @param {Leaf} leaf */
  turnTo(leaf) {
    this.leaf = leaf;
    this.doubted = "";
  }

  /** @param {Table} table */
  inLeaf(table) {
    switch (this.leaf) {
      case "share": return html`<galopp-share .table=${table}></galopp-share>`;
      case "device": return html`<p>${say("device.why")}</p>
        <galopp-device .path=${`t/${table.code}`} .behind=${keysBehind(table.code)}></galopp-device>`;
      case "tv": return html`<galopp-tv-way .table=${table}></galopp-tv-way>`;
      case "notices": return html`<galopp-notice-settings .table=${table}></galopp-notice-settings>`;
      case "settings": return html`<galopp-settings .table=${table}></galopp-settings>`;
      default: return nothing;
    }
  }

  /** @param {Table} table */
  all(table) {
    const begin = table.news?.begin;
    return html`${begin ? html`<p class="quiet" @click=${this.close}>${beginning(begin)}</p>` : nothing}
      <div class="acts two">
        ${this.act("book", say("menu.rules"), () => this.read(table))}
        ${table.live ? this.towardsOthers(table.live) : nothing}
        ${TOUCHED_ONLY.matches ? nothing : this.act("keyboard", say("menu.keys"), () => this.instead("help"))}
        ${table.viewpoint.viewer !== null && table.playing ? this.act("undo", say("menu.undo"), () => this.undo(table)) : nothing}
      </div>
      ${table.live ? daysSwitch(table.live) : nothing}
      ${likings(this, table)}
      <div class="acts">${table.live ? this.hosting(table.live) : nothing}${this.leaving(table)}</div>`;
  }

  /** How others come here, and how one is told of the table elsewhere. @param {Table} table */
  towardsOthers(table) {
    const own = table.viewpoint.seats.length > 0 || table.viewpoint.host;
    return html`${this.turning("share", "share")}
      ${own ? html`${this.turning("phone", "device")}${this.turning("bell", "notices")}` : nothing}
      ${this.turning("tv", "tv")}`;
  }

  /** @param {string} icon @param {Exclude<Leaf, "">} leaf */
  turning(icon, leaf) {
    return this.act(icon, say(`menu.${leaf}`), () => this.turnTo(leaf));
  }

  /** Another sheet in place of this one. @param {string} sheet */
  instead(sheet) {
    this.close();
    const open = new CustomEvent("galopp-open", { bubbles: true, detail: sheet });
    setTimeout(() => (document.querySelector("galopp-table") ?? document).dispatchEvent(open));
  }

  /** @param {Table} table */
  read(table) {
    this.close();
    openRules(table.news?.game ?? "");
  }

  /** @param {Table} table */
  undo(table) {
    table.tell({ type: "undo", seat: table.viewpoint.viewer });
    this.close();
  }

  // --- Host

  /** @param {Table} table */
  hosting(table) {
    if (!table.viewpoint.host) return this.claiming(table);
    const close = () => table.tell({ type: "close" });
    return html`${this.turning("people", "settings")}
      ${this.graveAct("cross", say("menu.close_table"), say("menu.close_table_sure"), close)}`;
  }

  /** Somebody must be able to run the table when its host is away. @param {Table} table */
  claiming(table) {
    const { news } = table;
    const [mine] = table.viewpoint.seats;
    if (!news || news.host_connected || mine === undefined) return nothing;
    const left = (news.host_away_since ?? table.clock) + absence(news.settings) - table.clock;
    if (left > 0) return html`<p class="quiet">${say("menu.claim_later", { time: lasting(left) })}</p>`;
    return this.act("crown", say("menu.claim_host"), () => this.claim(table, mine));
  }

  /** @param {Table} table @param {number} seat */
  async claim(table, seat) {
    const key = memory.newKey();
    if (!(await table.tell({ type: "claim_host", seat, key }))) return;
    memory.remember(table.code, (kept) => (kept.host = key));
    table.connection.line?.greet();
  }

  // --- Leaving

  /** @param {Table} table */
  leaving(table) {
    return html`${table.viewpoint.seats.map((seat) => this.standing(table, seat))}
      ${this.act("home", say("menu.home"), () => go("/"))}`;
  }

  /** @param {Table} table @param {number} seat */
  standing(table, seat) {
    if (table.news?.seats[seat]?.level && table.playing) return nothing; // stood up already: a bot plays
    const alone = table.viewpoint.seats.length === 1;
    const told = alone ? say("menu.stand_up") : say("menu.stand_up_as", { seat: table.name(seat) });
    const sure = say(table.playing ? "menu.stand_up_playing" : "menu.stand_up_sure");
    return this.graveAct("door", told, sure, () => this.stand(table, seat));
  }

  /** @param {Table} table @param {number} seat */
  async stand(table, seat) {
    await table.stand(seat);
    this.close();
  }
}

customElements.define("galopp-menu", Menu);
