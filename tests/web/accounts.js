/**
 * For tests in Python: reads games from standard input (game, view, past) and writes how the page
 * says they came about, one account each. Words are keys with what is filled in.
 */

import { readFileSync } from "node:fs";
import { Diary } from "../../src/galopp/web/model/diary.js";
import { account as ostfriesenlauf } from "../../src/galopp/web/games/ostfriesenlauf/account.js";
import { account as saumaumau } from "../../src/galopp/web/games/saumaumau/account.js";
import { account as schweinsgalopp } from "../../src/galopp/web/games/schweinsgalopp/account.js";

/** @type {Record<string, typeof saumaumau>} */
const ACCOUNTS = { ostfriesenlauf, saumaumau, schweinsgalopp };

const words = {
  say: (/** @type {string} */ key, told = {}) => [key, ...Object.values(told)].join(" "),
  word: (/** @type {string} */ about, /** @type {string} */ name) => `${about}.${name}`,
  seat: (/** @type {number} */ seat) => `seat ${seat}`,
  payouts: [],
};

/** @param {{game: string, view: any, past: any[]}} played */
function told({ game, view, past }) {
  const diary = new Diary();
  diary.begin(view.viewer);
  diary.fill(past);
  return ACCOUNTS[game](view, diary.ofThisGame(), words);
}

const played = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(played.map(told), (key, value) => (key === "picture" ? null : value)));
