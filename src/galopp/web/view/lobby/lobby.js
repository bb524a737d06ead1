/** A table before the game, and between two: who sits where, how it is played, how others find it. `<galopp-lobby>` */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { levelName } from "../../language/levels.js";
import * as memory from "../../net/memory.js";
import { page } from "../../net/root.js";
import { bring } from "../../parts.js";
import { followToRules, rulesPage } from "../rules/ways.js";
import { say } from "../../language/words.js";
import { beginning } from "../shared/beginning.js";
import { likeLevel, likedLevel, rememberGame } from "../../model/opening.js";
import { chairs } from "./chairs.js";
import { pick } from "../shared/choice.js";
import { presetOf, resized } from "./presets.js";
import "./stepper.js";
import { TablePart } from "../shared/part.js";
import "../shared/share.js";

/** @typedef {import("../../model/table.js").Table} Table */

const ROOMY = matchMedia("(min-width: 900px)");
const LATER = 3000; // milliseconds: then what is not needed for the first look is fetched

/** What opens when it is pressed: chairs, options, settings, the menu. */
const bringTheRest = () => bring("lobbyLater");

/** Whether nobody from elsewhere sits here yet. @param {Table} table */
const isAlone = ({ news, viewpoint }) => !news?.seats.some(({ kind }, seat) => kind === "person" && !viewpoint.seats.includes(seat));

class Lobby extends TablePart {
  static properties = { filling: { state: true }, near: { state: true }, unread: { state: true } };

  constructor() {
    super();
    /** Bots are on their way to the free seats. */
    this.filling = false;
    /** What lies over the lobby: a chair from near, the menu, or what was said. @type {number | "menu" | "talk" | null} */
    this.near = null;
    /** Whether somebody said something that has not been read. */
    this.unread = false;
    /** The number of the last news whose swaps were followed. */
    this.heard = -1;
    this.addEventListener("galopp-close", () => (this.near = null));
    this.addEventListener("heard", () => (this.unread = this.near !== "talk"));
  }

  connectedCallback() {
    super.connectedCallback();
    this.later = setTimeout(bringTheRest, ROOMY.matches ? 0 : LATER); // with room, all of it lies open
  }

  disconnectedCallback() {
    clearTimeout(this.later);
    super.disconnectedCallback();
  }

  /** A member of the table's group sits down as who they are there; else the chair is seen from near. @param {number} seat */
  pressChair(seat) {
    const ofGroup = /** @type {import("../group/at_table.js").AtGroup | null} */ (this.querySelector("galopp-at-group"));
    return ofGroup?.seats?.(seat) || this.bringNear(seat);
  }

  /** Something is to lie over the lobby. @param {number | "menu" | "talk"} what */
  async bringNear(what) {
    await bringTheRest();
    this.near = what;
    if (what === "talk") this.unread = false;
  }

  willUpdate() {
    const { news, code = "" } = this.table ?? {};
    if (!news || news.seq <= this.heard) return;
    this.heard = news.seq;
    for (const { key, arguments: told } of news.happened) {
      if (key === "table.swapped") this.swapKeys(code, told.seat, told.other);
    }
  }

  /** Keys are remembered by seat, so they go along. @param {string} code @param {number} seat @param {number} other */
  swapKeys(code, seat, other) {
    memory.remember(code, ({ seats }) => {
      const { [seat]: one, [other]: two } = seats;
      delete seats[seat];
      delete seats[other];
      if (one) seats[other] = one;
      if (two) seats[seat] = two;
    });
  }

  /** Seats nobody has taken. @param {Table} table */
  free(table) {
    const seats = table.news?.seats ?? [];
    return seats.flatMap(({ kind }, seat) => (kind === "free" ? [seat] : []));
  }

