/** Whoever talks too much need not be heard: muted here, for this visit, without anybody's notice. */

import { isTold } from "../../language/telling.js";

/** @type {Set<number>} */
const muted = new Set();

/** @param {number} seat */
export const isMuted = (seat) => muted.has(seat);

/** @param {number} seat */
export function toggleMuted(seat) {
  if (!muted.delete(seat)) muted.add(seat);
}

/** Who is not heard, as one word: it changes whenever that does. */
export const mutedNow = () => [...muted].sort().join();

/** Whether somebody said something. @param {import("../../types.js").Happened} event */
export const isTalk = ({ key }) => key.startsWith("table.said");

/** Whether an event is told to this reader. @param {import("../../types.js").Happened} event */
export const isHeard = (event) => isTold(event) && !(isTalk(event) && muted.has(event.arguments.seat));
