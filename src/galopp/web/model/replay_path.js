/** Where a recorded game is shown. */

/** @typedef {import("./playback.js").Look} Look */

/** A seat as an address names it: `?seat=1`, `?seat=nobody` for a bystander. The game is over, so where nothing is
 * named all cards lie open. @param {Look} look */
const behind = (look) => (look === "all" ? "" : `?seat=${look ?? "nobody"}`);

/** The page on which a recorded game is shown after so many decisions. @param {string} id @param {number} [at] @param {Look} [look] */
export const replayPath = (id, at = 0, look = "all") => `/replay/${id}${at ? `/${at}` : ""}${behind(look)}`;
