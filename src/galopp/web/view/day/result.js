/** How the deal of the day went: one's own score, today's list, what to share, and when the next one comes. `<galopp-day-result>` */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { countsPoints, nextDeal, placeOfDay, wentOf } from "./share.js";
import { ask } from "../../net/api.js";
import { page } from "../../net/root.js";
import { placeOf } from "../../model/places.js";
import { dated, number, say, titleOf } from "../../language/words.js";
import { bring } from "../../parts.js";
import { dayRow } from "./rows.js";
import { lasting } from "../../language/lasting.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").DayShown} DayShown */

const AGAIN = 30_000; // milliseconds between two looks: others play the same cards
const SOON = 1500; // after the end: the server counts it in a moment
const MOST = 5; // rows, beside one's own

/** Whether a table plays the deal of a day, and for its list. @param {Table} table */
export const isOfDay = ({ news }) => !!news?.begin?.day && news.round === 1;

class DayResultView extends TablePart {
  static properties = { deal: { state: true } };

  constructor() {
    super();
    /** Today's list. @type {DayShown | null} */
    this.deal = null;
  }

  connectedCallback() {
    super.connectedCallback();
    bring("picture"); // appears when it is there
    this.look();
    this.soon = setTimeout(() => this.look(), SOON);
    this.again = setInterval(() => this.look(), AGAIN);
  }

  disconnectedCallback() {
    clearTimeout(this.soon);
    clearInterval(this.again);
    super.disconnectedCallback();
  }

  get day() {
    return this.table?.news?.begin?.day ?? "";
  }

  async look() {
    if (!this.day || document.hidden) return;
    try {
      /** @type {DayShown[]} */
      const deals = await ask("GET", `/day?day=${this.day}`);
      this.deal = deals.find(({ game }) => game === this.table?.news?.game) ?? null;
    } catch {
      // The next look may find it.
    }
    this.requestUpdate(); // the time until the next deal is shorter
  }

  // --- What there is to tell

  /** The index of one's own row; -1 where it is not listed. @param {Table} table */
  own(table) {
    return this.deal?.results.findIndex(({ replay }) => replay === `${table.code}-1`) ?? -1;
  }

  /** The score as the standing of this game tells it. @param {Table} table */
  score(table) {
    const { now, game, teller, viewpoint: { viewer } } = table;
    const rows = now && game ? game.result(now.view, teller) : [];
    const index = rows.findIndex(({ seat }) => seat === viewer);
    if (index < 0 || viewer === null) return "";
    const { points, told, note } = rows[index];
    const score = points === null ? note : told ?? say("result.points_of", { count: points });
    if (now?.winners?.includes(viewer)) return say("day.score.won", { score });
    return say("day.score", { place: number(placeOf(rows, index, now?.winners ?? [])), score });
  }

  /** @param {Table} table */
  went(table) {
    if (!table.now || !table.game || table.viewpoint.viewer === null) return [];
    return wentOf(table.game.account(table.now.view, table.diary.ofThisGame(), table.teller), table.viewpoint.viewer);
  }

  /** One's place among all of today. @param {Table} table */
  place(table) {
    const own = this.own(table);
    if (!this.deal || own < 0) return "";
    const { results } = this.deal;
    return say("day.place", { place: number(placeOfDay(results, own)), count: results.length });
  }

  about() {
    return say("day.of_date", { date: dated(new Date(`${this.day}T12:00:00`), { day: "numeric", month: "long" }) });
  }

  /** What there is to show to others: how it went, and nothing of the cards. @param {Table} table @returns {import("../../types.js").PictureShown | null} */
  picture(table) {
    const { news, viewpoint: { viewer } } = table;
    if (!news || viewer === null) return null;
    const { name, pig } = news.seats[viewer];
    return {
      title: titleOf(news.game), about: this.about(), game: news.game, told: this.place(table), went: this.went(table), heads: [],
      faces: [{ pig, crowned: !!table.now?.winners?.includes(viewer) }],
      rows: [{ place: "", name, pig, note: this.score(table), values: [], won: false }],
      footer: location.host + page("/"), file: `galopp-${this.day}`,
    };
  }

  // --- What is to be seen

  render() {
    const { table } = this;
    if (!table?.news || !isOfDay(table)) return nothing;
    return html`<section class="day-result" aria-label=${this.about()}>
      <h3>${this.about()}</h3>
      ${table.viewpoint.viewer === null ? nothing : this.mine(table)}
      ${this.list(table)}
      <p class="quiet">${this.tomorrow()}</p>
    </section>`;
  }

  /** @param {Table} table */
  mine(table) {
    const went = this.went(table);
    return html`<div class="day-mine">
      <div class="day-told">
        <p><b>${this.score(table)}</b></p>
        ${went.length ? html`<p class="day-squares" aria-hidden="true">${went.map((one) => html`<i class=${one}></i>`)}</p>` : nothing}
        <p>${this.place(table) || (this.deal ? say("day.not_listed") : "")}</p>
      </div>
      <galopp-picture class="small" .shown=${this.picture(table)}></galopp-picture>
    </div>`;
  }

  /** The best of today, and one's own row wherever it is. @param {Table} table */
  list(table) {
    const { deal } = this;
    if (!deal?.results.length) return nothing;
    const own = this.own(table);
    const shown = deal.results.map((result, index) => ({ result, index })).filter(({ index }) => index < MOST || index === own);
    const heads = [say("result.place"), say("result.player"), say("result.points")];
    return html`<table class="standing day-standing">
      <caption class="unseen">${say("day.list")}</caption>
      <thead class="unseen"><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${shown.map(({ result, index }) => dayRow(result, placeOfDay(deal.results, index), { own: index === own, watch: index !== own, counts: countsPoints(deal.results) }))}</tbody>
    </table>`;
  }

  tomorrow() {
    const left = (nextDeal(this.day) - Date.now()) / 1000;
    if (left > 0) return say("day.next", { time: lasting(left) });
    return html`<a href=${page("/")} @click=${follow}>${say("day.next_there")}</a>`;
  }
}

customElements.define("galopp-day-result", DayResultView);
