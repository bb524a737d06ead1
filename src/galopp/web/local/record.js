/** A game of this device written down, as `galopp verify`, `galopp replay` and every server read it. */

import { sha256 } from "./luck.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */

/**
 * @typedef {object} About what a record says besides the game
 * @property {Record<string, any>} options those that differ from their default, as a host would enter them
 * @property {string[]} notations of all codes
 * @property {string[]} names of the seats
 */

/** The record of a game, sealed. @param {LocalGame} game @param {About} about */
export async function recordOf(game, { options, notations, names }) {
  const { layout } = game.kernels;
  const { luck, setting, decisions } = game;
  const lines = [
    "galopp record 1",
    `game: ${layout.game}`,
    `rules: ${layout.rules}`,
    `players: ${setting.players}`,
    `table: ${luck.table}`,
    `promise: ${luck.promise}`,
    `secret: ${luck.secret}`,
    ...Object.entries(options).map(([name, value]) => `option ${name}: ${JSON.stringify(value)}`),
    ...names.map((name, seat) => `seat ${seat}: ${name}`),
    "",
    ...decisions.map(({ number, seat, code }) => `${number}. ${seat} ${notations[code]}`),
    `end: ${decisions.length}`,
    `points: ${game.points.join(" ")}`,
    `winners: ${game.winners.join(" ")}`,
  ].map((line) => line.trimEnd());
  const text = lines.map((line) => `${line}\n`).join("");
  return `${text}seal: ${await sha256(new TextEncoder().encode(text))}\n`;
}
