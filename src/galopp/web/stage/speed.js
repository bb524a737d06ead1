/**
 * How fast a table is: one choice of its reader for all that moves, and of its host for the bots too.
 *
 * A host who wants to watch less does not want to wait for bots instead; a guest does not hurry
 * everybody's bots. Without motion bots keep their usual pace, for else nobody could follow them.
 */

import * as memory from "../net/memory.js";

/** @typedef {import("../model/table.js").Table} Table */

/** From none to slow: how slowly things move, and how slowly bots play then. 1 is as made. */
export const SPEEDS = [
  { motion: 0, bots: 1 },
  { motion: 0.4, bots: 0.4 },
  { motion: 1, bots: 1 },
  { motion: 2, bots: 2 },
];

/** Which speed this reader likes, or the one that comes nearest. */
export function speedNow() {
  const { pace } = memory.likes();
  const far = SPEEDS.map(({ motion }) => Math.abs(Math.log((motion + TINY) / (pace + TINY))));
  return far.indexOf(Math.min(...far));
}

const TINY = 0.001; // so that no motion is far from any

/** How slowly things move for this reader; the system may say that nothing is to move. */
export function motionNow() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : memory.likes().pace;
}

/** How slowly bots play at a table that this reader opens. */
export const botsNow = () => SPEEDS[speedNow()].bots;

/** Choose a speed. @param {Table} table @param {number} at */
export function setSpeed(table, at) {
  const { motion, bots } = SPEEDS[at];
  memory.like({ pace: motion, table: withoutPaces(memory.likes().table) });
  if (table.stage) table.stage.pace = motionNow();
  if (table.viewpoint.host && table.news && table.news.settings.pace !== bots) table.tell({ type: "arrange", settings: { pace: bots } });
}

/** How games were last played here, less how fast: that is chosen for all of them.
 * @param {Record<string, any>} lately @returns {Record<string, any>} */
function withoutPaces(lately) {
  const kept = Object.entries(lately).map(([name, how]) => [name, how?.settings ? { ...how, settings: withoutPace(how.settings) } : how]);
  return Object.fromEntries(kept);
}

/** @param {Record<string, any>} settings */
export function withoutPace(settings) {
  const { pace: _, ...others } = settings;
  return others;
}
