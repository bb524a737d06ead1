/** The games: what the server, or this page itself, knows of them, and what the page needs to play one, loaded when its table is. */

import { playsHere, served } from "../net/root.js";
import { ask } from "../net/api.js";
import { bring } from "../parts.js";

/** @typedef {import("../types.js").GameShown} GameShown */
/** @typedef {"saumaumau" | "ostfriesenlauf" | "schweinsgalopp"} GameName */

/** @type {GameName[]} */
export const GAME_NAMES = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"];

/** Everything the page needs to play a game. @param {string} name @returns {Promise<import("../types.js").BrowserGame>} */
export async function loadGame(name) {
  const { game } = await bring(/** @type {GameName} */ (name));
  return game;
}

/** The games of this server with their moves and options; asked for once. @type {Promise<GameShown[]> | null} */
let asked = null;

/** @returns {Promise<GameShown[]>} */
export function games() {
  asked ??= ask("GET", "/games");
  asked.catch(() => (asked = null));
  return playsHere() || !served ? asked.catch(ofThisPage) : asked;
}

/** Without a server there are those that came along as files, to play or for lessons and rules. */
async function ofThisPage() {
  const { gamesHere } = await bring("facts");
  return gamesHere();
}

/** One of them; null where this server does not know it. @param {string} name @returns {Promise<GameShown | null>} */
export async function shownGame(name) {
  return (await games()).find((game) => game.name === name) ?? null;
}
