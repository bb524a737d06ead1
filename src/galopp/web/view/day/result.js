/** How the deal of the day went: one's own score, today's list, what to share, and when the next one comes. `<galopp-day-result>` */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { avatarPicture } from "../../art/picture.js";
import { countsPoints, nextDeal, placeOfDay, squares, wentOf } from "./share.js";
import { ask } from "../../net/api.js";
import { page } from "../../net/root.js";
import { placeOf } from "../result/places.js";
import { dated, number, say, titleOf } from "../../language/words.js";
import { drawCard } from "./card.js";
import { copy } from "../shared/device.js";
import { emblem } from "../shared/emblems.js";
import { dayRow } from "./rows.js";
import { labelled } from "../shared/labels.js";
import { lasting } from "../../language/lasting.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").DayShown} DayShown */

const AGAIN = 30_000; // milliseconds between two looks: others play the same cards
const SOON = 1500; // after the end: the server counts it in a moment
const MOST = 5; // rows, beside one's own
const COPIED_FOR = 2500;

/** Whether a table plays the deal of a day, and for its list. @param {Table} table */
export const isOfDay = ({ news }) => !!news?.begin?.day && news.round === 1;

class DayResultView extends TablePart {
  static properties = { deal: { state: true }, copied: { state: true }, drawn: { state: true } };

  constructor() {
    super();
    /** Today's list. @type {DayShown | null} */
    this.deal = null;
    this.copied = false;
    /** The picture to share, as an address. */
    this.drawn = "";
    /** The picture itself. @type {Blob | null} */
    this.picture = null;
    /** What the picture was drawn of. */
    this.drawnOf = "";
  }

  connectedCallback() {
    super.connectedCallback();
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

  updated() {
    const card = this.table && this.card(this.table);
    const drawnOf = card ? JSON.stringify([card, document.documentElement.className]) : "";
    if (!card || drawnOf === this.drawnOf) return;
    this.drawnOf = drawnOf;
    this.draw(card);
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

  /** @param {Table} table @returns {import("./card.js").Card | null} */
  card(table) {
    const { news, viewpoint: { viewer } } = table;
    if (!news || viewer === null) return null;
    return {
      title: titleOf(news.game), about: this.about(), name: table.name(viewer), score: this.score(table),
      place: this.place(table), address: location.host + page("/"), went: this.went(table),
    };
  }

  /** The same in letters. @param {Table} table */
  text(table) {
    const { title = "", score = "", went = [], place = "" } = this.card(table) ?? {};
    return [`Galopp, ${this.about()}`, `${title}: ${score}`, squares(went), place, location.origin + page("/")].filter(Boolean).join("\n");
  }

  // --- Sharing

  /** @param {import("./card.js").Card} card */
  async draw(card) {
    const [board, face] = [".day-art .emblem", ".day-art .day-face svg"].map((at) => this.querySelector(at));
    if (!(board instanceof SVGSVGElement) || !(face instanceof SVGSVGElement)) return;
    try {
      const canvas = await drawCard(card, { board, face });
      this.picture = await new Promise((settle) => canvas.toBlob(settle, "image/png"));
      this.drawn = canvas.toDataURL("image/png");
    } catch {
      this.drawn = ""; // the text can be shared all the same
    }
  }

  get files() {
    return this.picture ? [new File([this.picture], `galopp-${this.day}.png`, { type: "image/png" })] : [];
  }

  /** @param {Table} table */
  async share(table) {
    const { files } = this;
    const text = this.text(table);
    try {
      await navigator.share(files.length && navigator.canShare?.({ files }) ? { text, files } : { text });
    } catch {
      // Changed their mind.
    }
  }

  /** @param {Table} table */
  async copy(table) {
    this.copied = await copy(this.text(table), /** @type {any} */ (this.querySelector(".day-text")));
    setTimeout(() => (this.copied = false), COPIED_FOR);
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
      <div class="day-art" hidden>${emblem(table.news.game)}<span class="day-face">${avatarPicture(table.news.seats[table.viewpoint.viewer ?? 0]?.pig ?? "")}</span></div>
    </section>`;
  }

  /** @param {Table} table */
  mine(table) {
    const went = this.went(table);
    return html`<div class="day-mine">
      ${this.drawn ? html`<img class="day-card" src=${this.drawn} alt="" width="132" height="132">` : nothing}
      <div class="day-told">
        <p><b>${this.score(table)}</b></p>
        ${went.length ? html`<p class="day-squares" aria-hidden="true">${went.map((one) => html`<i class=${one}></i>`)}</p>` : nothing}
        <p>${this.place(table) || (this.deal ? say("day.not_listed") : "")}</p>
      </div>
      <div class="day-ways">${this.ways(table)}</div>
      <textarea class="day-text unseen" readonly tabindex="-1" aria-hidden="true" .value=${this.text(table)}></textarea>
      <p class="unseen" role="status">${this.copied ? say("share.copied") : ""}</p>
    </div>`;
  }

  /** @param {Table} table */
  ways(table) {
    return html`${"share" in navigator ? html`<button type="button" @click=${() => this.share(table)}>${labelled("share", say("share.hand"))}</button>` : nothing}
      <button type="button" @click=${() => this.copy(table)}>${labelled(this.copied ? "check" : "copy", say(this.copied ? "share.copied" : "day.copy"))}</button>
      ${this.drawn ? html`<a class="button" href=${this.drawn} download=${`galopp-${this.day}.png`}>${labelled("save", say("day.save"))}</a>` : nothing}`;
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
