/** Pictures of an evening, a season and a tournament, for others. */

import { page } from "../../net/root.js";
import { say } from "../../language/words.js";
import { memberOf } from "../../model/group_facts.js";
import { brief, day, nameOf, namesOf } from "./labels.js";

/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").PictureShown} PictureShown */
/** @typedef {{member: number, place: number, victories: number, points: number}} Row */

/** @param {GroupNews} news @param {string} about @param {Row[]} rows the best first @param {string} game "" where it was several @returns {PictureShown} */
function picture(news, about, rows, game) {
  const first = rows.filter(({ place }) => place === 1).map(({ member }) => member);
  const pigOf = (/** @type {number} */ member) => memberOf(news, member)?.pig ?? "";
  return {
    title: news.name, about, game, told: say("group.picture.first", { names: namesOf(news, first) }),
    faces: first.map((member) => ({ pig: pigOf(member), crowned: true })),
    went: [], heads: [say("group.victories"), say("group.points")],
    rows: rows.map(({ member, place, victories, points }) => ({
      place: brief(place), name: nameOf(news, member), pig: pigOf(member), note: "", values: [brief(victories), brief(points)], won: place === 1,
    })),
    footer: location.host + page("/"), file: `galopp-${news.code}`.toLowerCase(),
  };
}

/** @param {string[]} games */
const onlyGame = (games) => (new Set(games).size === 1 ? games[0] : "");

/** @param {GroupNews} news @param {import("../../types.js").EveningShown} evening */
export function pictureOfEvening(news, { start, games, standings }) {
  const played = news.latest.filter(({ number }) => games.includes(number));
  return picture(news, say("group.picture.evening", { day: day(start) }), standings, played.length === games.length ? onlyGame(played.map(({ game }) => game)) : "");
}

/** @param {GroupNews} news @param {string} name of the season @param {Row[]} rows */
export const pictureOfSeason = (news, name, rows) => picture(news, name, rows, "");

/** @param {GroupNews} news @param {import("../../types.js").TournamentShown} tournament */
export const pictureOfTournament = (news, { name, standings, games }) => picture(news, name, standings, onlyGame(games));
