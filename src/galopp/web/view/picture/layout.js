/** Where things lie on a picture: from what stands on it alone, so that it can be worked out without one. */

/** @typedef {import("../../types.js").PictureShown} PictureShown */

export const WIDE = 1080; // pixels
export const MARGIN = 60;
const SQUARE = 1080; // how high a picture is, and the one that has more to say
const HIGH = 1350;
const BANNER = { least: 280, most: 640 }; // of the board above
const HEAD = 172; // title, what it is, and faces
const TOLD = 66;
const WENT = 84;
const HEADS = 40;
const ROW = { roomy: 86, close: 68 };
const ROOMY = 5; // rows
const FOOT = 74;

/**
 * @typedef {object} Places from the top, in pixels; what is left away has the place of what comes next
 * @property {number} high the whole picture
 * @property {number} banner how high the board is
 * @property {number} told
 * @property {number} went
 * @property {number} heads
 * @property {number} rows
 * @property {number} row how high one is
 * @property {number} shown so many rows
 * @property {number} left so many more have no room
 */

/** @param {PictureShown} shown @returns {Places} */
export function placesOf({ told, went, heads, rows }) {
  const above = HEAD + (told ? TOLD : 0) + (went.length ? WENT : 0) + (heads.some(Boolean) ? HEADS : 0);
  const row = rows.length > ROOMY ? ROW.close : ROW.roomy;
  const room = Math.floor((HIGH - BANNER.least - above - FOOT) / row);
  const shown = rows.length > room ? room - 1 : rows.length; // the last line says how many more there are
  const inside = above + (shown + (shown < rows.length ? 1 : 0)) * row + FOOT;
  const high = inside + BANNER.least > SQUARE ? HIGH : SQUARE;
  const banner = Math.min(BANNER.most, high - inside);
  const begins = { told: banner + HEAD, went: 0, heads: 0, rows: 0 };
  begins.went = begins.told + (told ? TOLD : 0);
  begins.heads = begins.went + (went.length ? WENT : 0);
  begins.rows = banner + above;
  return { high, banner, ...begins, row, shown, left: rows.length - shown };
}
