/** The games, each loaded when its table is. */

import { web } from "../net/root.js";

/** @type {Record<string, () => Promise<{game: import("../types.js").BrowserGame}>>} */
const GAMES = {
  saumaumau: () => import("./saumaumau/game.js"),
  ostfriesenlauf: () => import("./ostfriesenlauf/game.js"),
  schweinsgalopp: () => import("./schweinsgalopp/game.js"),
};

/** Everything the page needs to play a game. @param {string} name */
export async function loadGame(name) {
  const [{ game }] = await Promise.all([GAMES[name](), dress(name)]);
  return game;
}

/** The style of one game's board and cards. @param {string} name */
function dress(name) {
  const address = `${web}style/${name}.css`;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const there = new Promise((settle) => (link.onload = link.onerror = settle));
  document.head.append(link);
  return there;
}
