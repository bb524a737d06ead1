/** Where a recorded game is shown. */

import { isHere } from "../net/root.js";

/** @typedef {import("./playback.js").Look} Look */

/** A seat as an address names it: `?seat=1`, `?seat=nobody` for a bystander. The game is over, so where nothing is
 * named all cards lie open; with `review`, beside what every decision cost.
 * @param {Look} look @param {boolean} review @param {string} mark what stands before it */
function behind(look, review, mark) {
  const asked = [look === "all" ? "" : `seat=${look ?? "nobody"}`, review ? "review" : ""].filter(Boolean);
  return asked.length ? `${mark}${asked.join("&")}` : "";
}

/** The page on which a recorded game is shown after so many decisions. @param {string} id @param {number} [at] @param {Look} [look] @param {boolean} [review] */
export const replayPath = (id, at = 0, look = "all", review = false) =>
  isHere(id) ? `/here?replay=${id}${at ? `&at=${at}` : ""}${behind(look, review, "&")}` : `/replay/${id}${at ? `/${at}` : ""}${behind(look, review, "?")}`;
