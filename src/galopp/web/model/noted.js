/** What this browser remembers of a game that it played to its end: made from what the page was shown, and nothing else. */

import { root } from "../net/root.js";
import { placeOf } from "./places.js";

/** @typedef {import("../types.js").GameNoted} GameNoted */
/** @typedef {import("../types.js").GameShown} GameShown */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").NotedGame} NotedGame */
/** @typedef {import("./table.js").Table} Table */

const NAMED_BY = 12; // digits of a promise

/** Whether a game has been played to its end here, and how that was is known. @param {Table} table */
export const isOver = ({ news, now, game, viewpoint }) =>
  news?.phase === "over" && !!now?.winners && !!game && !viewpoint.tv && viewpoint.seats.length > 0;

/** @param {Table} table of a game that is over @param {Happened[]} happened in it @returns {NotedGame | null} */
export function notedOf(table, happened) {
  const { code, news, now, game, teller, viewpoint, shown, connection } = table;
  if (!news || !now?.winners || !game) return null;
  const { winners, view } = now;
  const { scores, course, ...how } = game.noted(view, happened);
  const rows = game.result(view, teller);
  const seats = news.seats.map(({ name, pig, kind, level }, seat) => {
    const place = placeOf(rows, rows.findIndex((row) => row.seat === seat), winners);
    return { name: name || table.name(seat), pig, kind: kind === "bot" ? /** @type {const} */ ("bot") : /** @type {const} */ ("person"), level, score: scores[seat], place };
  });
  const replay = `${code}-${news.round}`;
  return {
    id: `${replay}-${news.promise.slice(0, NAMED_BY)}`, game: news.game, rules: news.rules, at: endedAt(table), where: connection.local ? "" : location.origin + root,
    replay, record: "", day: dayOf(table), again: !!news.begin && !dayOf(table), options: chosen(news.options, shown), seats,
    own: [...viewpoint.seats], winners: [...winners], ...how, behind: behindOf(course, viewpoint.seats, winners),
  };
}

/** When the game ended: others may talk on after that. @param {Table} table */
function endedAt({ diary, news }) {
  const ended = diary.inOrder().findLast(({ happened }) => happened.some(({ key }) => key === "table.ended"));
  return Math.round(ended?.at ?? news?.at ?? 0);
}

/** Which day's deal it was; a page without a server does not say it in its news. @param {Table} table */
function dayOf({ connection, news }) {
  const here = connection.local ? connection.host?.table.begin : null;
  return /** @type {{day?: string} | null | undefined} */ (here)?.day ?? news?.begin?.day ?? "";
}

/** The options that are not as they are by default; who starts is no way to play. @param {Record<string, any>} options @param {GameShown | null} shown */
function chosen(options, shown) {
  const others = (shown?.options ?? []).filter(({ name, default: usual }) => name !== "start_player" && JSON.stringify(options[name]) !== JSON.stringify(usual));
  return Object.fromEntries(others.filter(({ name }) => name in options).map(({ name }) => [name, options[name]]));
}

/**
 * How far a seat of ours that won was behind whoever was best, at the end of a race or round before the last; 0 if never,
 * null if none of ours won.
 * @param {number[][]} course @param {number[]} own @param {number[]} winners
 */
export function behindOf(course, own, winners) {
  const won = own.filter((seat) => winners.includes(seat));
  if (!won.length) return null;
  return Math.max(0, ...course.flatMap((stands) => won.map((seat) => Math.max(...stands) - stands[seat])));
}
