/** How large the cards of a hand may be that has a whole part of the page to itself. */

const SMALLEST = 44; // pixels; smaller is nothing for a thumb
const LARGEST = 150;
const HIGH = 1.4; // times as high as wide
const COVERED = 67; // of the last one in a row all is seen
const APART = 8; // pixels between two, and above one that may be played

/**
 * The width of a card, so that all of them fit in rows; more than fit are crowded, and scroll.
 * @param {number} cards @param {number} width of the room there is @param {number} height
 */
export function fit(cards, width, height) {
  const widths = Array.from({ length: cards }, (_, index) => inColumns(cards, index + 1, width, height));
  const best = Math.floor(Math.max(0, ...widths));
  return { card: Math.max(SMALLEST, Math.min(LARGEST, best)), crowded: cards > 0 && best < SMALLEST };
}

/**
 * In how many rows the cards lie where the board has most of the page: each keeps a strip that a thumb can hit.
 * @param {number} cards @param {number} width of the room there is
 */
export function rowsOf(cards, width) {
  const side = Math.floor((width - COVERED) / SMALLEST) + 1;
  return width > 0 ? Math.max(1, Math.ceil(cards / Math.max(1, side))) : 1;
}

/** With so many side by side. @param {number} cards @param {number} columns @param {number} width @param {number} height */
function inColumns(cards, columns, width, height) {
  const rows = Math.ceil(cards / columns);
  return Math.min(width / columns - APART, (height / rows - APART) / HIGH);
}
