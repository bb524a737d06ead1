/** Who comes in where, once the points are counted. */

/** Whoever has as many points as the one before has the same place, but for who has won.
 * @param {{seat: number | null, points: number | null}[]} rows @param {number} index @param {number[]} winners @returns {number} */
export function placeOf(rows, index, winners) {
  const [before, one] = [rows[index - 1], rows[index]];
  const alike = before && one.points !== null && one.points === before.points && !(before.seat !== null && winners.includes(before.seat));
  return alike ? placeOf(rows, index - 1, winners) : index + 1;
}
