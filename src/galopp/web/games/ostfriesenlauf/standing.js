/**
 * Who is where: ranks, and how far it is to the line. Arithmetic for the eye; the server judges.
 */

import { RUNNERS } from "./deck.js";

/** @typedef {{place: number, lane: number}} Stand */

/** The runners from the first to the last; on one space the inner one is ahead.
 * @param {Record<string, Stand>} stands */
export function ranking(stands) {
  return [...RUNNERS].sort(
    (one, other) => stands[other].place - stands[one].place || stands[one].lane - stands[other].lane,
  );
}

/** The rank of a runner, 1 to 4. @param {Record<string, Stand>} stands @param {string} runner */
export const rankOf = (stands, runner) => ranking(stands).indexOf(runner) + 1;

/**
 * The spaces a runner still needs to cross the line, in each direction; 0 or less is over it,
 * and 0 is just over it.
 * @param {number} place @param {number} sign @param {number} spaces
 */
export const toGo = (place, sign, spaces) => ({
  forwards: sign - place,
  backwards: place - (sign - spaces) + 1,
});

/** How many spaces beyond the line, the way that is further; 0 or less is not over it.
 * @param {number} place @param {number} sign @param {number} spaces */
export function beyond(place, sign, spaces) {
  const { forwards, backwards } = toGo(place, sign, spaces);
  return 1 - Math.min(forwards, backwards);
}
