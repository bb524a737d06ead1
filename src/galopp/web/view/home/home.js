/** The first page: three games to choose from, a code to join with, and the way back: `<galopp-home>`. */

import { LitElement, html, nothing } from "lit";
import { follow } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { loadAhead } from "../../net/ahead.js";
import { ask } from "../../net/api.js";
import { played } from "../../net/memory.js";
import { page, playsHere, served, tablePath } from "../../net/root.js";
import { bring } from "../../parts.js";
import { language, say, titleOf } from "../../language/words.js";
import { emblem, parade } from "../shared/emblems.js";
import { openingGroup, yourGroups } from "./groups.js";
import "./join.js";
import { codeTold, isOurTurn, own, standOf } from "./tables.js";
import "../shared/taste.js";
import "../shared/record_file.js";

/** @typedef {import("../../types.js").GameShown} GameShown */

/** The games in the order of the page; what else a server has comes after them. */
export const ORDER = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"];
const AGAIN = 2000; // milliseconds, while rules are being prepared
const SOON = 1500; // milliseconds: then what the first press needs is fetched
const RECENTLY = 12 * 3600 * 1000;

/** @typedef {import("../../types.js").TableStands} TableStands */

// says: home.back, home.back.*
/** Where somebody may want to go back to, the most urgent first.
 * @type {{fits: (stands?: TableStands) => boolean, key: string, icon: string}[]} */
const BACK = [
  { fits: (stands) => !!stands && isOurTurn(stands), key: "home.back.turn", icon: "enter" },
  { fits: (stands) => stands?.phase === "playing" || stands?.phase === "lobby", key: "home.back", icon: "enter" },
  { fits: (stands) => stands?.phase === "over", key: "home.back.over", icon: "trophy" },
];

/** What comes up when a game is pressed; not needed for the first look. */
const offering = () => bring("homeNew");

class Home extends LitElement {
  static properties = { games: { state: true }, chosen: { state: true } };

  constructor() {
    super();
    /** @type {Record<string, GameShown>} */
    this.games = {};
    /** The game somebody is about to play. @type {GameShown | null} */
    this.chosen = null;
    /** The language of the titles. */
    this.spoken = "";
    this.lookAgain = () => this.look();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const kind of ["online", "offline"]) addEventListener(kind, this.lookAgain);
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const kind of ["online", "offline"]) removeEventListener(kind, this.lookAgain);
    clearTimeout(this.again);
  }

  /** Which games there are, again and again until all can be played. */
  async look() {
    clearTimeout(this.again);
    try {
      /** @type {GameShown[]} */
      const games = await ask("GET", "/games");
      this.games = Object.fromEntries(games.map((game) => [game.name, game]));
      if (games.every(({ ready }) => ready)) return;
    } catch {
      if (playsHere()) await this.playHere();
    }
    if (this.isConnected && served) this.again = setTimeout(() => this.look(), AGAIN);
  }

  /** The server may be starting, or away: these games are played without it. */
  async playHere() {
    const { gamesHere } = await bring("facts");
    const games = await gamesHere().catch(() => []); // they may not have been kept
    this.games = Object.fromEntries(games.map((game) => [game.name, game]));
    await this.updateComplete;
    requestAnimationFrame(() => loadAhead("table")); // what is shown comes first
  }

  willUpdate() {
    if (this.spoken === language()) return;
    this.spoken = language();
    document.title = say("title");
  }

  get names() {
    return [...new Set([...ORDER, ...Object.keys(this.games)])];
  }

  firstUpdated() {
    setTimeout(offering, SOON);
    bring("homeDay"); // appears when it is there: the first look does not wait for it
  }

  /** @param {GameShown} game */
  async offer(game) {
    await offering();
    this.chosen = game;
  }

  render() {
    return html`<main class="home">
      <header class="home-head">
        ${parade()}
        <div class="home-bar">
          <h1>${say("title")}</h1>
          <galopp-taste></galopp-taste>
          <p>${say("home.slogan")}</p>
        </div>
      </header>
      ${this.back()}
      ${served ? html`<galopp-join></galopp-join>` : nothing}
      <h2 class="unseen">${say("home.games")}</h2>
      <div class="game-cards">${this.names.map((name) => this.card(name))}</div>
      <nav class="home-rules" aria-label=${say("home.rules")}>
        <span aria-hidden="true">${say("home.rules")}</span>
        ${this.names.map((name) => html`<a href=${page(`/rules/${name}`)} @click=${follow}>${titleOf(name)}</a>`)}
      </nav>
      <div class="home-below">
        ${yourGroups()}
        <galopp-tables @known=${() => this.requestUpdate()}></galopp-tables>
        ${played().count ? html`<a class="home-mine button" href=${page("/mine")} @click=${follow}>${iconPicture("trophy")}<span>${say("home.mine")}</span></a>` : nothing}
        <galopp-day></galopp-day>
        <galopp-record-file></galopp-record-file>
        ${served ? openingGroup() : nothing}
      </div>
      ${this.chosen ? html`<galopp-new-table .game=${this.chosen} @galopp-close=${() => (this.chosen = null)}></galopp-new-table>` : nothing}
    </main>`;
  }

  /** The way back to a game that goes on, first to one that waits for us; else to the result somebody may not have seen. */
  back() {
    const lately = own().filter(([, { at, stands }]) => stands && Date.now() - at < RECENTLY);
    const ways = BACK.map(({ fits, key, icon }) => ({ key, icon, known: lately.find(([code]) => fits(standOf(code))) }));
    const way = ways.find(({ known }) => known);
    if (!way?.known) return nothing;
    const [code, { game }] = way.known;
    return html`<a class="home-back button" href=${page(tablePath(code))} @click=${follow}>
      ${iconPicture(way.icon)} <span>${say(way.key, { game: titleOf(game), code: codeTold(code) })}</span>
    </a>`;
  }

  /** @param {string} name */
  card(name) {
    return html`<div class="game-offer">
      ${this.offered(name)}
      <a class="game-learn" href=${page(`/learn/${name}`)} @click=${follow}>${iconPicture("hint")}<span>${say("learn.link")}</span></a>
    </div>`;
  }

  /** @param {string} name */
  offered(name) {
    const game = this.games[name];
    return html`<button class="game-card" type="button" ?disabled=${!game?.ready} @click=${() => this.offer(game)}>
      <span class="game-emblem">${emblem(name)}</span>
      <span class="game-words">
        <strong>${titleOf(name)}</strong>
        <span class="game-tagline">${say(`game.${name}.tagline`)}</span>
        <small>${this.state(game)}</small>
      </span>
    </button>`;
  }

  /** How many can play, or that it is not possible yet. @param {GameShown | undefined} game */
  state(game) {
    if (!game && !served && !playsHere()) return say(globalThis.isSecureContext ? "home.only_learnt" : "home.needs_https");
    if (!game) return say("home.looking");
    if (!game.ready) return say("home.preparing");
    return say("home.players", { fewest: game.fewest, most: game.most });
  }
}

customElements.define("galopp-home", Home);
