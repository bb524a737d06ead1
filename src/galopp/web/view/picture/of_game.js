/** The picture of how a game ended: places, names, points, and the pig that has won. */

import { endingTold, scoreTold } from "../../language/scores.js";
import { allOf, dated, number, say, sentence, titleOf } from "../../language/words.js";
import { page } from "../../net/root.js";

/** @typedef {import("../../language/words.js").Catalogue} Catalogue */
/** @typedef {import("../../types.js").NotedGame} NotedGame */
/** @typedef {import("../../types.js").PictureShown} PictureShown */

/** @param {NotedGame} noted @param {Catalogue} catalogue of the game @returns {PictureShown} */
export function pictureOfGame(noted, catalogue) {
  const { game, at, day, seats, winners, nobodys } = noted;
  const pigs = winners.map((seat) => ({ pig: seats[seat].pig, crowned: true }));
  const date = dated(day ? new Date(`${day}T12:00:00`) : new Date(at * 1000));
  return {
    title: titleOf(game), about: day ? say("day.of_date", { date }) : date, game, told: outcomeOf(noted, catalogue),
    faces: [...pigs, ...nobodys.map((runner) => ({ pig: "", runner, crowned: true }))],
    went: [], heads: [], rows: rowsOf(noted, catalogue), footer: location.host + page("/"), file: `galopp-${noted.replay}`.toLowerCase(),
  };
}

/** Who has won, or what has; no "you": others read it. @param {NotedGame} noted @param {Catalogue} catalogue */
export function outcomeOf({ seats, winners, nobodys }, catalogue) {
  if (winners.length) return say("result.won", { count: winners.length, seats: allOf(winners.map((seat) => seats[seat].name)) });
  const runners = nobodys.map((runner) => sentence(catalogue, `runner.${runner}`, {}));
  return runners.length ? sentence(catalogue, "unowned_won", { runner: allOf(runners), count: runners.length }) : say("result.nobody");
}

/** @param {NotedGame} noted @param {Catalogue} catalogue */
function rowsOf(noted, catalogue) {
  const { game, seats, winners } = noted;
  const inOrder = seats.map((seat, index) => ({ ...seat, won: winners.includes(index) })).sort((one, other) => Number(other.won) - Number(one.won) || one.place - other.place);
  return inOrder.map(({ name, pig, place, score, won }) => ({
    place: number(place), name, pig, note: won ? endingTold(noted, catalogue) : "", values: [scoreTold(game, catalogue, score)], won,
  }));
}
