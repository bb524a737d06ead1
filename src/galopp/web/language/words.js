/**
 * Everything the page says, in the reader's language.
 *
 * Sentences come from the server's catalogues: `say` for those of the page, `GameWords` for
 * those of a game. A sentence that depends on a number has two forms, chosen by `count`.
 */

import { likes } from "../net/memory.js";
import { web } from "../net/root.js";

/** @typedef {Record<string, string | [string, string]>} Catalogue */
/** @typedef {Record<string, string | number>} Filled */
/** @typedef {"later" | "local" | "mine" | "new" | "group"} WordFile words that only some parts of the page say */

export const LANGUAGES = /** @type {const} */ (["de", "en", "fr"]);

/** How each language calls itself. */
export const OWN_NAMES = { de: "Deutsch", en: "English", fr: "Français" };

/** The language this page speaks. Another may have been chosen in another tab meanwhile. */
export const language = () => spoken || preferred();

/** The one that was chosen, else the browser's, else English. */
function preferred() {
  const wanted = [likes().language, ...navigator.languages].map((name) => name.slice(0, 2));
  return wanted.find((name) => LANGUAGES.some((known) => known === name)) ?? "en";
}

let spoken = "";
/** Files with words that only parts of the page say which are loaded later, as far as they are needed. @type {Set<string>} */
const more = new Set();
/** @type {Catalogue} */
let words = {};
/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** @param {string} path @returns {Promise<any>} */
function load(path) {
  const known = loaded.get(path);
  if (known) return known;
  const loading = fetch(`${web}words/${path}.json`).then((answer) => {
    if (!answer.ok) throw new Error(path);
    return answer.json();
  });
  loading.catch(() => loaded.delete(path)); // the server may be back the next time
  loaded.set(path, loading);
  return loading;
}

/** Learn the words of the page; call it again when the language was changed. */
export async function learn() {
  const wanted = preferred();
  const [learnt, ...later] = await Promise.all([load(wanted), ...[...more].map((file) => load(`${wanted}/${file}`))]);
  [spoken, words] = [wanted, Object.assign({}, learnt, ...later)];
  document.documentElement.lang = wanted;
}

/** Learn the words of parts that are not loaded with the page. @param {WordFile} [file] */
export async function learnMore(file = "later") {
  more.add(file);
  await learn();
}

/** The words of one game. @param {string} game @returns {Promise<Catalogue>} */
export const gameWords = (game) => load(`${language()}/${game}`);

/** The rules of one game. @param {string} game @returns {Promise<import("../types.js").RulesSection[]>} */
export const gameRules = (game) => load(`${language()}/${game}-rules`);

/** The words of one game and of its lesson. @param {string} game @returns {Promise<Catalogue>} */
export const lessonWords = async (game) => ({ ...(await gameWords(game)), ...(await load(`${language()}/${game}-lesson`)) });

/** Made once for each language, which takes a browser longer than what is then asked of it. @template T @param {(locale: string) => T} make */
function onceEach(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (/** @type {string} */ locale) => {
    const found = made.get(locale) ?? make(locale);
    made.set(locale, found);
    return found;
  };
}
const plurals = onceEach((locale) => new Intl.PluralRules(locale));
const lists = onceEach((locale) => new Intl.ListFormat(locale));

/** Which of two forms a number takes: French has one for 0 and 1. @param {number} count */
const form = (count) => (plurals(language()).select(count) === "one" ? 0 : 1);

/** What fills a gap: a number below zero with its sign. @param {string | number} value */
const written = (value) => (typeof value === "number" && value < 0 ? number(value) : String(value));

/**
 * @param {Catalogue} catalogue
 * @param {string} key
 * @param {Filled} filled
 */
export function sentence(catalogue, key, filled) {
  const found = catalogue[key] ?? key;
  const said = Array.isArray(found) ? found[form(Number(filled.count))] : found;
  return said.replace(/\{(\w+)\}/g, (blank, name) => written(filled[name] ?? blank));
}

/** A sentence of the page. @param {string} key @param {Filled} [filled] */
export const say = (key, filled = {}) => sentence(words, key, filled);

/** How a game is called, on pages that do not load its own words. @param {string} game */
export const titleOf = (game) => say(`game.${game}.title`);

/** All that can be said by now: something else whenever more was learnt. */
export const vocabulary = () => words;

/** @param {string} key */
export const known = (key) => key in words;

/** Several things as one: "A, B and C". @param {string[]} all */
export const allOf = (all) => (all.length ? lists(customs()).format(all) : say("nobody"));

/** Whose customs a list follows: most of the world does without a comma before the last "and". */
const customs = () => (language() === "en" ? "en-GB" : language());

/** A number as this language writes it: 1,234.5 or −1.234,5, and never "−0". Intl has a hyphen in each of our languages.
 * @param {number} value @param {Intl.NumberFormatOptions} [how] */
export const number = (value, how) => value.toLocaleString(language(), { signDisplay: "negative", ...how }).replace("-", "−");

/** How dates are written: as where the reader is at home, as far as that speaks this language; English without a
 * country is written as most of the world writes it, the day first. */
export function dateStyle() {
  const spoken = language();
  const own = navigator.languages.find((name) => name.split("-")[0] === spoken && name.includes("-"));
  return own ?? customs();
}

/** A day with its month by name, which nobody can mistake. @param {Date} day @param {Intl.DateTimeFormatOptions} [how] */
export const dated = (day, how = { day: "numeric", month: "long", year: "numeric" }) => day.toLocaleDateString(dateStyle(), how);

/** A share as this language writes it, without decimals: 48% or 48 %. @param {number} share */
export const percent = (share) => share.toLocaleString(language(), { style: "percent" });
