/** What is certain of a move, in a few words each. */

import { alike, ranksOf, toldRanks } from "../ranks.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").Scene} Scene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "called_mau", "called_mau_mau", "parried", "colour_counts", "skipped", "owes", "debt_lapsed", "drew", "reshuffled",
  "ran", "retreated", "stopped_retreating", "bet_taken_up", "bet_on", "race_over_laurel", "race_over_last_card",
  "race_over_both", "race_over_turn_limit", "points_for_laurel", "points_for_last_card", "points_for_bet", "game_over",
]);

/** Those after which the ranks may be others. */
const MOVES = new Set(["ran", "retreated"]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {Scene} before @param {Scene} after @param {GameWords} words */
export function foretell({ happens }, before, after, words) {
  const moved = happens.findLastIndex(({ key }) => MOVES.has(key));
  return happens.flatMap(({ key, arguments: told }, index) => {
    if (key === "drew" && told.count === 1) return []; // which the button says
    const said = TOLD.has(key) ? [words.say(`foresight.${key}`, told)] : [];
    return index === moved ? [...said, ...ranks(told.pig, before, after, words)] : said;
  });
}

/** All ranks if they change, and whether the pig has taken the lead, which is what bets are about; where the race is
 * over, what that brings is told instead. @param {string} pig @param {Scene} before @param {Scene} after @param {GameWords} words */
function ranks(pig, before, after, words) {
  const [was, is] = [ranksOf(before.pigs), ranksOf(after.pigs)];
  const leads = alike([[pig]], is.slice(0, 1)) && !alike(was.slice(0, 1), is.slice(0, 1)) ? [words.say("foresight.leads", { pig })] : [];
  return alike(was, is) || after.ending ? leads : [...leads, toldRanks("pig", is, words)];
}