  render() {
    const { table } = this;
    if (!table?.news || !table.shown) return nothing;
    return html`<main class="lobby">
      ${this.head(table)}
      <galopp-lobby-news .table=${table}></galopp-lobby-news>
      <section class="lobby-room">
        ${chairs(table, (seat) => this.pressChair(seat))}
        ${table.news.begin ? html`<p class="lobby-begin">${beginning(table.news.begin)}</p>` : nothing}
        ${table.news.group ? this.ofGroup(table) : nothing}
        ${table.viewpoint.host ? this.arranging(table) : this.watchers(table)}
      </section>
      ${this.start(table)}
      <div class="lobby-side">
        ${table.live ? this.fold(say("share.title"), "", html`<galopp-share .table=${table}></galopp-share>`, true) : nothing}
        ${this.fold(say("option.title"), this.preset(table), html`<galopp-options .table=${table}></galopp-options>`)}
        ${table.live ? this.fold(say("settings.title"), "", html`<galopp-settings .table=${table}></galopp-settings>`) : nothing}
      </div>
      ${this.over(table)}
    </main>`;
  }

  /** @param {Table} table */
  head(table) {
    const { game = "" } = table.news ?? {};
    return html`<header class="lobby-head">
      <a class="tool" href=${page("/")} aria-label=${say("lobby.home")} title=${say("lobby.home")} @click=${follow}>${iconPicture("home")}</a>
      <h1>${table.teller.say("title")}<small>${this.which(table)}</small></h1>
      <a class="tool" href=${rulesPage(game)} aria-label=${say("menu.rules")} title=${say("menu.rules")} @click=${(/** @type {MouseEvent} */ event) => followToRules(event, game)}>${iconPicture("book")}</a>
      ${table.live ? this.talking() : nothing}
      <button class="tool" type="button" aria-label=${say("lobby.menu")} title=${say("lobby.menu")} @click=${() => this.bringNear("menu")}>${iconPicture("menu")}</button>
    </header>`;
  }

  /** Which table it is, and the how-manieth game there. @param {Table} table */
  which({ code, news, live }) {
    const { round = 1 } = news ?? {};
    if (!live) return say("lobby.here");
    return round > 1 ? say("lobby.table.again", { code, number: round }) : say("lobby.table", { code });
  }

  /** The way to what was said, marked where it was not read yet. */
  talking() {
    const told = say(this.unread ? "lobby.talk.unread" : "lobby.talk");
    return html`<button class="tool talk ${this.unread ? "unread" : ""}" type="button" aria-label=${told} title=${told} @click=${() => this.bringNear("talk")}>${iconPicture("talk")}</button>`;
  }

  /** @param {Table} table */
  over(table) {
    if (this.near === null) return nothing;
    if (this.near === "talk") return html`<galopp-talk .table=${table}></galopp-talk>`;
    return this.near === "menu"
      ? html`<galopp-menu .table=${table}></galopp-menu>`
      : html`<galopp-chair .table=${table} .seat=${this.near}></galopp-chair>`;
  }

  // says: lobby.preset.*
  /** @param {Table} table */
  preset({ shown, news }) {
    const name = shown && news ? presetOf(shown, news.options, news.players) : "";
    return say(`lobby.preset.${name || "custom"}`);
  }

  /**
   * A part of the side that can be folded; what matters first is open.
   * @param {string} title @param {string} note @param {unknown} inside @param {boolean} [first]
   */
  fold(title, note, inside, first = false) {
    return html`<details class="lobby-part" ?open=${first || ROOMY.matches} @toggle=${first ? nothing : bringTheRest}>
      <summary><h2>${title}</h2><span>${note}</span></summary>
      ${inside}
    </details>`;
  }

  /** Its games count for a group. @param {Table} table */
  ofGroup(table) {
    bring("atGroup");
    return html`<galopp-at-group .table=${table}></galopp-at-group>`;
  }

  // --- The table itself

