/** Games that are over are noted in this browser, once each: the page is told of the end, and needs a moment to know all of it. */

import { isHere } from "../net/root.js";
import * as memory from "../net/memory.js";
import { withPlayed } from "../net/played.js";
import { bring } from "../parts.js";
import { Diary } from "./diary.js";
import { isOver, notedOf } from "./noted.js";

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

/** @param {Table} table */
async function note(table) {
  const noted = notedOf(table, await happenedIn(table));
  if (!noted || noted.at < memory.played().since) return;
  const record = isHere(table.code) ? await recordOf(table) : "";
  await withPlayed((games) => games.note([{ ...noted, record }]));
}

/** All that happened in it; whoever came late may have to ask. @param {Table} table */
async function happenedIn({ connection, diary, viewpoint: { viewer } }) {
  if (diary.complete) return diary.ofThisGame();
  const whole = new Diary();
  whole.begin(viewer);
  whole.fill(await connection.history(viewer).catch(() => diary.inOrder()));
  return whole.ofThisGame();
}

/** A game that no server has, written down. @param {Table} table */
async function recordOf({ code, news }) {
  const { tablesHere } = await bring("openHere");
  return (await tablesHere.record(code, news?.round ?? 1))?.text ?? "";
}
