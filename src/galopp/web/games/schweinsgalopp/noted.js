/** What is worth remembering of a game that is over, in numbers: no language is in it. */

import { courseOf } from "../accounts.js";
import { racesOf } from "./account.js";

/** @param {import("../../types.js").View} view @param {import("../../types.js").Happened[]} happened @returns {import("../../types.js").GameNoted} */
export function noted({ players, secured }, happened) {
  /** @type {number[]} */
  const totals = secured.map((/** @type {number | null} */ count) => count ?? 0);
  const races = racesOf(happened, players).map(({ food }) => food.map((one) => one.secured));
  return { scores: totals, ending: "", nobodys: [], rivals: players, course: courseOf(totals, races) };
}