  /** What the host chooses right beside the chairs. @param {Table} table */
  arranging(table) {
    const { shown, news } = table;
    if (!shown || !news) return nothing;
    const levels = shown.bots.map((value) => ({ value, label: levelName(value) }));
    return html`<div class="lobby-arrange">
      ${news.begin ? nothing : html`<div><span>${say("lobby.number")}</span>
        <galopp-stepper .value=${news.players} .lowest=${shown.fewest} .highest=${shown.most} .label=${say("lobby.number")} @chosen=${this.setNumber}></galopp-stepper></div>`}
      <div><label for="bot-level">${say("lobby.level")}</label>
        ${pick({ id: "bot-level", choices: levels, chosen: likedLevel(shown.bots), choose: (level) => this.like(level) })}</div>
    </div>
    ${this.watchers(table)}`;
  }

  /** @param {string} level */
  like(level) {
    likeLevel(level);
    this.requestUpdate();
  }

  /** @param {CustomEvent<number>} event */
  async setNumber(event) {
    const stepper = /** @type {import("./stepper.js").Stepper} */ (event.currentTarget);
    const { table } = this;
    if (!table?.news || !table.shown) return;
    const { game, options: before, players: now } = table.news;
    const players = event.detail;
    const options = resized(table.shown, before, now, players);
    if (await table.tell({ type: "arrange", players, options })) rememberGame(game, { players, options: { ...before, ...options } });
    else stepper.reset();
  }

  /** @param {Table} table */
  watchers(table) {
    const { watching = 0 } = table.news ?? {};
    return html`<p class="lobby-watching">${watching ? say("lobby.watching", { count: watching }) : ""}</p>`;
  }

  // --- Starting

  /** @param {Table} table */
  start(table) {
    const free = this.free(table);
    return html`<section class="lobby-start" aria-label=${say("lobby.start")}>
      <p id="lobby-why" role="status">${this.why(table, free.length)}</p>
      <div class="lobby-buttons">${table.viewpoint.seats.length ? this.starting(table, free) : this.coming(free)}</div>
    </section>`;
  }

  /** Why the game does not begin yet, or that it can. @param {Table} table @param {number} free */
  why(table, free) {
    if (!table.viewpoint.seats.length) return free ? say("lobby.why.sit", { count: free }) : say("lobby.why.full");
    if (!free) return say("lobby.why.ready");
    if (!table.viewpoint.host) return say("lobby.why.wait", { count: free });
    if (!table.live) return say("lobby.why.here", { count: free });
    return say(isAlone(table) ? "lobby.why.invite" : "lobby.why.free", { count: free });
  }

  /** @param {number[]} free */
  coming(free) {
    return html`<button class="primary" type="button" ?disabled=${!free.length} @click=${() => this.pressChair(free[0])}>${say("lobby.sit_down")}</button>`;
  }

  /** @param {Table} table @param {number[]} free */
  starting(table, free) {
    if (table.viewpoint.host && free.length) return this.fillingUp(table, free);
    return html`<button class="primary" type="button" aria-describedby="lobby-why" ?disabled=${free.length > 0 || this.filling} @click=${() => table.tell({ type: "start" })}>${say("lobby.start")}</button>`;
  }

  /** Who opened a table for friends invites them first; once somebody has come, bots may take what is left.
   * @param {Table} table @param {number[]} free */
  fillingUp(table, free) {
    const alone = isAlone(table) && !!table.live;
    const bots = html`<button class=${alone ? "quiet-way" : "primary"} type="button" ?disabled=${this.filling} @click=${() => this.fillAndStart(table, free)}>${iconPicture("bot")}${say("lobby.fill")}</button>`;
    const invite = html`<galopp-invite .kind=${alone ? "primary" : ""} .table=${table}></galopp-invite>`;
    return html`${table.live ? invite : nothing}${bots}`;
  }

  /** @param {Table} table @param {number[]} free */
  async fillAndStart(table, free) {
    const level = likedLevel(table.shown?.bots ?? []);
    this.filling = true;
    let taken = true;
    for (const seat of free) taken = taken && (await table.tell({ type: "add_bot", seat, level }));
    if (taken) await table.tell({ type: "start" });
    this.filling = false;
  }
}

customElements.define("galopp-lobby", Lobby);
