/** One game in the list of those that were played: how it ended, with whom, and what can be done with it. */

import { html, nothing } from "lit";
import { endingTold, scoreTold } from "../../language/scores.js";
import { levelName } from "../../language/levels.js";
import { allOf, dateStyle, number, say, sentence, titleOf } from "../../language/words.js";
import { iconPicture } from "../../art/picture.js";
import { follow } from "../../routes.js";
import { counts, isVictory, opponents } from "../../model/statistics.js";
import { emblem } from "../shared/emblems.js";
import { isNear, watchPath } from "./links.js";

/** @typedef {import("../../language/words.js").Catalogue} Catalogue */
/** @typedef {import("../../types.js").NotedGame} NotedGame */

/** The day and hour of a game. @param {number} at seconds */
const momentOf = (at) => new Date(at * 1000).toLocaleString(dateStyle(), { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** Of several own seats, the one that came in first. @param {NotedGame} noted */
const bestOf = ({ own, seats }) => own.map((seat) => seats[seat]).reduce((best, seat) => (seat.place < best.place ? seat : best));

/** How it ended for us. @param {NotedGame} noted */
function outcomeTold(noted) {
  const { seats, winners, nobodys } = noted;
  if (isVictory(noted)) return say(winners.length + nobodys.length > 1 ? "mine.won_shared" : "mine.won");
  return say("mine.place", { place: number(bestOf(noted).place), count: seats.length + nobodys.length });
}

/** Against whom; bots with their level. @param {NotedGame} noted */
function rivalsTold(noted) {
  const others = opponents(noted).map(({ name, kind, level }) => (kind === "bot" ? say("mine.bot", { name, level: levelName(level) }) : name));
  return others.length ? say("mine.with", { names: allOf(others) }) : say("mine.with_nobody");
}

/** What was chosen otherwise than usual, in short. @param {NotedGame} noted @param {Catalogue} catalogue */
const optionsTold = ({ options }, catalogue) =>
  Object.entries(options).map(([name, value]) => say("mine.option", { option: sentence(catalogue, `option.${name}`, {}), value: valueTold(name, value, catalogue) })).join(" · ");

/** @param {string} name @param {any} value @param {Catalogue} catalogue @returns {string} */
function valueTold(name, value, catalogue) {
  if (typeof value === "boolean") return say(value ? "option.on" : "option.off");
  if (Array.isArray(value)) return value.map((one) => number(one)).join(", ");
  return typeof value === "number" ? number(value) : sentence(catalogue, `choice.${name}.${value}`, {});
}

// says: mine.mark.*
/** What is special about it. @param {NotedGame} noted */
function marksOf(noted) {
  const marks = [noted.day ? "day" : "", noted.where ? "" : "here", noted.own.length > 1 ? "several" : "", counts(noted) ? "" : "uncounted"];
  return marks.filter(Boolean).map((mark) => html`<i class="mine-mark">${say(`mine.mark.${mark}`)}</i>`);
}

/** @param {NotedGame} noted @param {Catalogue} catalogue @param {() => void} show a picture of it */
export function gameRow(noted, catalogue, show) {
  const { game, at, options } = noted;
  const won = isVictory(noted);
  const [ending, chosen] = [won ? endingTold(noted, catalogue) : "", Object.keys(options).length ? optionsTold(noted, catalogue) : ""];
  return html`<li class="mine-game ${won ? "won" : ""}">
    <span class="mine-emblem">${emblem(game)}</span>
    <div class="mine-words">
      <p class="mine-outcome"><b>${won ? iconPicture("trophy") : nothing}${outcomeTold(noted)}</b> <span>${ending || scoreTold(game, catalogue, bestOf(noted).score)}</span></p>
      <p>${titleOf(game)}, ${rivalsTold(noted)}</p>
      <p class="mine-quiet"><time datetime=${new Date(at * 1000).toISOString()}>${momentOf(at)}</time> ${marksOf(noted)} ${chosen ? html`<span>${chosen}</span>` : nothing}</p>
    </div>
    <div class="mine-acts">${acts(noted, show)}</div>
  </li>`;
}

/** @param {NotedGame} noted @param {() => void} show */
function acts(noted, show) {
  const about = { game: titleOf(noted.game), time: momentOf(noted.at) };
  return html`${link(noted, "replay", say("mine.watch", about), watchPath(noted))}
    ${link(noted, "chart", say("mine.review", about), watchPath(noted, true))}
    <button class="tool" type="button" aria-label=${say("mine.show", about)} title=${say("mine.show", about)} @click=${show}>${iconPicture("share")}</button>`;
}

/** @param {NotedGame} noted @param {string} icon @param {string} told @param {string} path */
const link = (noted, icon, told, path) =>
  path ? html`<a class="tool" href=${path} aria-label=${told} title=${told} @click=${isNear(noted) ? follow : null}>${iconPicture(icon)}</a>` : nothing;
