/** What is worth remembering of a race that is over, in numbers and names: no language is in it. */

import { RUNNERS, ovalOf, ownerOf } from "./deck.js";
import { beyond } from "./standing.js";

/** @typedef {import("../../types.js").GameNoted} GameNoted */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

/** @param {View} view @param {Happened[]} happened @returns {GameNoted} */
export function noted(view, happened) {
  const { players, won, ended, options } = view;
  const ending = Object.keys(ended).find((name) => ended[name]) ?? "";
  const nobodys = won.filter((/** @type {string} */ runner) => ownerOf(runner, players) === null);
  const rivals = options.ownerless_can_win ? RUNNERS.length : players;
  const course = courseOf(view, happened).map((stands) => stands.slice(0, rivals));
  return { scores: overTheLine(view, view.places, view.sign).slice(0, players), ending, nobodys, rivals, course };
}

/** How far each runner is beyond the line, in the order of seats; what is missing to it is less than 1.
 * @param {View} view @param {Record<string, number>} places @param {number} sign */
const overTheLine = ({ options }, places, sign) => RUNNERS.map((runner) => beyond(places[runner], sign, ovalOf(options.board).spaces));

/** How all stood before each round, as far as it was told: everything goes back from where it stands at the end.
 * @param {View} view @param {Happened[]} happened */
function courseOf(view, happened) {
  const places = { ...view.places };
  let { sign } = view;
  /** @type {number[][]} */
  const course = [];
  for (const { key, arguments: told } of [...happened].reverse()) {
    if (key === "ran" || key === "swapped") places[told.runner] = told.start;
    if (key === "swapped") places[told.other_runner] = told.place;
    if (key === "sign_moved") sign = told.start;
    if (key === "turned_over") course.unshift(overTheLine(view, places, sign));
  }
  return course.slice(1); // before the first round nobody has run
}
