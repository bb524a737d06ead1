/** What is certain of a move, in a few words each. */

import { alike, toldRanks } from "../ranks.js";
import { order, space } from "./scene.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").Scene} Scene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "food_laid", "food_from_track", "food_for_the_lead", "lead_without_food", "secured", "given_back", "race_over", "game_over",
]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {Scene} before @param {Scene} after @param {GameWords} words */
export function foretell({ happens }, before, after, words) {
  return happens.flatMap(({ key, arguments: told }) => {
    if (key === "ran") return [stops(told.pig, after, words), ...ranks(told.pig, before, after, words)];
    return TOLD.has(key) && told.count !== 0 ? [words.say(`foresight.${key}`, told)] : [];
  });
}

/** @param {string} pig @param {Scene} after @param {GameWords} words */
const stops = (pig, { ring, places }, words) => words.say("foresight.ran", { pig, space: space(ring, Number(places[pig])) });

/** All ranks if they change; else that of the pig, unless it leads, which another event tells.
 * @param {string} pig @param {Scene} before @param {Scene} after @param {GameWords} words */
function ranks(pig, before, after, words) {
  const [was, is] = [before, after].map((scene) => order(scene).map((name) => [name]));
  const rank = order(after).indexOf(pig) + 1;
  if (!alike(was, is)) return [toldRanks("pig", is, words)];
  return rank > 1 ? [words.say("foresight.rank", { rank })] : [];
}
