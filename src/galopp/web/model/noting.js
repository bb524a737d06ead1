/** Games that are over are noted in this browser, once each: the page is told of the end, and needs a moment to know all of it. */

import { isHere } from "../net/root.js";
import * as memory from "../net/memory.js";
import { withPlayed } from "../net/played.js";
import { bring } from "../parts.js";
import { Diary } from "./diary.js";
import { isOver, notedOf } from "./noted.js";

/** @typedef {import("../types.js").NotedGame} NotedGame */
/** @typedef {import("./table.js").Table} Table */

/** The round of each table that is noted, or about to be. @type {WeakMap<Table, number>} */
const minded = new WeakMap();

/** The game at a table is over: note it as soon as everything is here. @param {Table} table */
export function noteEnd(table) {
  const round = table.news?.round ?? 0;
  if (minded.get(table) === round) return;
  minded.set(table, round);
  const look = () => {
    if (table.news?.round === round && !table.connection.left && !isOver(table)) return;
    stop();
    if (isOver(table) && table.news?.round === round) note(table).catch(() => {}); // where nothing can be kept, nothing is
  };
  const stop = table.watch(look);
  look();
}

/** What the page shows is taken down at once: somebody may call for the next game. @param {Table} table */
async function note(table) {
  const [noted, round] = [notedOf(table, table.diary.ofThisGame()), table.news?.round ?? 1];
  if (!noted || noted.at < memory.played().since) return;
  const [whole, record] = await Promise.all([table.diary.complete ? noted : readUp(table, noted), isHere(table.code) ? recordOf(table.code, round) : ""]);
  await withPlayed((games) => games.note([{ ...whole, record }]));
}

/** Whoever came late asks what happened before, unless that is another game by now. @param {Table} table @param {NotedGame} noted */
async function readUp(table, noted) {
  const { connection, viewpoint: { viewer } } = table;
  const whole = new Diary();
  whole.begin(viewer);
  whole.fill(await connection.history(viewer).catch(() => []));
  const read = isOver(table) ? notedOf(table, whole.ofThisGame()) : null;
  return read?.id === noted.id ? read : noted;
}

/** A game that no server has, written down. @param {string} code @param {number} round */
async function recordOf(code, round) {
  const { tablesHere } = await bring("openHere");
  return (await tablesHere.record(code, round))?.text ?? "";
}
