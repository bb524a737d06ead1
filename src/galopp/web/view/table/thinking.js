/** How long a seat has been thinking, or still may. */

import { say } from "../../language/words.js";
import { briefly, lasting, ticking } from "../../language/lasting.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {{shown: string, told: string, late: boolean}} Clock what a badge shows, and says */

const SOON = 30; // seconds: then it is high time

/** The clock of one seat; null where nobody counts. @param {TableModel} table @param {number} seat @returns {Clock | null} */
export function clockOf(table, seat) {
  const thinking = table.news?.settings.thinking;
  if (!thinking || !table.playing || !table.now || table.news?.seats[seat]?.kind !== "person") return null;
  const spent = spentBy(table, seat);
  switch (thinking.kind) {
    case "gentle": return spent === null ? null : gentle(spent, thinking.seconds);
    case "bank": return left((table.now.banks?.[seat] ?? 0) - (spent ?? 0));
    case "days": return spent === null ? null : left(thinking.seconds - spent);
    default: return null;
  }
}

/** Seconds since the seat was asked; null if it is not. @param {TableModel} table @param {number} seat */
function spentBy(table, seat) {
  const { now } = table;
  if (!now?.asked.includes(seat) || now.asked_since === null || now.window) return null;
  return Math.max(0, table.clock - now.asked_since);
}

/** @param {number} spent @param {number} agreed @returns {Clock} */
const gentle = (spent, agreed) => ({
  shown: briefly(spent),
  told: say("clock.gentle", { time: lasting(spent), agreed: lasting(agreed) }),
  late: spent > agreed,
});

/** @param {number} seconds @returns {Clock} */
const left = (seconds) => ({
  shown: seconds < SOON ? ticking(seconds) : briefly(seconds),
  told: say("clock.left", { time: lasting(seconds) }),
  late: seconds < SOON,
});
