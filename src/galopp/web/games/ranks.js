/** Who is ahead of whom once a move is made: what every game says of it ahead. */

/** @typedef {import("../types.js").GameWords} GameWords */

/** Those who run, from the first to the last; who is level with others shares a row with them. @typedef {string[][]} Ranks */

/** Who is at which place; level are those at the same one. @param {Record<string, number>} places @returns {Ranks} */
export function ranksOf(places) {
  const heights = [...new Set(Object.values(places))].sort((one, other) => other - one);
  return heights.map((height) => Object.keys(places).filter((name) => places[name] === height));
}

/** @param {Ranks} before @param {Ranks} after */
export const alike = (before, after) => JSON.stringify(before) === JSON.stringify(after);

// says: foresight.ranks
/** All ranks, the first first: "Red, Blue = White, Yellow". @param {string} about what runs @param {Ranks} ranks @param {GameWords} words */
export function toldRanks(about, ranks, words) {
  const row = (/** @type {string[]} */ names) => names.map((name) => words.word(about, name)).join(" = ");
  return words.say("foresight.ranks", { ranks: ranks.map(row).join(", ") });
}
