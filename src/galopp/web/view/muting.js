/** Whoever talks too much need not be heard: muted here, for this visit, without anybody's notice. */

/** @type {Set<number>} */
const muted = new Set();

/** @param {number} seat */
export const isMuted = (seat) => muted.has(seat);

/** @param {number} seat */
export function toggleMuted(seat) {
  if (!muted.delete(seat)) muted.add(seat);
}

/** Whether an event is talk of somebody who is not to be heard. @param {import("../types.js").Happened} event */
export const isUnheard = ({ key, arguments: { seat } }) => key.startsWith("table.said") && muted.has(seat);
