/** The games, each loaded when its table is. */

import { bring } from "../parts.js";

/** @typedef {"saumaumau" | "ostfriesenlauf" | "schweinsgalopp"} GameName */

/** @type {GameName[]} */
export const GAME_NAMES = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"];

/** Everything the page needs to play a game. @param {string} name @returns {Promise<import("../types.js").BrowserGame>} */
export async function loadGame(name) {
  const { game } = await bring(/** @type {GameName} */ (name));
  return game;
}
