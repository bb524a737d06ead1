/** The deal of the day: the same cards for everybody, against the same bots. `<galopp-day>` at home. */

import { LitElement, html, nothing } from "lit";
import { follow, go } from "../app_routes.js";
import { avatarPicture, iconPicture } from "../art/picture.js";
import { levelName } from "../levels.js";
import { NotDone, ask } from "../net/api.js";
import * as memory from "../net/memory.js";
import { page } from "../net/root.js";
import { dress } from "../style.js";
import { language, number, say, titleOf } from "../words.js";
import { emblem } from "./emblems.js";
import { ORDER } from "./home.js";
import { lately, playNow } from "./home_opening.js";
import { Sheet } from "./sheet.js";
import { suggestName, suggestPig } from "./sitting.js";

/** @typedef {import("../types.js").DayShown} DayShown */
/** @typedef {import("../types.js").DayResult} DayResult */

const EVERY = 60_000; // milliseconds between two looks

class Day extends LitElement {
  static properties = { deals: { state: true }, chosen: { state: true } };

  constructor() {
    super();
    /** @type {DayShown[]} */
    this.deals = [];
    /** The game whose deal somebody looks at. */
    this.chosen = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
    this.again = setInterval(() => this.look(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.again);
  }

  async look() {
    try {
      /** @type {DayShown[]} */
      const deals = await ask("GET", "/day");
      this.deals = deals.sort((a, b) => ORDER.indexOf(a.game) - ORDER.indexOf(b.game));
    } catch {
      // The next look may find them.
    }
  }

  /** @param {string} game */
  async choose(game) {
    await dress("panels");
    this.chosen = game;
  }

  render() {
    if (!this.deals.length) return nothing;
    const deal = this.deals.find(({ game }) => game === this.chosen);
    return html`<section class="tables days">
      <h2>${say("day.title")} <small>${dated(this.deals[0].day)}</small></h2>
      <ul>${this.deals.map((one) => this.deal(one))}</ul>
      ${deal ? html`<galopp-day-sheet .deal=${deal} @galopp-close=${() => (this.chosen = "")}></galopp-day-sheet>` : nothing}
    </section>`;
  }

  /** @param {DayShown} deal */
  deal({ game, results }) {
    const [best] = results;
    return html`<li class="table-row"><button class="table-link" type="button" @click=${() => this.choose(game)}>
      <span class="table-emblem">${emblem(game)}</span>
      <span class="table-words"><b>${titleOf(game)}</b></span>
      <small>${best ? say("day.best", { name: best.name, count: best.points }) : say("day.nobody")}</small>
    </button></li>`;
  }
}

/** @param {string} day 2026-11-15 */
const dated = (day) => new Date(`${day}T12:00:00`).toLocaleDateString(language(), { weekday: "long", day: "numeric", month: "long" });

/** The table that a game was played at. @param {string} replay KQHTZM-1 */
const tableOf = (replay) => replay.split("-")[0];

/** `<galopp-day-sheet .deal>`: who has played it, and playing it. */
class DaySheet extends Sheet {
  static properties = { ...Sheet.properties, deal: { attribute: false }, who: { state: true }, busy: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {DayShown | null} */
    this.deal = null;
    this.who = { name: suggestName(), pig: suggestPig() };
    this.busy = false;
    this.trouble = "";
  }

  heading() {
    return this.deal ? say("day.of", { game: titleOf(this.deal.game) }) : "";
  }

  body() {
    const { deal } = this;
    if (!deal) return nothing;
    const about = { count: deal.players - 1, level: levelName(deal.level) };
    return html`<form class="new-table" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <p>${say("day.about", about)}</p>
      <galopp-sitting
        .name=${this.who.name} .pig=${this.who.pig}
        @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}
      ></galopp-sitting>
      ${this.results(deal)}
      <div class="new-ways">
        <p class="trouble" role="alert">${this.trouble}</p>
        <button class="primary" type="submit" autofocus aria-disabled=${this.busy} @click=${() => this.play(deal)}>
          ${iconPicture("bolt")}<span>${say("day.play")}</span>
        </button>
      </div>
    </form>`;
  }

  /** @param {DayShown} deal */
  results({ results }) {
    if (!results.length) return html`<p class="quiet">${say("day.nobody")}</p>`;
    const heads = [say("result.place"), say("result.player"), say("result.points")];
    const knows = results.some(({ replay }) => tableOf(replay) in memory.tables());
    return html`<table class="standing day-standing">
      <thead class="unseen"><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${results.map((result, index) => this.result(result, index + 1, knows))}</tbody>
    </table>`;
  }

  /** @param {DayResult} result @param {number} place @param {boolean} knows whether the cards are known here: a game to watch tells them */
  result({ name, pig, won, points, replay }, place, knows) {
    const watch = html`<a class="tool" href=${page(`/replay/${replay}`)} @click=${follow} aria-label=${say("day.watch", { name })}>${iconPicture("replay")}</a>`;
    return html`<tr class=${won ? "won" : ""}>
      <td class="place">${won ? iconPicture("trophy", say("result.winner")) : number(place)}</td>
      <th scope="row"><span class="who"><span class="face">${avatarPicture(pig)}</span><b>${name}</b></span></th>
      <td class="points">${say("result.points_of", { count: points })}</td>
      <td>${knows ? watch : nothing}</td>
    </tr>`;
  }

  /** @param {DayShown} deal */
  async play({ day, game, players, seat, level }) {
    if (this.busy) return;
    this.busy = true;
    const name = this.who.name.trim() || suggestName();
    const { settings = {} } = lately(game);
    const wish = { ...this.who, name, game, players, seat, level, options: {}, settings, begin: { day } };
    try {
      const code = await playNow(wish);
      memory.like({ name, pig: this.who.pig });
      this.close();
      go(`/t/${code}`);
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("home.trouble");
    }
    this.busy = false;
  }
}

customElements.define("galopp-day", Day);
customElements.define("galopp-day-sheet", DaySheet);
