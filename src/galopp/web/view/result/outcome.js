/** Who has won, in one sentence: people, or a runner that is nobody's. */

import { allOf, say } from "../../language/words.js";

/** @typedef {Pick<import("../../types.js").TableModel, "game" | "teller" | "name" | "now" | "viewpoint">} Ended */

/** What has won without belonging to anybody; "" where somebody has won. @param {Ended} table */
export const unownedTold = ({ game, teller, now }) => (now && !now.winners?.length && game?.unowned?.(now.view, teller)) || "";

/** @param {Ended} table @param {number[]} winners */
export function outcomeTold(table, winners) {
  if (winners.length === 1 && winners[0] === table.viewpoint.you) return say("result.you");
  return unownedTold(table) || say("ask.won", { winners: allOf(winners.map((seat) => table.name(seat))) });
}
