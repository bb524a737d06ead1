/** What somebody tells others of the deal of a day: how it went, and nothing of the cards. */

/** @typedef {import("../../types.js").Account} Account */

/** @typedef {import("../../types.js").Went} Went */

/** A number as an account writes it: "+5", "−3". @param {string} written */
const read = (written) => Number(written.replace("−", "-").replace(/[^\d.+-]/g, "")) || 0;

/** Race by race, how a seat did. @param {Account} account @param {number} seat @returns {Went[]} */
export function wentOf({ heads, rows }, seat) {
  const own = heads.findIndex((head) => head.seat === seat);
  if (own < 0) return [];
  return rows.map(({ cells }) => {
    const all = cells.map(({ value }) => read(value));
    if (all[own] === Math.max(...all)) return "best";
    return all[own] === Math.min(...all) ? "last" : "middle";
  });
}

/** When the next day's cards come: days begin all over the world at once, at midnight UTC. @param {string} day 2026-11-15 */
export const nextDeal = (day) => Date.parse(`${day}T00:00:00Z`) + 24 * 3600 * 1000;

/** Whether points are more than another word for a victory. @param {{won: boolean, points: number}[]} results */
export const countsPoints = (results) => results.some(({ won, points }) => points !== Number(won));

/** Which place a result has; who did as well has the same. @param {{won: boolean, points: number}[]} results the best first @param {number} index */
export const placeOfDay = (results, index) =>
  1 + results.findIndex(({ won, points }) => won === results[index].won && points === results[index].points);
