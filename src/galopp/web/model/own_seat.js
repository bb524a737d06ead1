/**
 * A member of a table's group comes to the seat that a round drew them to, by the link of the table alone.
 *
 * Only where this browser has never sat there: whoever went on on another device keeps their seat there.
 */

import { ask } from "../net/api.js";
import { membership } from "../net/groups.js";
import * as memory from "../net/memory.js";

/** Throws `NotDone`. @param {string} code @param {import("../types.js").TableNews} news */
export async function takeOwnSeat(code, news) {
  const { key } = membership(news.group);
  if (!key || memory.table(code).group) return;
  const keys = [key];
  /** @type {import("../types.js").GroupNews} */
  const { you } = await ask("GET", `/groups/${news.group}`, { keys });
  if (!news.seats.some(({ member }) => member === you)) return;
  /** @type {{seat: number, key: string}} */
  const given = await ask("POST", `/groups/${news.group}/seats`, { keys, body: { table: code, key: memory.newKey() } });
  memory.remember(code, (one) => {
    one.seats[given.seat] = given.key;
    one.group = news.group;
  });
}
