/** What is asked, and who has won: said in one way, to be read and to be heard. */

import { allOf, say } from "../words.js";

/** @typedef {import("../table.js").Table} Table */

/** What the viewer is asked. @param {Table} table @param {import("../types.js").View} view @returns {string} */
export const questionOf = ({ game, teller }, view) => game?.question?.(view, teller) ?? teller.say(`phase.${view.phase}`);

/** @param {Table} table @param {number[]} winners */
export function wonBy(table, winners) {
  if (winners.length === 1 && winners[0] === table.you) return say("result.you");
  return say("ask.won", { winners: allOf(winners.map((seat) => table.name(seat))) });
}
