/** The next table of a group: the same game with the same options, everybody one seat further. */

import { ask } from "../net/api.js";
import { GAME_NAMES, games } from "./games.js";
import { howMany, lastGame, nextPeople } from "./group_facts.js";
import { lately, rememberGame, settingsFor } from "./opening.js";

/** @typedef {import("./group.js").Group} Group */
/** @typedef {import("./group.js").TableWish} TableWish */
/** @typedef {import("../types.js").GameShown} GameShown */
/** @typedef {{game: string, players?: number, options?: Record<string, any>}} LikeThis */

const USUAL_GAME = "saumaumau";

/** The games in the order of the first page; what else a server has comes after them. */
export async function gamesInOrder() {
  const place = (/** @type {GameShown} */ { name }) => (GAME_NAMES.indexOf(/** @type {any} */ (name)) + GAME_NAMES.length + 1) % (GAME_NAMES.length + 1);
  return [...(await games())].sort((one, other) => place(one) - place(other));
}

/** How the last game of a group was played, as its record tells. @param {Group} group @returns {Promise<LikeThis>} */
async function lastPlayed({ news }) {
  const last = news && lastGame(news);
  if (!last) return { game: news?.tables[0]?.game ?? USUAL_GAME };
  /** @type {import("../types.js").ReplayShown | null} */
  const replay = last.replay ? await ask("GET", `/replays/${last.replay}`).catch(() => null) : null;
  return { game: last.game, players: last.seats.length, options: replay?.options };
}

/**
 * What is to be played next.
 * @param {Group} group @param {LikeThis} [like] as at this table; else as at the last one
 * @param {(most: number) => number[]} [people] who sits down, in the order of their seats
 * @returns {Promise<TableWish>}
 */
export async function nextWish(group, like, people = (most) => (group.news ? nextPeople(group.news, most) : [])) {
  const { game, players, options = lately(like?.game ?? "").options ?? {} } = like ?? (await lastPlayed(group));
  const shown = /** @type {GameShown} */ ((await games()).find(({ name }) => name === game));
  const expected = people(shown.most).slice(0, shown.most);
  return { game, players: howMany(expected.length, players, shown), options: allowed(options, shown), settings: settingsFor(game), expected };
}

/** Who starts is drawn anew, and an option that is not there any more is left out. @param {Record<string, any>} options @param {GameShown} shown */
const allowed = (options, shown) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== "start_player" && shown.options.some((option) => option.name === name)));

/** Open it, and remember how it is played here. Resolves with its code; throws `NotDone`. @param {Group} group @param {TableWish} wish */
export async function playNext(group, wish) {
  const code = await group.openTable(wish);
  rememberGame(wish.game, { players: wish.players, options: wish.options });
  return code;
}
