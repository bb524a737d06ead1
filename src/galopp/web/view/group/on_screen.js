/** What a group shows to a whole room, part by part: who is here, an evening, a round, standings. */

import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { say, titleOf } from "../../language/words.js";
import { hasStandings, pageOf, present, tableIs } from "../../model/group_facts.js";
import { brief, day, memberTold, namesOf } from "./labels.js";
import { decidedBy, sitting } from "./tournament.js";

/** @typedef {import("../../model/group_facts.js").ScreenPart} ScreenPart */
/** @typedef {import("../../types.js").EveningShown} EveningShown */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").RoundShown} RoundShown */
/** @typedef {import("../../types.js").TournamentShown} TournamentShown */
/** A row of a table. @typedef {{member: number, place: number, cells: string[], note: string}} Row */

const FEW_ROWS = 6; // as large as can be
const MOST_ROWS = 12; // and of tables; longer lists are shown page by page
const COLUMNS = 2; // of tables beside standings; twice as many without

/** One part; the clock turns the pages of long lists. @param {GroupNews} news @param {ScreenPart} part @param {number} clock */
export function partOf(news, part, clock) {
  switch (part.kind) {
    case "here": return hereTold(news);
    case "evening": return eveningTold(news, part.evening, clock);
    case "entered": return html`<section><h2>${say("group.phase.planned", { names: namesOf(news, part.members) })}</h2></section>`;
    case "round": return roundTold(news, part.tournament, part.round, clock);
    case "standings": return standingsTold(news, part.tournament, clock);
  }
}

/** @param {GroupNews} news */
function hereTold(news) {
  const people = present(news).filter(({ here }) => here).map(({ member }) => member);
  return html`<section><h2>${say("group.here.who", { names: namesOf(news, people) })}</h2></section>`;
}

/** @param {GroupNews} news @param {EveningShown} evening @param {number} clock */
function eveningTold(news, { start, standings }, clock) {
  const heads = [say("group.victories"), say("group.points"), say("group.games")];
  const rows = standings.map(({ member, place, victories, points, games }) => ({ member, place, cells: [brief(victories), brief(points), String(games)], note: "" }));
  return html`<section><h2>${day(start)}</h2>${tableOf(news, heads, rows, clock)}</section>`;
}

// says: group.table.*
/** Who sits where; each table has an element of its own, as WebKit leaves columns as wide as for the table before. @param {GroupNews} news @param {TournamentShown} tournament @param {RoundShown} round @param {number} clock */
function roundTold(news, tournament, round, clock) {
  const { shown, ...pages } = pageOf(round.tables.map((table, at) => ({ table, at })), mostTables(tournament, round), clock);
  return html`<section><h2>${say("group.round", { number: round.round, game: titleOf(round.game) })}</h2>
    <ol class="group-round">${repeat(shown, ({ table }) => table.table, ({ table, at }) => html`<li class=${tableIs(round, table) === "on" ? "" : "done"}>
      <b>${say("group.table.number", { number: at + 1 })}</b><code>${table.table}</code>
      <ul>${sitting(news, tournament, table).map((name) => html`<li>${name}</li>`)}</ul>
      <small>${say(`group.table.${tableIs(round, table)}`)}</small></li>`)}</ol>
    ${pagesTold(pages)}
    ${round.byes.length ? html`<p>${say("group.bye", { names: namesOf(news, round.byes) })}</p>` : nothing}
  </section>`;
}

/** How many tables find room at a time: three rows of small ones, two of others. @param {TournamentShown} tournament @param {RoundShown} round */
function mostTables(tournament, { tables }) {
  const seats = Math.max(...tables.map(({ seats }) => seats.length));
  return (hasStandings(tournament) ? COLUMNS : 2 * COLUMNS) * (seats > 2 ? 2 : 3);
}

/** @param {GroupNews} news @param {TournamentShown} tournament @param {number} clock */
function standingsTold(news, { standings }, clock) {
  const heads = [say("group.points"), say("group.victories")];
  const rows = standings.map(({ member, place, points, victories, decided_by: by }) => ({ member, place, cells: [brief(points), brief(victories)], note: decidedBy(by) }));
  return html`<section><h2>${say("group.standings")}</h2>${tableOf(news, heads, rows, clock)}</section>`;
}

/** @param {GroupNews} news @param {string[]} heads @param {Row[]} rows @param {number} clock */
function tableOf(news, heads, rows, clock) {
  const { shown, ...pages } = pageOf(rows, MOST_ROWS, clock);
  return html`<table class="group-standing ${rows.length > FEW_ROWS ? "many" : ""}"><caption class="unseen">${say("group.standings")}</caption>
    <thead><tr><th scope="col"><span class="unseen">${say("result.place")}</span></th><th scope="col">${say("group.member")}</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${shown.map(({ member, place, cells, note }) => html`<tr><td class="place">${place}</td><th scope="row">${memberTold({ ...news, you: -1 }, member)}${note ? html`<small class="group-note">${note}</small>` : nothing}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>${pagesTold(pages)}`;
}

/** Which part of a long list this is. @param {{at: number, pages: number}} which */
const pagesTold = ({ at, pages }) => (pages > 1 ? html`<p class="group-pages">${at + 1} / ${pages}</p>` : nothing);
