/** A game of this device written down, as `galopp verify`, `galopp replay` and every server read it. */

import { Luck, sha256 } from "./luck.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */

export const HEADING = "galopp record 1";

/**
 * @typedef {object} About what a record says besides the game
 * @property {Record<string, any>} options those that differ from their default, as a host would enter them
 * @property {string[]} notations of all codes
 * @property {string[]} names of the seats; "" where none is known
 */

/** The record of a game; sealed, if its luck was promised. @param {LocalGame} game @param {About} about */
export async function recordOf(game, { options, notations, names }) {
  const { layout } = game.kernels;
  const { luck, setting, decisions } = game;
  const lines = [
    HEADING,
    `game: ${layout.game}`,
    `rules: ${layout.rules}`,
    `players: ${setting.players}`,
    ...luckLines(luck),
    ...(setting.origins ?? []).flatMap(originLines),
    ...Object.entries(options).map(([name, value]) => `option ${name}: ${asJson(value)}`),
    ...names.flatMap((name, seat) => (name ? [`seat ${seat}: ${name}`] : [])),
    "",
    ...decisions.map(({ number, seat, code }) => `${number}. ${seat} ${notations[code]}`),
    ...closing(game),
  ];
  return `${written(lines)}${luck instanceof Luck ? `seal: ${await sealOf(lines)}\n` : ""}`;
}

/** @param {import("./game.js").AnyLuck} luck */
function luckLines(luck) {
  if (!(luck instanceof Luck)) return [`seed: ${luck.seed}`];
  return [`table: ${luck.table}`, `promise: ${luck.promise}`, `secret: ${luck.secret}`];
}

/** @param {import("./game.js").Origin} origin */
function originLines({ luck, decisions }) {
  const whose = luck instanceof Luck ? [`origin table: ${luck.table}`, `origin secret: ${luck.secret}`] : [`origin seed: ${luck.seed}`];
  return [...whose, `origin decisions: ${decisions}`];
}

/** How the game stood in the end. @param {LocalGame} game */
export const closing = (game) => [
  `end: ${game.decisions.length}`, `points: ${game.points.join(" ")}`.trimEnd(), `winners: ${game.winners.join(" ")}`.trimEnd(),
];

/** As `sha256sum` counts it. @param {string[]} lines those above the seal */
export const sealOf = (lines) => sha256(new TextEncoder().encode(written(lines)));

/** As Python writes it, down to the spaces. @param {any} value @returns {string} */
const asJson = (value) => (Array.isArray(value) ? `[${value.map(asJson).join(", ")}]` : JSON.stringify(value));

/** @param {string[]} lines */
const written = (lines) => lines.map((line) => `${line.trimEnd()}\n`).join("");
