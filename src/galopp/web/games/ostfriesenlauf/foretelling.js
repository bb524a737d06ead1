/** What is certain of a move, in a few words each. */

import { effectOf } from "./deck.js";
import { rankOf, ranking } from "./standing.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").LaufScene} LaufScene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "drew_card", "reshuffled", "swapped", "stayed", "sign_moved", "sign_stayed", "round_limit", "game_over",
]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {any} before @param {any} after @param {GameWords} words @returns {string[]} */
export function foretell({ happens, later }, before, after, words) {
  const events = [...happens, ...later];
  const first = events.some(({ key }) => key === "card_turned");
  return events.flatMap(({ key, arguments: told }) => {
    if (key === "laid_card") return first ? [words.say("foresight.first")] : waits(told.card, before, words);
    if (key === "ran") return [ran(told, after, words)];
    return TOLD.has(key) ? [words.say(`foresight.${key}`, told)] : [];
  });
}

/** Where a runner stops, which may be behind the start, and its rank there.
 * @param {Record<string, any>} told @param {LaufScene} after @param {GameWords} words */
function ran({ runner, place }, { runners }, words) {
  return words.say("foresight.ran", { runner, place: String(place).replace("-", "−"), rank: rankOf(runners, runner) });
}

/** Others' cards come first, and may change the ranks: all that is certain is who has that rank now.
 * @param {string} card @param {LaufScene} before @param {GameWords} words */
function waits(card, { laid, runners }, words) {
  const { back, kind } = effectOf(card);
  const waiting = words.say("foresight.waits", { place: laid + 1 });
  if (kind === "sign") return [waiting];
  return [waiting, words.say("foresight.rank_now", { rank: back, runner: ranking(runners)[Number(back) - 1] })];
}
