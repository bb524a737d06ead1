/**
 * Ways to play a game that are one press away: names for a few options together.
 *
 * What an option means, and whether it is possible, only the server knows; a preset is no more than what a
 * host would otherwise enter by hand.
 */

import { known, say } from "../../language/words.js";

/** @typedef {Record<string, any>} Options */
/** @typedef {{name: string, options: Options}} Preset */
/** @typedef {import("../../types.js").GameShown} GameShown */

/** @type {Record<string, Preset[]>} */
const PRESETS = {
  saumaumau: [
    { name: "classic", options: {} },
    { name: "mau", options: { mau: true, mau_window: 5 } },
    { name: "short", options: { races: 2 } },
  ],
  ostfriesenlauf: [
    { name: "classic", options: {} },
    { name: "wilder", options: { board: "wilder", random_grid: true } },
    { name: "calmer", options: { board: "calmer" } },
  ],
  schweinsgalopp: [
    { name: "classic", options: {} },
    { name: "treats", options: { track_food: "per_race" } },
    { name: "edition", options: { edition_2009: true } },
    { name: "short", options: { races: 1 } },
  ],
};

/** What so many seats need besides. @type {Record<string, Record<number, Options>>} */
const CROWDS = { schweinsgalopp: { 5: { edition_2009: true } } };

/** Who starts has nothing to do with how a game is played. */
const OF_THE_ROUND = "start_player";

/** @param {string} game @returns {Preset[]} */
export const presets = (game) => PRESETS[game] ?? [{ name: "classic", options: {} }];

/** The options that so many players need, if any. @param {string} game @param {number} players @returns {Options} */
export const forCrowd = (game, players) => CROWDS[game]?.[players] ?? {};

/** All options of a game but who starts, with what a preset says. @param {import("../../types.js").OptionShown[]} options @param {Options} chosen */
export function completed(options, chosen) {
  const usual = options.filter(({ name }) => name !== OF_THE_ROUND).map(({ name, default: value }) => [name, value]);
  const { [OF_THE_ROUND]: _, ...others } = chosen;
  return /** @type {Options} */ ({ ...Object.fromEntries(usual), ...others });
}

/** Whether two complete choices are the same. @param {Options} one @param {Options} other */
export const alike = (one, other) =>
  Object.keys(one).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

/** The options of a preset, with what so many players need. @param {GameShown} game @param {Preset} preset @param {number} players */
export const presetOptions = (game, { options }, players) =>
  completed(game.options, { ...options, ...forCrowd(game.name, players) });

/**
 * Whether a preset is something of its own at a table of that size, and not another one by what the crowd needs.
 * @param {GameShown} game @param {Preset} preset @param {number} players
 */
function stands(game, preset, players) {
  const options = presetOptions(game, preset, players);
  return !presets(game.name).some((other) => other !== preset && alike(completed(game.options, other.options), options));
}

/**
 * The preset that these options are, if they are one.
 * @param {GameShown} game @param {Options} options @param {number} players
 */
export function presetOf(game, options, players) {
  const found = presets(game.name).find((preset) =>
    stands(game, preset, players) && alike(presetOptions(game, preset, players), options));
  return found?.name ?? "";
}

/**
 * What changes with the number of players: a preset stays that preset, else there is what the crowd needs.
 * @param {GameShown} game @param {Options} options @param {number} now @param {number} players from then on
 */
export function resized(game, options, now, players) {
  const preset = presets(game.name).find(({ name }) => name === presetOf(game, completed(game.options, options), now));
  return preset ? presetOptions(game, preset, players) : forCrowd(game.name, players);
}

// says: lobby.crowd.*
/** What holds because there are so many, if anything does. @param {string} game @param {number} players */
export const crowdTold = (game, players) => (CROWDS[game]?.[players] ? say(`lobby.crowd.${game}`) : "");

// says: lobby.preset.*
/** The presets to choose from; with a reason where one cannot be had. @param {GameShown} game @param {number} players */
export const presetChoices = (game, players) =>
  presets(game.name).map((preset) => ({
    value: preset.name,
    label: say(`lobby.preset.${preset.name}`),
    why: stands(game, preset, players) ? "" : crowdTold(game.name, players),
  }));

/** What is special about a way to play, for so many. @param {string} game @param {string} name @param {number} players */
export function presetTold(game, name, players) {
  const key = [`lobby.preset.${name}.${game}`, `lobby.preset.${name}.about`].find(known);
  return [key ? say(key) : "", crowdTold(game, players)].filter(Boolean).join(" ");
}
