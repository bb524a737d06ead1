/** The tables of this device, as the page opens them. */

import { Refused } from "../local/refused.js";
import { LocalTables } from "../local/tables.js";
import { gameWords, say } from "../language/words.js";
import { NotDone } from "../net/api.js";
import * as memory from "../net/memory.js";
import { web } from "../net/root.js";

/** @typedef {import("./opening.js").Wish} Wish */

export const tablesHere = new LocalTables(web);

/** How such a table is run; nobody watches, talks or is waited for. @type {import("../types.js").Settings} */
const SETTINGS = {
  listed: false, watchable: false, talk: false, hints: true, grace: 120, pace: 1, thinking: { kind: "off", seconds: 600, bonus: 0 },
};

/** Let a game be there when somebody presses to play it; what is missing then, whoever opens a table hears of.
 * Resolves with whether a table can be kept. @param {string} game */
export async function readyHere(game) {
  const [store] = await Promise.allSettled([tablesHere.store(), tablesHere.module(game), gameWords(game)]);
  return store.status === "fulfilled";
}

// says: fault.*
/** What is refused here, as a server would have refused it. @template T @param {Promise<T>} answer @returns {Promise<T>} */
export async function refusing(answer) {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Refused ? new NotDone(error.key, say(`fault.${error.key}`, error.told)) : error;
  }
}

/** Open a table on this device and sit down at it; resolves with its code. Throws `NotDone`.
 * @param {Omit<Wish, "begin"> & {begin?: Record<string, any>, secret?: string}} wish */
export async function openHere({ game, players, options, settings, name, pig, seat = 0, begin, secret }) {
  const { hints = true, pace = 1 } = settings;
  const host = await refusing(tablesHere.open({ game, players, options, settings: { ...SETTINGS, hints, pace }, begin, secret }));
  await host.receive({ type: "sit", seat, name, pig });
  const { code } = host.table;
  memory.remember(code, (table) => Object.assign(table, { game, local: true }));
  return { code, host };
}

/** The same, with bots in all other seats and the first card on its way. @param {Parameters<typeof openHere>[0]} wish */
export async function playHere(wish) {
  const { code, host } = await openHere(wish);
  const others = [...Array(wish.players).keys()].filter((seat) => seat !== (wish.seat ?? 0));
  for (const seat of others) await host.receive({ type: "add_bot", seat, level: wish.level });
  host.left = true; // whoever comes to the table lets the bots play
  await host.receive({ type: "start" });
  return code;
}

/** Forget a table for good. @param {string} code */
export async function forgetHere(code) {
  memory.forget(code);
  await tablesHere.forget(code);
}
