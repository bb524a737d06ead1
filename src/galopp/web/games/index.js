/** The games, each loaded when its table is. */

import { dress } from "../style.js";

/** @type {Record<string, () => Promise<{game: import("../types.js").BrowserGame}>>} */
const GAMES = {
  saumaumau: () => import("./saumaumau/game.js"),
  ostfriesenlauf: () => import("./ostfriesenlauf/game.js"),
  schweinsgalopp: () => import("./schweinsgalopp/game.js"),
};

export const GAME_NAMES = Object.keys(GAMES);

/** Everything the page needs to play a game. @param {string} name */
export async function loadGame(name) {
  const [{ game }] = await Promise.all([GAMES[name](), dress(name)]);
  return game;
}
