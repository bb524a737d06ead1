/**
 * What happened, in sentences.
 *
 * What an argument is called says how it is put into words: a `seat` becomes the player's
 * name, a `pig` or a `card` is looked up in the game's catalogue, numbers stay numbers.
 */

import { levelName } from "./levels.js";
import { allOf, known, say, sentence } from "./words.js";

/** @typedef {import("./types.js").GameWords} GameWords */
/** @typedef {import("./types.js").Happened} Happened */
/** @typedef {import("./words.js").Catalogue} Catalogue */

const SEATS = new Set(["seat", "by", "starter", "other", "voter"]);
const LISTS_OF_SEATS = new Set(["winners", "seats"]);
const OF_THE_TABLE = "table.";

/**
 * Says things of one game with the players' names.
 * @implements {GameWords}
 */
export class Teller {
  /** @param {Catalogue} catalogue @param {(seat: number) => string} nameOf */
  constructor(catalogue, nameOf) {
    this.catalogue = catalogue;
    this.nameOf = nameOf;
  }

  /** @param {number} seat */
  seat(seat) {
    return this.nameOf(seat);
  }

  /** One thing of the game by its name. @param {string} about @param {string} name */
  word(about, name) {
    return sentence(this.catalogue, `${about}.${name}`, {});
  }

  /** A sentence of the game. @param {string} key @param {Record<string, any>} [filled] */
  say(key, filled = {}) {
    return sentence(this.catalogue, key, this.inWords(filled));
  }

  /** What happened, in the game or at the table. @param {Happened} event */
  event({ key, arguments: told }) {
    return key.startsWith(OF_THE_TABLE) ? this.ofTheTable(key, told) : this.say(`event.${key}`, told);
  }

  /** A move as a choice to make. @param {import("./types.js").MoveShown} move */
  move({ kind, about, subject }) {
    return this.say(`move.${kind}`, about ? { [about]: subject } : {});
  }

  // says: table.*, phrase.*
  /** @param {string} key @param {Record<string, any>} told */
  ofTheTable(key, told) {
    const filled = this.inWords(told);
    if (told.phrase) filled.phrase = say(`phrase.${told.phrase}`);
    if (told.level) filled.level = levelName(told.level);
    return say(key, filled);
  }

  /** @param {Record<string, any>} told */
  inWords(told) {
    const filled = Object.entries(told).map(([name, value]) => [name, this.put(name, value)]);
    return Object.fromEntries(filled);
  }

  /** @param {string} name @param {any} value @returns {string | number} */
  put(name, value) {
    if (SEATS.has(name) && typeof value === "number") return this.seat(value);
    if (LISTS_OF_SEATS.has(name)) return allOf(value.map((/** @type {number} */ one) => this.seat(one)));
    const about = name.split("_").pop() ?? name; // an "other_runner" is a runner
    if (Array.isArray(value)) return allOf(value.map((one) => this.word(about, one)));
    const found = typeof value === "string" && `${about}.${value}` in this.catalogue;
    return found ? this.word(about, value) : value;
  }
}

/** Whether the page has words for this event of the table. @param {Happened} event */
export const isTold = ({ key }) => !key.startsWith(OF_THE_TABLE) || known(key);
