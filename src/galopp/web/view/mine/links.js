/** Where a noted game can be watched again and judged, if anywhere. */

import { replayPath } from "../../model/replay_path.js";
import { page, playsHere, root } from "../../net/root.js";

/** @typedef {import("../../types.js").NotedGame} NotedGame */

const DAY = 24 * 3600 * 1000;

/** Whether others may still play its cards: a server shows such a game to nobody. @param {NotedGame} noted @param {number} [now] milliseconds */
export const isClosed = ({ day, where }, now = Date.now()) => !!day && !!where && now < Date.parse(`${day}T00:00:00Z`) + 2 * DAY;

/** Whether it is a page of this server, or of this device. @param {NotedGame} noted */
export const isNear = ({ where }) => where === "" || where === location.origin + root;

/** The address of the game, or "" where it cannot be watched. @param {NotedGame} noted @param {boolean} [review] beside what every decision cost */
export function watchPath(noted, review = false) {
  const { where, replay, own, record } = noted;
  if (isClosed(noted) || (where === "" && (!record || !playsHere()))) return "";
  const path = replayPath(replay, 0, own.length === 1 ? own[0] : "all", review);
  return isNear(noted) ? page(path) : where + path;
}
