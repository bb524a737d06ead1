/** What the games come to: how often won, beside what chance would give; streaks, comebacks, and what was the first time. */

import { html, nothing } from "lit";
import { levelName } from "../../language/levels.js";
import { dated, number, percent, say, titleOf } from "../../language/words.js";
import { iconPicture } from "../../art/picture.js";
import { LEVELS } from "../../model/statistics.js";
import { emblem } from "../shared/emblems.js";

/** @typedef {import("../../model/statistics.js").First} First */
/** @typedef {import("../../model/statistics.js").OfGame} OfGame */
/** @typedef {import("../../model/statistics.js").Tally} Tally */
/** @typedef {import("../../types.js").NotedGame} NotedGame */

/** @type {Record<string, string>} */
const ICONS = { victory: "trophy", people: "people", strongest: "bolt", backwards: "undo", crowd: "people", comeback: "chart", day: "sun", in_a_row: "fast", all_games: "crown" };

/** @param {NotedGame} noted */
const dayOf = ({ at }) => dated(new Date(at * 1000));

// says: mine.against.*
/** @param {string} rival */
const rivalTold = (rival) => (rival === "people" || rival === "alone" ? say(`mine.against.${rival}`) : say("mine.against.bots", { level: levelName(rival) }));

/** Two bars: what was won, and what chance would have given. @param {Tally} tally */
const bars = ({ share, expected }) => html`<svg class="mine-bars" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
  <rect class="mine-bar-ground" width="100" height="10"></rect>
  <rect class="mine-bar" width=${100 * share} height="10"></rect>
  <path class="mine-chance" d="M${100 * expected} 0v10"></path>
</svg>`;

/** @param {OfGame} one */
export function gameFigures({ game, all, against }) {
  return html`<section class="mine-card" aria-label=${titleOf(game)}>
    <header><span class="mine-emblem">${emblem(game)}</span><h3>${titleOf(game)}</h3></header>
    <p class="mine-share"><b>${percent(all.share)}</b> <span>${wonTold(all)}</span></p>
    ${bars(all)}
    <p class="mine-quiet">${say("mine.by_chance", { share: percent(all.expected) })}</p>
    <dl class="mine-facts">${facts(all)}</dl>
    ${against.length > 1 || LEVELS.includes(against[0]?.rival) ? rivals(against) : nothing}
  </section>`;
}

/** How often we won; and how often with others, where the share would not be understood else. @param {Tally} tally */
function wonTold({ games, victories, shared }) {
  const won = say("mine.of_games", { count: games, victories: number(victories) });
  return shared ? say("mine.of_games.and_shared", { won, count: shared }) : won;
}

// says: mine.behind.*
/** How far behind we were before the greatest comeback. @param {NotedGame} comeback */
const behindTold = ({ game, behind }) => say(`mine.behind.${game}`, { count: behind ?? 0 });

/** @param {Tally} tally */
function facts({ current, longest, comeback }) {
  const row = (/** @type {string} */ told, /** @type {string} */ value) => html`<div><dt>${told}</dt><dd>${value}</dd></div>`;
  return html`${row(say("mine.streak"), number(current))}${row(say("mine.streak.longest"), number(longest))}
    ${comeback ? row(say("mine.comeback"), say("mine.comeback.of", { behind: behindTold(comeback), date: dayOf(comeback) })) : nothing}`;
}

/** Against whom, the strongest of each game. @param {OfGame["against"]} against */
function rivals(against) {
  const heads = ["mine.strongest", "mine.games", "mine.share", "mine.chance"].map((key) => say(key));
  return html`<table class="mine-rivals">
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${against.map(({ rival, tally }) => html`<tr>
      <th scope="row">${rivalTold(rival)}</th><td>${number(tally.games)}</td><td><b>${percent(tally.share)}</b></td><td>${percent(tally.expected)}</td>
    </tr>${tally.victories ? html`<tr><td class="mine-more" colspan=${heads.length}>${streakTold(tally)}</td></tr>` : nothing}`)}</tbody>
  </table>`;
}

/** @param {Tally} tally */
function streakTold({ current, longest, comeback }) {
  const told = say("mine.streak.brief", { current: number(current), longest: number(longest) });
  return comeback ? say("mine.streak.and_comeback", { streak: told, behind: behindTold(comeback) }) : told;
}

// says: mine.first.*
/** @param {First[]} all */
export const firstRows = (all) => html`<ul class="mine-firsts">${all.map(({ key, noted }) => html`<li>
  ${iconPicture(ICONS[key] ?? "trophy")}<span><b>${say(`mine.first.${key}`)}</b> <small>${say("mine.first.when", { game: titleOf(noted.game), date: dayOf(noted) })}</small></span>
</li>`)}</ul>`;
