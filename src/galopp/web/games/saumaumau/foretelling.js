/** What is certain of a move, in a few words each. */

import { PIGS } from "./deck.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").Scene} Scene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "called_mau", "called_mau_mau", "parried", "colour_counts", "skipped", "owes", "debt_lapsed", "drew", "reshuffled",
  "retreated", "stopped_retreating", "bet_taken_up", "bet_on", "race_over_laurel", "race_over_last_card",
  "race_over_both", "race_over_turn_limit", "points_for_laurel", "points_for_last_card", "points_for_bet", "game_over",
]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {Scene} before @param {Scene} after @param {GameWords} words */
export function foretell({ happens }, before, after, words) {
  return happens.flatMap(({ key, arguments: told }) => {
    if (key === "ran") return ran(told, before, after, words);
    if (key === "drew" && told.count === 1) return []; // which the button says
    return TOLD.has(key) ? [words.say(`foresight.${key}`, told)] : [];
  });
}

/** Where a pig stops, and whether it has taken the lead, which is what bets are about.
 * @param {Record<string, any>} told @param {Scene} before @param {Scene} after @param {GameWords} words */
function ran(told, before, after, words) {
  const stops = words.say("foresight.ran", told);
  return leads(after, told.pig) && !leads(before, told.pig) ? [stops, words.say("foresight.leads", told)] : [stops];
}

/** @param {Scene} scene @param {string} pig */
const leads = ({ pigs }, pig) => PIGS.every((other) => other === pig || pigs[other] < pigs[pig]);
