/** What is worth remembering of a game that is over, in numbers: no language is in it. */

import { courseOf } from "../accounts.js";
import { pointsOf, racesOf } from "./account.js";

/** @param {import("../../types.js").View} view @param {import("../../types.js").Happened[]} happened @returns {import("../../types.js").GameNoted} */
export function noted({ players, points }, happened) {
  /** @type {number[]} */
  const totals = points;
  const races = [...racesOf(happened).values()].map((race) => totals.map((_, seat) => pointsOf(race, seat)));
  return { scores: totals, ending: "", nobodys: [], rivals: players, course: courseOf(totals, races) };
}
