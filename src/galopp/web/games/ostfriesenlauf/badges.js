/**
 * The four ranks: each has a number, a shape, a colour and a pattern, on the backs of cards as
 * beside the runners. A badge lies round the origin, about 44 across.
 */

import { svg } from "lit";

/** Circle, square, triangle, diamond. @type {Record<string, string>} */
const SHAPES = {
  1: "M0-20A20 20 0 1 1-.1-20Z",
  2: "M-15-18H15Q18-18 18-15V15Q18 18 15 18H-15Q-18 18-18 15V-15Q-18-18-15-18Z",
  3: "M-3-24Q0-28 3-24L25 14Q27 18 22 18H-22Q-27 18-25 14Z",
  4: "M-3-24Q0-27 3-24L24-3Q27 0 24 3L3 24Q0 27-3 24L-24 3Q-27 0-24-3Z",
};

/** How far below the middle a number sits in each shape. @type {Record<string, number>} */
const SINKS = { 1: 0, 2: 0, 3: 4, 4: 0 };

/** A rank's badge. @param {string | number} rank */
export const badge = (rank) => svg`<g class="ostfriesenlauf-badge ostfriesenlauf-rank-${rank}">
  <path class="ostfriesenlauf-badge-edge" d=${SHAPES[rank]}></path>
  <path class="ostfriesenlauf-badge-shape" d=${SHAPES[rank]}></path>
  <text y=${9.5 + SINKS[rank]}>${rank}</text></g>`;

/** The pattern of a rank's cards, over a box of cells. @type {Record<string, (x: number, y: number) => string>} */
const PATTERNS = {
  1: (x, y) => `M${x + 5} ${y + 5}h.01`,
  2: (x, y) => `M${x + 5} ${y}v10`,
  3: (x, y) => `M${x} ${y + 8}l5-6 5 6`,
  4: (x, y) => `M${x} ${y}l10 10m0-10l-10 10`,
};

/** @param {string} rank @param {number} x @param {number} y @param {number} columns @param {number} rows */
export function pattern(rank, x, y, columns, rows) {
  const cells = Array.from({ length: columns * rows }, (_, cell) =>
    PATTERNS[rank](x + 10 * (cell % columns), y + 10 * Math.floor(cell / columns)));
  return svg`<path class="ostfriesenlauf-pattern ostfriesenlauf-pattern-${rank}" d=${cells.join("")}></path>`;
}
