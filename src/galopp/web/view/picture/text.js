/** What a picture tells, in letters: for whoever is sent it, and for whoever cannot see it. */

/** @typedef {import("../../types.js").PictureShown} PictureShown */
/** @typedef {import("../../types.js").PictureRow} PictureRow */
/** @typedef {import("../../types.js").Went} Went */

/** @type {Record<Went, string>} */
const SQUARES = { best: "🟩", middle: "🟨", last: "⬜" };

/** Race by race, from green to pale. @param {Went[]} went */
export const squares = (went) => went.map((one) => SQUARES[one]).join("");

/** "1. Rosa: 3 victories, 41 points". @param {PictureRow} row @param {string[]} heads what the values are */
function rowTold({ place, name, note, values }, heads) {
  const counted = values.map((value, index) => (heads[index] ? `${heads[index]} ${value}` : value));
  const said = [...counted, note].filter(Boolean).join(", ");
  return [place ? `${place}. ${name}` : name, said].filter(Boolean).join(": ");
}

/** @param {PictureShown} shown @param {string} [address] where to play it oneself */
export function textOf({ title, about, told, went, heads, rows }, address = "") {
  return [[title, about].filter(Boolean).join(", "), told, squares(went), ...rows.map((row) => rowTold(row, heads)), address]
    .filter(Boolean).join("\n");
}
