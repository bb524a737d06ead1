/** How everybody stands: by victories, points, rating, and without luck; and who is ahead of whom. `<galopp-group-standings .group>` */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { lucky, opponents, present, ranked } from "../../model/group_facts.js";
import { oneOf, pick } from "../shared/choice.js";
import { brief, button, day, memberTold, nameOf, namesOf, section, shareTool, signed } from "./labels.js";
import { GroupPart } from "./part.js";
import { pictureOfEvening, pictureOfSeason } from "./pictures.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").GroupStatistics} GroupStatistics */
/** @typedef {import("../../types.js").StandingShown} StandingShown */
/** @typedef {import("../../model/group_facts.js").Order} Order */

/** @type {Order[]} */
const ORDERS = ["victories", "points", "rating", "luck"];
const EVERYTHING = 0;

/** The columns of each order: the key of the head, and what stands there. @type {Record<Order, [string, (row: StandingShown) => unknown][]>} */
const COLUMNS = {
  victories: [["group.games", ({ games }) => brief(games)], ["group.victories", ({ victories }) => html`<b>${brief(victories)}</b>`], ["group.expected", ({ expected }) => brief(expected)]],
  points: [["group.games", ({ games }) => brief(games)], ["group.points", ({ points }) => html`<b>${brief(points)}</b>`], ["group.per_game", ({ points, games }) => (games ? brief(points / games) : "")]],
  rating: [["group.games", ({ games }) => brief(games)], ["group.rating", (row) => ratingTold(row)]],
  luck: [["group.victories", ({ victories }) => brief(victories)], ["group.luck", (row) => luckTold(row)], ["group.adjusted", ({ adjusted }) => (adjusted === null ? "–" : html`<b>${brief(adjusted)}</b>`)]],
};

/** @param {StandingShown} row */
const ratingTold = ({ rating }) => (rating ? html`<b>${brief(rating.strength)}</b> <small>± ${brief(rating.uncertainty)}</small>` : "–");

/** @param {StandingShown} row */
const luckTold = ({ luck, luck_error: error }) => (luck === null ? "–" : html`${signed(luck)} <small>± ${brief(error ?? 0)}</small>`);

class Standings extends GroupPart {
  static properties = { ...GroupPart.properties, season: { state: true }, order: { state: true }, of: { state: true }, found: { state: true } };

  constructor() {
    super();
    /** The one that was chosen; null: the one that is on now. @type {number | null} */
    this.season = null;
    /** @type {Order} */
    this.order = "victories";
    /** Whose opponents are shown. @type {number | null} */
    this.of = null;
    /** @type {GroupStatistics | null} */
    this.found = null;
    /** What was asked for last. */
    this.asked = "";
  }

  /** The season that is shown; 0 is everything. @param {GroupNews} news */
  seasonOf(news) {
    return this.season ?? news.season ?? EVERYTHING;
  }

  willUpdate() {
    const { group } = this;
    if (!group?.news) return;
    const season = this.seasonOf(group.news);
    const wanted = `${season} ${group.news.seq}`;
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.look(group, season, wanted);
  }

  /** @param {Group} group @param {number} season @param {string} wanted */
  async look(group, season, wanted) {
    const found = await group.statistics(season).catch(() => null);
    if (wanted === this.asked && found) this.found = found;
  }

  /** How what is shown is called. @param {GroupNews} news */
  nameOf(news) {
    return news.seasons.find(({ number }) => number === this.seasonOf(news))?.name ?? say("group.season.all");
  }

  /** The rows as they are in the news, else as they were asked for. @param {GroupNews} news */
  standings(news) {
    if (this.seasonOf(news) === (news.season ?? EVERYTHING)) return news.standings;
    return this.found?.standings ?? [];
  }

  render() {
    const { group } = this;
    if (!group?.news) return nothing;
    const { news } = group;
    const rows = this.standings(news);
    return section("standings", say("group.standings"), html`
      ${this.seasons(group, news)}
      ${rows.length ? html`${this.orders()} ${this.luck(news, rows)} ${this.table(news, rows)} ${this.headToHead(news)} ${this.evenings(news)}` : html`<p class="quiet">${say("group.standings.none")}</p>`}`, rows.length ? shareTool(() => this.show(pictureOfSeason(news, this.nameOf(news), rows))) : nothing);
  }

