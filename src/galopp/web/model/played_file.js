/**
 * The noted games as a file, and what is taken of one: all of it, or nothing.
 *
 * A file may come from anywhere, and what is in it is shown and followed as a link. So everything is looked at, and
 * what is not known is left behind.
 */

import { GAME_NAMES } from "./games.js";

/** @typedef {import("../types.js").NotedGame} NotedGame */
/** @typedef {import("../types.js").NotedSeat} NotedSeat */

const KIND = "galopp games";
const VERSION = 1;
const MOST_SEATS = 5;
const LONGEST_NAME = 80;
const LONGEST_RECORD = 2 ** 18;
export const LARGEST = 2 ** 25; // bytes; a thousand games are not nearly as many

/** Why a file is not taken: a key of the catalogue, and what it needs to know. */
export class NotTaken extends Error {
  /** @param {"not_ours" | "newer" | "damaged"} key @param {number} [number] of the game in which something is wrong */
  constructor(key, number = 0) {
    super(key);
    this.key = key;
    this.number = number;
  }
}

/** @param {NotedGame[]} games */
export const writtenGames = (games) => `${JSON.stringify({ kind: KIND, version: VERSION, games }, null, 1)}\n`;

/** The games in a file; throws `NotTaken`. @param {string} text @returns {NotedGame[]} */
export function readGames(text) {
  const found = parsed(text);
  if (found?.kind !== KIND || !isWhole(found.version, 1, Infinity) || !Array.isArray(found.games)) throw new NotTaken("not_ours");
  if (found.version > VERSION) throw new NotTaken("newer");
  return found.games.map((/** @type {unknown} */ game, /** @type {number} */ index) => readGame(game, index + 1));
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotTaken("not_ours");
  }
}

// --- What a game must be like

/** @param {any} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** @param {any} value @param {RegExp} pattern */
const isLike = (value, pattern) => typeof value === "string" && pattern.test(value);

/** @param {any} value @param {(one: any) => boolean} fits */
const isListOf = (value, fits) => Array.isArray(value) && value.every(fits);

/** @param {any} options */
const areOptions = (options) => !!options && typeof options === "object" && !Array.isArray(options)
  && Object.entries(options).every(([name, value]) => /^\w{1,40}$/.test(name) && isValue(value));

/** What somebody can choose: a number, a word, or several numbers. @param {any} value */
const isValue = (value) => value === null || ["boolean", "number"].includes(typeof value) || isLike(value, /^[\w-]{0,40}$/) || isListOf(value, (one) => typeof one === "number");

/** @type {Record<keyof NotedSeat, (value: any) => boolean>} */
const SEAT = {
  name: (value) => typeof value === "string" && value.length <= LONGEST_NAME,
  pig: (value) => isLike(value, /^[a-z]{0,20}$/),
  kind: (value) => value === "person" || value === "bot",
  level: (value) => isLike(value, /^[\w.:-]{0,80}$/),
  score: (value) => isWhole(value, -1000, 10_000),
  place: (value) => isWhole(value, 1, MOST_SEATS + 4), // runners that are nobody's may be before all
};

/** @type {Record<keyof NotedGame, (value: any, game: any) => boolean>} */
const GAME = {
  id: (value) => isLike(value, /^[A-Za-z0-9-]{5,120}$/),
  game: (value) => GAME_NAMES.includes(value),
  rules: (value) => isWhole(value, 1, 1000),
  at: (value) => isWhole(value, 0, 2 ** 40),
  where: (value) => value === "" || isLike(value, /^https?:\/\/[^\s"'<>]{1,200}$/),
  replay: (value) => isLike(value, /^[A-Za-z0-9-]{3,80}$/),
  record: (value) => typeof value === "string" && value.length <= LONGEST_RECORD,
  day: (value) => isLike(value, /^(\d{4}-\d\d-\d\d)?$/),
  again: (value) => typeof value === "boolean",
  options: areOptions,
  seats: (value) => isListOf(value, isSeat) && value.length >= 1 && value.length <= MOST_SEATS,
  own: (value, { seats }) => areSeats(value, seats) && value.length > 0,
  winners: (value, { seats }) => areSeats(value, seats),
  nobodys: (value) => isListOf(value, (name) => isLike(name, /^[a-z]{1,20}$/)),
  rivals: (value, { seats }) => isWhole(value, seats.length, MOST_SEATS),
  ending: (value) => isLike(value, /^\w{0,20}$/),
  behind: (value) => value === null || isWhole(value, 0, 10_000),
};

/** @param {any} seat */
const isSeat = (seat) => !!seat && typeof seat === "object" && Object.entries(SEAT).every(([name, fits]) => fits(seat[name]));

/** @param {any} value @param {any} seats */
const areSeats = (value, seats) => isListOf(value, (seat) => isWhole(seat, 0, seats.length - 1)) && new Set(value).size === value.length;

/** @param {any} game @param {number} number @returns {NotedGame} */
function readGame(game, number) {
  const whole = !!game && typeof game === "object" && Object.entries(GAME).every(([name, fits]) => fits(game[name], game));
  if (!whole) throw new NotTaken("damaged", number);
  const kept = (/** @type {any} */ from, /** @type {object} */ shape) => Object.fromEntries(Object.keys(shape).map((name) => [name, from[name]]));
  return /** @type {NotedGame} */ ({ ...kept(game, GAME), seats: game.seats.map((/** @type {any} */ seat) => kept(seat, SEAT)) });
}
