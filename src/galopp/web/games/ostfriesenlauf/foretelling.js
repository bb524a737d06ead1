/** What is certain of a move, in a few words each. */

import { alike, toldRanks } from "../ranks.js";
import { effectOf } from "./deck.js";
import { rankOf, ranking } from "./standing.js";

/** @typedef {import("../../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./scene.js").LaufScene} LaufScene */

/** The events that are worth a word; what else happens is plain to see. */
const TOLD = new Set([
  "drew_card", "reshuffled", "ran", "swapped", "stayed", "sign_moved", "sign_stayed", "round_limit", "game_over",
]);
/** Those after which the ranks may be others. */
const MOVES = new Set(["ran", "swapped"]);

// says: foresight.*
/** @param {ForeseenMove} foreseen @param {any} before @param {any} after @param {GameWords} words @returns {string[]} */
export function foretell({ happens, later }, before, after, words) {
  const events = [...happens, ...later];
  const first = events.some(({ key }) => key === "card_turned");
  const moved = events.findLastIndex(({ key }) => MOVES.has(key));
  return events.flatMap(({ key, arguments: told }, index) => {
    if (key === "laid_card") return first ? [words.say("foresight.first")] : waits(told.card, before, words);
    const said = TOLD.has(key) ? [words.say(`foresight.${key}`, told)] : [];
    return index === moved ? [...said, ranks(told.runner, before, after, words)] : said;
  });
}

/** All ranks if they change, else that of the runner.
 * @param {string} runner @param {LaufScene} before @param {LaufScene} after @param {GameWords} words */
function ranks(runner, before, after, words) {
  const [was, is] = [before, after].map(({ runners }) => ranking(runners).map((name) => [name]));
  return alike(was, is) ? words.say("foresight.rank", { rank: rankOf(after.runners, runner) }) : toldRanks("runner", is, words);
}

/** Others' cards come first, and may change the ranks: all that is certain is who has that rank now.
 * @param {string} card @param {LaufScene} before @param {GameWords} words */
function waits(card, { laid, runners }, words) {
  const { back, kind } = effectOf(card);
  const waiting = words.say("foresight.waits", { place: laid + 1 });
  if (kind === "sign") return [waiting];
  return [waiting, words.say("foresight.rank_now", { rank: back, runner: ranking(runners)[Number(back) - 1] })];
}
