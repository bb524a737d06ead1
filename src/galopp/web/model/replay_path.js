/** Where a recorded game is shown. */

import { isHere } from "../net/root.js";

/** @typedef {import("./playback.js").Look} Look */

/** A seat as an address names it: `?seat=1`, `?seat=nobody` for a bystander. The game is over, so where nothing is
 * named all cards lie open. @param {Look} look @param {string} mark what stands before it */
const behind = (look, mark) => (look === "all" ? "" : `${mark}seat=${look ?? "nobody"}`);

/** The page on which a recorded game is shown after so many decisions. @param {string} id @param {number} [at] @param {Look} [look] */
export const replayPath = (id, at = 0, look = "all") =>
  isHere(id) ? `/here?replay=${id}${at ? `&at=${at}` : ""}${behind(look, "&")}` : `/replay/${id}${at ? `/${at}` : ""}${behind(look, "?")}`;
