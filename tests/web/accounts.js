/**
 * For tests in Python: reads games from standard input (game, view, past) and writes how the page
 * says they came about, one account each, and what it would note of them. Words are keys with what is filled in.
 */

import { readFileSync } from "node:fs";
import { Diary } from "../../src/galopp/web/model/diary.js";
import { account as ostfriesenlauf } from "../../src/galopp/web/games/ostfriesenlauf/account.js";
import { noted as ostfriesenlaufNoted } from "../../src/galopp/web/games/ostfriesenlauf/noted.js";
import { account as saumaumau } from "../../src/galopp/web/games/saumaumau/account.js";
import { noted as saumaumauNoted } from "../../src/galopp/web/games/saumaumau/noted.js";
import { account as schweinsgalopp } from "../../src/galopp/web/games/schweinsgalopp/account.js";
import { noted as schweinsgaloppNoted } from "../../src/galopp/web/games/schweinsgalopp/noted.js";

/** @type {Record<string, typeof saumaumau>} */
const ACCOUNTS = { ostfriesenlauf, saumaumau, schweinsgalopp };
/** @type {Record<string, typeof saumaumauNoted>} */
const NOTED = { ostfriesenlauf: ostfriesenlaufNoted, saumaumau: saumaumauNoted, schweinsgalopp: schweinsgaloppNoted };

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
  const happened = diary.ofThisGame();
  return { ...ACCOUNTS[game](view, happened, words), noted: NOTED[game](view, happened) };
}

const played = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(played.map(told), (key, value) => (key === "picture" ? null : value)));
