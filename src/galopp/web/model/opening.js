/** Opening a table: for friends, or with bots in all other seats and the first card on its way. */

import { ask } from "../net/api.js";
import * as memory from "../net/memory.js";
import { botsNow } from "../stage/speed.js";

/**
 * What somebody wants to play.
 * @typedef {object} Wish
 * @property {string} game
 * @property {number} players
 * @property {Record<string, any>} options
 * @property {Record<string, any>} settings
 * @property {string} level of the bots
 * @property {string} name
 * @property {string} pig
 * @property {number} [seat] the first one, if no other is wished for
 * @property {{replay: string, decisions: number, same_luck: boolean} | {day: string}} [begin] where, if not with a deal of its own
 */

/** @typedef {{players?: number, options?: Record<string, any>, settings?: Record<string, any>}} Lately */

/** How a game was last played here. @param {string} game @returns {Lately} */
export const lately = (game) => memory.likes().table[game] ?? {};

/** How a table of this game is to be run. @param {string} game */
export const settingsFor = (game) => ({ pace: botsNow(), ...lately(game).settings });

/** Remember how a game is played here. @param {string} game @param {Lately} how */
export function rememberGame(game, how) {
  const { table } = memory.likes();
  memory.like({ table: { ...table, game, [game]: { ...table[game], ...how } } });
}

const USUAL_LEVEL = "casual";

/** The bots that were chosen last, if they are still there. @param {string[]} levels */
export function likedLevel(levels) {
  const { level } = memory.likes().table;
  return [level, USUAL_LEVEL, ...levels].find((wanted) => levels.includes(wanted)) ?? "";
}

/** @param {string} level */
export const likeLevel = (level) => memory.like({ table: { ...memory.likes().table, level } });

/** Open a table and sit down at it; resolves with its code. @param {Wish} wish */
export async function openTable({ game, players, options, settings, name, pig, seat = 0, begin }) {
  const { code, key } = await ask("POST", "/tables", { body: { game, players, options, settings, begin } });
  memory.remember(code, (table) => Object.assign(table, { host: key, game }));
  await sit(code, { name, pig, seat });
  return code;
}

/** @param {string} code @param {{name: string, pig: string, seat: number}} who */
async function sit(code, who) {
  const given = await ask("POST", `/tables/${code}/seats`, { body: { ...who, key: memory.newKey() } });
  memory.remember(code, (table) => (table.seats[given.seat] = given.key));
}

/** Open a table, fill it with bots and deal; resolves with its code. @param {Wish} wish */
export async function playNow(wish) {
  const code = await openTable(wish);
  const others = [...Array(wish.players).keys()].filter((seat) => seat !== (wish.seat ?? 0));
  try {
    for (const seat of others) await tell(code, { type: "add_bot", seat, level: wish.level });
    await tell(code, { type: "start" });
  } catch {
    // The lobby of the table shows what is missing, and has the same buttons.
  }
  return code;
}

/** @param {string} code @param {import("../types.js").Said} said */
const tell = (code, said) =>
  ask("POST", `/tables/${code}/messages`, { body: { ...said, id: memory.newKey() }, keys: memory.keys(code) });
