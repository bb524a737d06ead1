/**
 * The deal of a day on a page that has no server: the same cards for everybody who plays it there.
 *
 * Its luck is made from the date and the game alone. So it is no secret: whoever wants to know the cards before can
 * work them out. A server's deal of the day comes from a secret, and is another one.
 */

import { Luck, sha256 } from "./luck.js";

const PLAYERS = 3;
const SEAT = 0; // where the person sits: another seat would have other cards
const LEVEL = "casual"; // of the bots

/** Today, by the calendar of Greenwich: one day for everybody. @param {number} [now] milliseconds */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** @param {string} day "2026-11-17" @param {string} game */
export async function luckOf(day, game) {
  const secret = await sha256(new TextEncoder().encode(`galopp ${day}/${game}`));
  return Luck.of(`day-${day}/${game}`, secret);
}

/** What there is to play. @param {string} day @param {string[]} games @returns {import("../types.js").DayShown[]} */
export const dealsOf = (day, games) =>
  games.map((game) => ({ day, game, players: PLAYERS, seat: SEAT, level: LEVEL, over: false, results: [] }));

/** How a table begins that plays it: a record of nothing but the deal. @param {string} day @param {import("../types.js").GameShown} game */
export async function beginningOf(day, { name, rules }) {
  const { table, promise, secret } = await luckOf(day, name);
  const lines = [
    "galopp record 1", `game: ${name}`, `rules: ${rules}`, `players: ${PLAYERS}`,
    `table: ${table}`, `promise: ${promise}`, `secret: ${secret}`, "", "# nothing is decided yet", "",
  ];
  return { secret, begin: { record: lines.join("\n"), decisions: 0, same: true, table, replay: "", options: {}, day } };
}