  /** @param {Group} group @param {GroupNews} news */
  seasons(group, news) {
    const choices = [...news.seasons].reverse().map(({ number, name }) => ({ value: number, label: name }));
    const all = [...choices, { value: EVERYTHING, label: say("group.season.all") }];
    const chooser = choices.length ? html`<label class="group-field" for="group-season"><span>${say("group.season")}</span>
      ${pick({ id: "group-season", choices: all, chosen: this.seasonOf(news), choose: (value) => (this.season = value) })}</label>` : nothing;
    if (!choices.length && !group.isFounder) return nothing;
    return html`<div class="group-seasons">${chooser}${group.isFounder ? button("clock", say(choices.length ? "group.season.change" : "group.season.set"), () => this.want("season")) : nothing}</div>`;
  }

  // says: group.by.*, group.by.*.about
  orders() {
    return oneOf({
      legend: say("group.by"),
      name: "group-order",
      choices: ORDERS.map((value) => ({ value, label: say(`group.by.${value}`) })),
      chosen: this.order,
      about: say(`group.by.${this.order}.about`),
      choose: (value) => (this.order = value),
    });
  }

  /** Who was lucky, in sentences. @param {GroupNews} news @param {StandingShown[]} rows */
  luck(news, rows) {
    if (this.order !== "luck") return nothing;
    const { most, least, first } = lucky(rows);
    const told = [
      most && say("group.lucky", { name: nameOf(news, most.member), number: brief(most.luck ?? 0) }),
      least && say("group.unlucky", { name: nameOf(news, least.member), number: brief(-(least.luck ?? 0)) }),
      first && say("group.without_luck", { name: nameOf(news, first.member) }),
    ].filter(Boolean);
    return html`<p class="group-luck">${told.length ? told.join(" ") : say("group.luck.unknown")}</p>`;
  }

  // says: group.games, group.victories, group.expected, group.points, group.per_game, group.rating, group.luck, group.adjusted
  /** @param {GroupNews} news @param {StandingShown[]} rows */
  table(news, rows) {
    const columns = COLUMNS[this.order];
    return html`<table class="group-standing">
      <caption class="unseen">${say("group.standings")}: ${say(`group.by.${this.order}`)}</caption>
      <thead><tr><th scope="col"><span class="unseen">${say("result.place")}</span></th><th scope="col">${say("group.member")}</th>${columns.map(([key]) => html`<th scope="col">${say(key)}</th>`)}</tr></thead>
      <tbody>${ranked(rows, this.order).map(({ row, place }) => html`<tr class=${row.member === news.you ? "own" : ""}>
        <td class="place">${brief(place)}</td><th scope="row">${memberTold(news, row.member)}</th>
        ${columns.map(([, value]) => html`<td>${value(row)}</td>`)}
      </tr>`)}</tbody>
    </table>`;
  }

  /** @param {GroupNews} news */
  headToHead(news) {
    const of = this.of ?? news.you;
    const rows = opponents(this.found?.head_to_head ?? [], of);
    if (!this.found?.head_to_head.length) return nothing;
    const people = present(news).map(({ member, name }) => ({ value: member, label: name }));
    return html`<details class="group-fold"><summary>${say("group.head_to_head")}</summary>
      <label class="group-field" for="group-of"><span>${say("group.head_to_head.of")}</span>
        ${pick({ id: "group-of", choices: people, chosen: of, choose: (value) => (this.of = value) })}</label>
      ${rows.length ? this.pairs(news, of, rows) : html`<p class="quiet">${say("group.head_to_head.none")}</p>`}
    </details>`;
  }

  /** All evenings, the latest first, each with a picture to show. @param {GroupNews} news */
  evenings(news) {
    const evenings = this.found?.evenings ?? [];
    if (evenings.length < 2) return nothing;
    return html`<details class="group-fold"><summary>${say("group.evenings")}</summary>
      <ol class="group-evenings">${evenings.map((evening) => html`<li>
        <span><b>${day(evening.start)}</b><small>${say("group.evening.games", { count: evening.games.length })} · ${say("group.picture.first", { names: namesOf(news, evening.standings.filter(({ place }) => place === 1).map(({ member }) => member)) })}</small></span>
        ${shareTool(() => this.show(pictureOfEvening(news, evening)), say("group.picture.of", { day: day(evening.start) }))}
      </li>`)}</ol></details>`;
  }

  /** @param {GroupNews} news @param {number} of @param {import("../../types.js").HeadToHead[]} rows */
  pairs(news, of, rows) {
    const heads = [say("group.member"), say("group.games"), say("group.ahead"), say("group.level"), say("group.behind")];
    return html`<table class="group-standing">
      <caption class="unseen">${say("group.head_to_head.caption", { name: nameOf(news, of) })}</caption>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(({ other, games, ahead, level }) => html`<tr><th scope="row">${memberTold(news, other)}</th>
        <td>${games}</td><td>${ahead}</td><td>${level}</td><td>${games - ahead - level}</td></tr>`)}</tbody>
    </table>`;
  }
}

customElements.define("galopp-group-standings", Standings);
