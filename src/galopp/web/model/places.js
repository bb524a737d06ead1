/** Who comes in where, once the points are counted. */

/** Whoever has won is first, together with others who have; whoever has as many points as the one before has the same place.
 * @param {{seat: number | null, points: number | null}[]} rows @param {number} index @param {number[]} winners @returns {number} */
export function placeOf(rows, index, winners) {
  const [before, one] = [rows[index - 1], rows[index]];
  if (!before) return 1;
  const [wonBefore, won] = [before, one].map(({ seat }) => seat !== null && winners.includes(seat));
  const alike = won || (!wonBefore && one.points !== null && one.points === before.points);
  return alike ? placeOf(rows, index - 1, winners) : index + 1;
}
