/** Names on a board, cut to the room there is; how wide one is can only be guessed before it is drawn. */

const NARROW = /[fijlrtI.,’' -]/;
const BROAD = /[mwMW]/;

/** How wide a name is, about. @param {string} said @param {number} letter the width of a usual one */
export const widthOf = (said, letter) =>
  [...said].reduce((sum, one) => sum + letter * (NARROW.test(one) ? 0.6 : BROAD.test(one) ? 1.5 : 1), 0);

const NEARLY = 0.8;

/** How wide to draw what all but fills its room: fonts differ, and some would have it run out. Else as it comes.
 * @param {string} said @param {number} width @param {number} letter @returns {number | null} */
export function drawnWidth(said, width, letter) {
  const wide = widthOf(said, letter);
  return wide > NEARLY * width ? Math.min(wide, width) : null;
}

/** As much of a name as fits; the whole one is on the player's badge.
 * @param {string} said @param {number} width @param {number} letter @returns {string} */
export function cut(said, width, letter) {
  if (widthOf(said, letter) <= width) return said;
  const letters = [...said];
  while (letters.length > 1 && widthOf(letters.join(""), letter) + letter > width) letters.pop();
  return `${letters.join("")}…`;
}
