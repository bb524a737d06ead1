/** What the games' accounts of their points have in common: rows of numbers, a column a player. */

/** @typedef {import("../types.js").Account} Account */
/** @typedef {import("../types.js").AccountCell} AccountCell */
/** @typedef {import("../types.js").GameWords} GameWords */

/** @typedef {Account["rows"][number]} Row */

/** A column for each seat, in the order they sit. @param {number} players @param {GameWords} words */
export const seatHeads = (players, words) =>
  Array.from({ length: players }, (_, seat) => ({ seat, name: words.seat(seat), picture: null }));

/** A cell of which no more is known than its number. @param {number} points @returns {AccountCell} */
export const plainCell = (points) => ({ value: signed(points), parts: [] });

/** A number as it is written where numbers are added up. @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/**
 * What the races before bring, where the page was not told of them: the totals hold in any case.
 * @param {number[]} totals @param {number[][]} races the points of each @param {GameWords} words @returns {Row[]}
 */
export function untold(totals, races, words) {
  const left = totals.map((total, seat) => total - races.reduce((sum, points) => sum + points[seat], 0));
  if (left.every((points) => points === 0)) return [];
  return [{ title: words.say("account.before"), about: [], cells: left.map(plainCell) }];
}

/** @param {number[]} totals @param {GameWords} words @returns {Row} */
export const inAll = (totals, words) => ({
  title: words.say("account.total"), about: [], cells: totals.map(plainCell),
});

/**
 * How all stood after each race but the last; what was not told of comes before the first.
 * @param {number[]} totals @param {number[][]} races the points of each @returns {number[][]}
 */
export function courseOf(totals, races) {
  /** @type {number[][]} */
  const course = [];
  let stands = totals;
  for (const points of [...races].reverse()) {
    stands = stands.map((total, seat) => total - points[seat]);
    course.unshift(stands);
  }
  return course;
}
