/**
 * What happened, in sentences.
 *
 * What an argument is called says how it is put into words: a `seat` becomes the player's
 * name, a `pig` or a `card` is looked up in the game's catalogue, numbers stay numbers.
 *
 * Whoever reads of themselves reads "you": a sentence has a form of its own for that, `event.played.you`
 * where the `seat` is the reader, `event.ran.you_runner` where the `runner` is theirs.
 */

import { levelName } from "./levels.js";
import { allOf, known, say, sentence } from "./words.js";

/** @typedef {import("../types.js").GameWords} GameWords */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("./words.js").Catalogue} Catalogue */

/** Whom a teller speaks to and of: a table, or a game that is watched again.
 * @typedef {Pick<import("../types.js").TableModel, "name" | "viewpoint" | "shown" | "news">} Company */

const SEATS = new Set(["seat", "by", "starter", "other", "voter"]);
const LISTS_OF_SEATS = new Set(["winners", "seats"]);
const OF_THE_TABLE = "table.";

/** What a gap is filled with: an "other_runner" is a runner. @param {string} gap */
const aboutOf = (gap) => gap.split("_").pop() ?? gap;

/**
 * Says things of one game with the players' names.
 * @implements {GameWords}
 */
export class Teller {
  /** @param {Catalogue} catalogue @param {Company} company */
  constructor(catalogue, company) {
    this.catalogue = catalogue;
    this.company = company;
  }

  get payouts() {
    return this.company.shown?.payouts ?? [];
  }

  /** @param {number} seat */
  seat(seat) {
    return this.company.name(seat);
  }

  /** One thing of the game by its name. @param {string} about @param {string} name */
  word(about, name) {
    return sentence(this.catalogue, `${about}.${name}`, {});
  }

  /** A sentence of the game. @param {string} key @param {Record<string, any>} [filled] */
  say(key, filled = {}) {
    return sentence(this.catalogue, this.form(key, filled, (form) => form in this.catalogue), this.inWords(filled));
  }

  /** What happened, in the game or at the table. @param {Happened} event */
  event({ key, arguments: told }) {
    return key.startsWith(OF_THE_TABLE) ? this.ofTheTable(key, told) : this.say(`event.${key}`, told);
  }

  /** A move as a choice to make. @param {import("../types.js").MoveShown} move */
  move({ kind, about, subject }) {
    return this.say(`move.${kind}`, about ? { [about]: subject } : {});
  }

  // says: table.*, phrase.*
  /** @param {string} key @param {Record<string, any>} told */
  ofTheTable(key, told) {
    const filled = this.inWords(told);
    if (told.phrase) filled.phrase = say(`phrase.${told.phrase}`);
    if (told.level) filled.level = levelName(told.level);
    return say(this.form(key, told, known), filled);
  }

  // --- Whom it is about

  /** The form of a sentence that says "you", if it is about the reader.
   * @param {string} key @param {Record<string, any>} told @param {(form: string) => boolean} exists */
  form(key, told, exists) {
    const gaps = Object.keys(told).filter((gap) => this.isYou(gap, told[gap]));
    return gaps.map((gap) => (gap === "seat" ? `${key}.you` : `${key}.you_${gap}`)).find(exists) ?? key;
  }

  /** @param {string} gap @param {any} value */
  isYou(gap, value) {
    const { you } = this.company.viewpoint;
    if (you === null) return false;
    if (SEATS.has(gap)) return value === you;
    if (LISTS_OF_SEATS.has(gap)) return value.length === 1 && value[0] === you;
    return this.ownerOf(aboutOf(gap), value) === you;
  }

  /** The seat that something belongs to, or nobody's. @param {string} about @param {any} name @returns {number | null} */
  ownerOf(about, name) {
    const { shown } = this.company;
    const seat = shown?.owned[about]?.indexOf(name) ?? -1;
    return seat >= 0 && seat < (this.company.news?.players ?? 0) ? seat : null;
  }

  // --- What fills the gaps

  /** @param {Record<string, any>} told */
  inWords(told) {
    /** @type {Record<string, string | number>} */
    const filled = {};
    for (const [gap, value] of Object.entries(told)) {
      filled[gap] = this.put(gap, value);
      // Whose it is goes without saying in some sentences.
      if (typeof value === "string") filled[`${gap}_alone`] = this.lookUp(aboutOf(gap), value);
    }
    return filled;
  }

  /** @param {string} gap @param {any} value @returns {string | number} */
  put(gap, value) {
    if (SEATS.has(gap) && typeof value === "number") return this.seat(value);
    if (LISTS_OF_SEATS.has(gap)) return allOf(value.map((/** @type {number} */ one) => this.seat(one)));
    if (Array.isArray(value)) return allOf(value.map((one) => this.thing(aboutOf(gap), one)));
    return typeof value === "string" ? this.thing(aboutOf(gap), value) : value;
  }

  /** A thing, and whose it is: "Ringo (blue)". @param {string} about @param {string} name */
  thing(about, name) {
    const seat = this.ownerOf(about, name);
    const alone = this.lookUp(about, name);
    if (seat === null) return alone;
    const whose = seat === this.company.viewpoint.you ? "yours" : "owned";
    return sentence(this.catalogue, `${about}.${whose}`, { [about]: alone, seat: this.seat(seat) });
  }

  /** @param {string} about @param {string} name */
  lookUp(about, name) {
    return `${about}.${name}` in this.catalogue ? this.word(about, name) : name;
  }
}

/** Whether the page has words for this event of the table. @param {Happened} event */
export const isTold = ({ key }) => !key.startsWith(OF_THE_TABLE) || known(key);
