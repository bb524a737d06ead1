/** The options of a game: as a host enters them, and as the row of numbers that the rules read. */

import { Refused } from "./refused.js";

/** @typedef {import("../types.js").GameShown} GameShown */
/** @typedef {import("../types.js").OptionLayout} OptionLayout */
/** @typedef {import("../types.js").WordsLayout} WordsLayout */
/** @typedef {Record<string, any>} Chosen */

export class Options {
  /** @param {import("../types.js").Layout} frames @param {GameShown} shown */
  constructor(frames, shown) {
    this.shown = shown;
    const field = frames.seen.fields.find(({ name }) => name === "options");
    /** @type {OptionLayout[]} */
    this.layout = field?.words.kind === "options" ? field.words.options : [];
  }

  /** All options, those that are not chosen as they usually are. @param {Chosen} chosen @returns {Chosen} */
  entered(chosen) {
    const usual = this.shown.options.map(({ name, default: value }) => [name, value]);
    return { ...Object.fromEntries(usual), ...chosen };
  }

  /** Those that are not as usual. @param {Chosen} chosen @returns {Chosen} */
  changed(chosen) {
    const others = this.shown.options.filter(({ name, default: value }) => name in chosen && !same(chosen[name], value));
    return Object.fromEntries(others.map(({ name }) => [name, chosen[name]]));
  }

  /** The row of numbers; throws `Refused`. @param {Chosen} chosen @param {number} players */
  row(chosen, players) {
    const names = this.layout.map(({ name }) => name);
    const unknown = Object.keys(chosen).find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Refused("unknown_option", { option: unknown, names: names.join(", ") });
    const all = this.entered(chosen);
    const row = this.layout.flatMap((option) => numbersOf(option, all[option.name]));
    checkSetting(this.shown, all, (name) => this.numbers(all, name), players);
    return row;
  }

  /** The numbers of one option. @param {Chosen} all @param {string} name */
  numbers(all, name) {
    const option = this.layout.find((one) => one.name === name);
    return option ? numbersOf(option, all[name]) : [];
  }
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {OptionLayout} option @param {any} entered @returns {number[]} */
function numbersOf({ name, size, row, words, presets }, entered) {
  if (!row) return [numberOf(name, words, entered)];
  const values = presets[entered] ?? entered;
  if (!Array.isArray(values) || values.length !== size) throw new Refused("needs_so_many", { option: name, number: size });
  return presets[entered] ?? values.map((value) => numberOf(name, words, value));
}

/** @param {string} option @param {WordsLayout} words @param {any} entered */
function numberOf(option, words, entered) {
  if (words.kind === "flag" && typeof entered === "boolean") return Number(entered);
  if (words.kind === "name" && words.names.includes(entered)) return words.names.indexOf(entered);
  if (words.kind === "number" && entered === null && words.none !== undefined) return words.none;
  if (words.kind === "number" && Number.isInteger(entered)) return entered;
  throw new Refused("not_a_number", { option, written: JSON.stringify(entered) });
}

const ANIMALS = ["snail", "hedgehog", "fish", "turtle", "sheep"];

/**
 * What does not go together, as `check_setting` of the games says it; a test holds the two against each other.
 * @param {GameShown} shown @param {Chosen} all @param {(name: string) => number[]} numbers @param {number} players
 */
function checkSetting({ name, fewest, most, options }, all, numbers, players) {
  const five = name === "schweinsgalopp" && !all.edition_2009;
  if (five && players === most) throw new Refused("five_need_edition_2009", { number: players, low: fewest, high: most - 1 });
  if (players < fewest || players > most) throw new Refused("wrong_number_of_players", { number: players, low: fewest, high: five ? most - 1 : most });
  for (const { name: option, lowest, highest } of options) checkBounds(numbers(option), lowest, highest, option);
  if (all.start_player !== null && all.start_player >= players) throw new Refused("no_such_seat", { seat: all.start_player });
  if (name === "ostfriesenlauf") checkBoard(numbers("board"));
}

/** @param {number[]} row @param {number | null} lowest @param {number | null} highest @param {string} option */
function checkBounds(row, lowest, highest, option) {
  if (lowest === null || highest === null || option === "start_player") return;
  const outside = row.find((value) => value < lowest || value > highest);
  if (outside !== undefined) throw new Refused("out_of_bounds", { option, number: outside, low: lowest, high: highest });
}

const [SHORTEST, LONGEST] = [12, 99];

/** A board on which the sign has five places. @param {number[]} board */
function checkBoard([spaces, ...signs]) {
  if (spaces < SHORTEST || spaces > LONGEST) throw new Refused("wrong_number_of_spaces", { number: spaces, low: SHORTEST, high: LONGEST });
  for (const [animal, space] of signs.entries()) {
    const about = { animal: ANIMALS[animal], space, high: spaces - 1 };
    if (space < 1 || space >= spaces) throw new Refused("sign_off_the_track", about);
    if (signs.filter((other) => other === space).length > 1) throw new Refused("two_signs_on_a_space", about);
  }
}
