/** The deal of the day: the same cards for everybody, against the same bots. `<galopp-day>` at home. */

import { LitElement, html, nothing } from "lit";
import { go } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { countsPoints, nextDeal, placeOfDay } from "./share.js";
import { levelName } from "../../language/levels.js";
import { NotDone, ask } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { dress } from "../../net/style.js";
import { dated, number, say, titleOf } from "../../language/words.js";
import { emblem } from "../shared/emblems.js";
import { ORDER } from "../home/home.js";
import { dayRow } from "./rows.js";
import { served, tablePath } from "../../net/root.js";
import { bring } from "../../parts.js";
import { playNow, settingsFor } from "../../model/opening.js";
import { lasting } from "../../language/lasting.js";
import { Sheet } from "../shared/sheet.js";
import { suggestName, suggestPig } from "../shared/sitting.js";

/** @typedef {import("../../types.js").DayShown} DayShown */
/** @typedef {import("../../types.js").DayResult} DayResult */

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
      const deals = served ? await ask("GET", "/day") : await dealsHere();
      this.deals = deals.sort((a, b) => ORDER.indexOf(a.game) - ORDER.indexOf(b.game));
    } catch {
      // The next look may find them.
    }
  }

  /** @param {string} game */
  async choose(game) {
    await Promise.all(["panels", "result"].map(dress)); // the list looks as a result does
    this.chosen = game;
  }

  render() {
    if (!this.deals.length) return nothing;
    const deal = this.deals.find(({ game }) => game === this.chosen);
    const [{ day }] = this.deals;
    const left = Math.max(0, nextDeal(day) - Date.now()) / 1000;
    return html`<section class="tables days">
      <h2>${say("day.title")} <small>${dated(new Date(`${day}T12:00:00`), WEEKDAY)}</small></h2>
      <ul>${this.deals.map((one) => this.deal(one))}</ul>
      <p class="day-next">${say("day.next", { time: lasting(left) })}</p>
      ${deal ? html`<galopp-day-sheet .deal=${deal} @galopp-close=${() => (this.chosen = "")}></galopp-day-sheet>` : nothing}
    </section>`;
  }

  /** @param {DayShown} deal */
  deal({ game, results }) {
    return html`<li class="table-row"><button class="table-link" type="button" @click=${() => this.choose(game)}>
      <span class="table-emblem">${emblem(game)}</span>
      <span class="table-words"><b>${titleOf(game)}</b></span>
      <small>${served ? dayTold(results) : nothing}</small>
    </button></li>`;
  }
}

/** How one did oneself, else who did best. @param {DayResult[]} results the best first */
function dayTold(results) {
  const [best] = results;
  const own = results.findIndex(isOwn);
  if (!best) return say("day.nobody");
  if (own >= 0) return say("day.place", { place: number(placeOfDay(results, own)), count: results.length });
  if (countsPoints(results)) return say("day.best", { name: best.name, count: best.points });
  return best.won ? say("day.best_won", { name: best.name }) : say("day.unwon");
}

/** Of a page without a server: from the date alone. @returns {Promise<DayShown[]>} */
const dealsHere = async () => (await bring("dayHere")).dealsHere();

/** @param {Parameters<typeof playNow>[0] & {begin: {day: string}}} wish */
const playDayHere = async (wish) => (await bring("dayHere")).playDayHere(wish);

/** @type {Intl.DateTimeFormatOptions} */
const WEEKDAY = { weekday: "long", day: "numeric", month: "long" };

/** Whether a game was played from here: by the table whose key we hold, for names are anybody's. @param {DayResult} result */
const isOwn = ({ replay }) => replay.split("-")[0] in memory.tables();

/** @param {string} name */
const folded = (name) => name.trim().toLocaleLowerCase();

/** `<galopp-day-sheet .deal>`: who has played it, and playing it. */
class DaySheet extends Sheet {
  static properties = { ...Sheet.properties, deal: { attribute: false }, who: { state: true }, busy: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {DayShown | null} */
    this.deal = null;
    this.who = { name: "", pig: suggestPig() };
    this.busy = false;
    this.trouble = "";
  }

  /** Of each name the first game counts: so what is suggested is nobody's yet. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("deal") && this.deal && !this.who.name) this.who = { ...this.who, name: suggestName(this.others(this.deal).map(({ name }) => name)) };
  }

  /** @param {DayShown} deal */
  others({ results }) {
    return results.filter((result) => !isOwn(result));
  }

  /** Whether somebody else plays under this name today. @param {DayShown} deal */
  isTaken(deal) {
    return this.others(deal).some(({ name }) => folded(name) === folded(this.who.name));
  }

  heading() {
    return this.deal ? say("day.of", { game: titleOf(this.deal.game) }) : "";
  }

  body() {
    const { deal } = this;
    if (!deal) return nothing;
    const about = { count: deal.players - 1, level: levelName(deal.level) };
    return html`<form class="new-table" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <p>${say("day.about", about)} ${served ? say("day.counts") : nothing}</p>
      <galopp-sitting
        .name=${this.who.name} .pig=${this.who.pig}
        @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}
      ></galopp-sitting>
      <p class="day-taken" role="status">${this.isTaken(deal) ? say("day.taken") : ""}</p>
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
  results({ results, over }) {
    if (!served) return nothing; // nobody hears how others did
    if (!results.length) return html`<p class="quiet">${say("day.nobody")}</p>`;
    const heads = [say("result.place"), say("result.player"), say("result.points")];
    const knows = over && results.some(isOwn); // else a game to watch would tell the cards, or nobody is shown it yet
    return html`<table class="standing day-standing">
      <thead class="unseen"><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${results.map((result, index) => dayRow(result, placeOfDay(results, index), { own: isOwn(result), watch: knows, counts: countsPoints(results) }))}</tbody>
    </table>`;
  }

  /** @param {DayShown} deal */
  async play({ day, game, players, seat, level }) {
    if (this.busy) return;
    this.busy = true;
    const name = this.who.name.trim() || suggestName();
    const settings = settingsFor(game);
    const wish = { ...this.who, name, game, players, seat, level, options: {}, settings, begin: { day } };
    try {
      const code = await (served ? playNow(wish) : playDayHere(wish));
      memory.like({ name, pig: this.who.pig });
      this.close();
      go(tablePath(code));
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("home.trouble");
    }
    this.busy = false;
  }
}

customElements.define("galopp-day", Day);
customElements.define("galopp-day-sheet", DaySheet);
