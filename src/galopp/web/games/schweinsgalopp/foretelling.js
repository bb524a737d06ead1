/** What is certain of a move, in a few words each. */

import { order, space } from "./scene.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").Scene} Scene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "food_laid", "food_from_track", "food_for_the_lead", "lead_without_food", "secured", "given_back", "race_over", "game_over",
]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {Scene} _before @param {Scene} after @param {GameWords} words */
export function foretell({ happens }, _before, after, words) {
  return happens.flatMap(({ key, arguments: told }) => {
    if (key === "ran") return ran(told.pig, after, words);
    return TOLD.has(key) && told.count !== 0 ? [words.say(`foresight.${key}`, told)] : [];
  });
}

/** Where a pig stops; and its rank, unless it leads, which another event tells. @param {string} pig @param {Scene} after @param {GameWords} words */
function ran(pig, after, words) {
  const [place, rank] = [Number(after.places[pig]), order(after).indexOf(pig) + 1];
  const stops = words.say("foresight.ran", { pig, space: space(after.ring, place) });
  return rank > 1 ? [stops, words.say("foresight.rank", { rank })] : [stops];
}
