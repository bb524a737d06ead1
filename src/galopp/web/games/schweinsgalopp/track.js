/** The ring: the meadow, the track cards and their numbers, the start line, and the food that lies there. */

import { nothing, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { daisy, flower, mud, tuft } from "../../art/things.js";
import { hoofPrint } from "./cards.js";
import { LAYOUTS, beside, spot, startLine, tile } from "./geometry.js";
import { put, someFood } from "./props.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene @param {BoardContext} context */
export function track(scene, { shape, code }) {
  const spaces = Array.from({ length: scene.ring }, (_, space) => space);
  return svg`${meadow(shape)}
    ${spaces.map((space) => trackCard(scene, space, shape, code("lay_food", String(space))))}
    ${chequers(shape, scene.ring)}
    ${repeat(scene.trackFood, (space) => space, (space) => laidFood(scene, space, shape))}`;
}

/** @param {Shape} shape */
function meadow(shape) {
  const { width, height, track: { left, top, right, bottom, bend }, deep } = LAYOUTS[shape];
  const inside = deep / 2 + 8;
  return svg`<rect class="schweinsgalopp-meadow" width=${width} height=${height} rx="46"></rect>
    <rect class="schweinsgalopp-yard" x=${left + inside} y=${top + inside} rx=${bend - inside}
      width=${right - left - 2 * inside} height=${bottom - top - 2 * inside}></rect>
    ${corners(shape).map(([x, y], i) => put(x, y, 1.7, i % 2 ? flower(i) : tuft()))}`;
}

/** Where something grows outside the bends. @param {Shape} shape @returns {Point[]} */
function corners(shape) {
  const { width, height } = LAYOUTS[shape];
  return [
    [42, 92], [92, 66], [width - 42, 92], [width - 92, 66],
    [42, height - 24], [92, height - 14], [width - 42, height - 24], [width - 92, height - 14],
  ];
}

/** @param {Scene} scene @param {number} space @param {Shape} shape @param {number | null} choice */
function trackCard({ ring }, space, shape, choice) {
  const middle = spot(shape, ring, space);
  const kind = `${space % 2 ? "schweinsgalopp-odd" : ""} ${choice === null ? "" : "possible"}`;
  return svg`<g class="schweinsgalopp-tile ${kind}" data-code=${choice ?? nothing}>
    <path class="schweinsgalopp-ground" data-anchor="space-${space}" d=${tile(shape, ring, space)}></path>
    <g transform="translate(${middle.x} ${middle.y}) rotate(${middle.angle})">${growth(space)}</g>
    ${choice === null ? nothing : put(...beside(middle, -22), 1, PLUS)}
  </g>`;
}

/** The numbers of the spaces, above whoever stands there. @param {Scene} scene @param {Shape} shape */
export function numbers({ ring }, shape) {
  const all = Array.from({ length: ring }, (_, space) => {
    const [x, y] = beside(spot(shape, ring, space), LAYOUTS[shape].deep / 2 - 24);
    return svg`<text class="schweinsgalopp-number" x=${x} y=${y + 11}>${space}</text>`;
  });
  return svg`<g class="schweinsgalopp-numbers">${all}</g>`;
}

const PLUS = svg`<path class="schweinsgalopp-plus" d="M-18 0h36M0-18v36"></path>`;

/** Something to look at on a track card. @param {number} space */
function growth(space) {
  if (space % 5 === 1) return svg`<g opacity=".7">${put(0, 14, 0.75, mud())}</g>`;
  if (space % 5 === 3) return svg`${put(34, 40, 1.3, tuft())}${put(-38, 36, 1, daisy())}`;
  return svg`<g class="schweinsgalopp-prints" transform="rotate(90)">
    ${put(16, 22, 1, hoofPrint())}${put(32, -18, 1, hoofPrint())}</g>`;
}

/** The start line. @param {Shape} shape @param {number} ring */
function chequers(shape, ring) {
  return startLine(shape, ring).map(({ at: [x, y], side, angle, dark }) => svg`<rect
    class="schweinsgalopp-check ${dark ? "schweinsgalopp-dark" : ""}" width=${side} height=${side}
    transform="translate(${x} ${y}) rotate(${angle})"></rect>`);
}

/** @param {Scene} scene @param {number} space @param {Shape} shape */
export function laidFood({ ring }, space, shape) {
  const [x, y] = beside(spot(shape, ring, space), -14); // so that its number stays in sight
  return svg`<g data-piece="food-${space}" transform="translate(${x} ${y})">
    <ellipse class="schweinsgalopp-shadow" cy="32" rx="34" ry="8"></ellipse>
    ${put(0, 0, LAYOUTS[shape].food, someFood(space))}</g>`;
}
