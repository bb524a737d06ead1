/**
 * Ways to play a game that are one press away: names for a few options together.
 *
 * What an option means, and whether it is possible, only the server knows; a preset is no more than what a
 * host would otherwise enter by hand.
 */

/** @typedef {Record<string, any>} Options */
/** @typedef {{name: string, options: Options}} Preset */

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

/** All options of a game but who starts, with what a preset says. @param {import("../types.js").OptionShown[]} options @param {Options} chosen */
export function completed(options, chosen) {
  const usual = options.filter(({ name }) => name !== OF_THE_ROUND).map(({ name, default: value }) => [name, value]);
  const { [OF_THE_ROUND]: _, ...others } = chosen;
  return /** @type {Options} */ ({ ...Object.fromEntries(usual), ...others });
}

/** Whether two complete choices are the same. @param {Options} one @param {Options} other */
export const alike = (one, other) =>
  Object.keys(one).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

/**
 * The preset that these options are, if they are one.
 * @param {import("../types.js").GameShown} game
 * @param {Options} options
 */
export function presetOf(game, options) {
  const found = presets(game.name).find((preset) => alike(completed(game.options, preset.options), options));
  return found?.name ?? "";
}
