/** The keys of a table that come to this browser: by a link, or because we asked for them. */

import * as memory from "../net/memory.js";

/** A link may carry keys behind its #: of a seat that moves here, or of the host. @param {string} code */
export function learnKeys(code) {
  const brought = new URLSearchParams(location.hash.slice(1));
  if (![...brought.keys()].length) return;
  history.replaceState(null, "", location.pathname);
  memory.remember(code, (table) => {
    for (const [name, key] of brought) {
      if (!memory.isWellFormed(key)) continue;
      if (name === "host") memory.keepKey(table, table, "host", key);
      else if (/^seat[0-4]$/.test(name)) memory.keepKey(table, table.seats, Number(name[4]), key);
    }
  });
}

/** Keep a key, if one was given to us for what we said.
 * @param {string} code @param {import("../types.js").Said} said @param {unknown} key @param {number[]} seats ours */
export function keepKey(code, said, key, seats) {
  if (typeof key !== "string") return;
  if (said.type === "claim_host") memory.remember(code, (table) => (table.host = key));
  else if (said.type === "reissue" && seats.includes(said.seat)) {
    memory.remember(code, (table) => (table.seats[said.seat] = key));
  }
}
