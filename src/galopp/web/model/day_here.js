/** The deal of the day on a page without a server: the same cards for everybody, from the date alone. */

import { beginningOf, dealsOf, today } from "../local/day.js";
import { playsHere } from "../net/root.js";
import { GAME_NAMES, shownGame } from "./games.js";
import { playHere } from "./here.js";

/** @typedef {import("./opening.js").Wish} Wish */

/** @returns {import("../types.js").DayShown[]} */
export const dealsHere = () => (playsHere() ? dealsOf(today(), GAME_NAMES) : []);

/** Play it; resolves with the code of the table. @param {Omit<Wish, "begin"> & {begin: {day: string}}} wish */
export async function playDayHere({ begin: { day }, ...wish }) {
  const shown = await shownGame(wish.game);
  if (!shown) throw new Error(wish.game);
  return playHere({ ...wish, ...(await beginningOf(day, shown)) });
}
