/** Where a recorded game is shown. */

/** @typedef {import("./playback.js").Look} Look */

/** A seat as an address names it: `?seat=1`, `?seat=all`, or nothing for a bystander. @param {Look} look */
const behind = (look) => (look === null ? "" : `?seat=${look}`);

/** The page on which a recorded game is shown after so many decisions. @param {string} id @param {number} [at] @param {Look} [look] */
export const replayPath = (id, at = 0, look = null) => `/replay/${id}${at ? `/${at}` : ""}${behind(look)}`;
