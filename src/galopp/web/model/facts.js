/** What is to be known of the games where no server can be asked: from files, which the browser keeps. */

import { web } from "../net/root.js";
import { GAME_NAMES } from "./games.js";

/** @typedef {import("../types.js").Facts} Facts */

/** @param {string} game @returns {Promise<Facts>} */
export async function factsOf(game) {
  const answer = await fetch(`${web}facts/${game}.json`);
  if (!answer.ok) throw new Error(game);
  return answer.json();
}

/** The games with their moves and options, as a server would list them. */
export const gamesHere = async () => (await Promise.all(GAME_NAMES.map(factsOf))).map(({ shown }) => shown);
