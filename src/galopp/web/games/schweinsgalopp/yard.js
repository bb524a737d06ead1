/** Inside the ring: the race sign, the trough, the card on top, and the stalls. */

import { nothing, svg } from "lit";
import { pigHead } from "../../art/pigs.js";
import { fence, trough } from "../../art/things.js";
import { front } from "./cards.js";
import { HIDDEN } from "./facts.js";
import { LAYOUTS, stall } from "./geometry.js";
import { put, someFood } from "./props.js";
import { PIGS, waiting } from "./scene.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene @param {BoardContext} context */
export function yard(scene, { shape, words }) {
  return svg`${raceSign(scene, shape, words)} ${foodStack(scene.stack, shape)} ${pile(scene, shape, words)}
    ${scene.played && !waiting(scene).length ? playedSoFar(shape, words) : nothing}
    ${PIGS.map((name, index) => put(...stall(shape, index), 1, stallOf(scene, name, words)))}`;
}

/** A post with the number of the race. @param {Scene} scene @param {Shape} shape @param {GameWords} words */
function raceSign({ race, races }, shape, words) {
  const { x, y } = LAYOUTS[shape].sign;
  return svg`<g class="schweinsgalopp-sign" transform="translate(${x} ${y})">
    <path class="schweinsgalopp-post" d="M-7 0-6-90H6L7 0z"></path>
    <path class="schweinsgalopp-board" d="M-71-168q71-8 142 0 3 44 0 88-71 6-142 0-3-43 0-88z"></path>
    <text class="schweinsgalopp-word" y="-132">${words.say("board.race")}</text>
    <text y="-92">${race}/${races}</text>
  </g>`;
}

/** The trough, heaped as high as there is food. @param {number | null} stack @param {Shape} shape */
function foodStack(stack, shape) {
  const { x, y, size } = LAYOUTS[shape].trough;
  const heap = HEAP.slice(0, Math.ceil(((stack ?? ALL_FOOD / 2) * HEAP.length) / ALL_FOOD));
  return svg`<g class="schweinsgalopp-trough" data-anchor="stack" transform="translate(${x} ${y}) scale(${size})">
    ${heap.map((at, i) => put(...at, 0.52, turned((i * 37) % 50 - 25, someFood(i)))).reverse()}${trough()}
    <path class="schweinsgalopp-plaque" d="M-19-27q19 2 38 0l-1 24q-18 2-36 0z"></path>
    <text y="-7.5">${stack ?? HIDDEN}</text>
  </g>`;
}

const ALL_FOOD = 55;

/** Where food lies in the trough, the lowest row first. @type {Point[]} */
const HEAP = [
  [0, -34], [-16, -34], [16, -34], [-31, -33], [31, -33], [-41, -33], [41, -33],
  [-8, -42], [8, -42], [-23, -42], [23, -42], [-34, -40], [34, -40],
  [0, -50], [-15, -50], [15, -50], [-7, -57], [7, -57],
];

/** @param {number} angle @param {unknown} drawing */
const turned = (angle, drawing) => svg`<g transform="rotate(${angle})">${drawing}</g>`;

/** The card played last. @param {Scene} scene @param {Shape} shape @param {GameWords} words */
function pile({ top }, shape, words) {
  const { x, y, size } = LAYOUTS[shape].pile;
  return svg`<g data-anchor="pile" transform="translate(${x} ${y}) scale(${size}) translate(-50 -70)">
    <rect class="schweinsgalopp-empty" x="2" y="2" width="96" height="136" rx="11"></rect>
    ${top ? front(top, words) : nothing}
  </g>`;
}

/**
 * A pig's stall: it waits there to be lined up; then the cards of its colour are counted there.
 * @param {Scene} scene @param {string} name @param {GameWords} words
 */
const stallOf = (scene, name, words) => svg`<g transform="translate(-60 6) scale(1.5 1.3)">${fence(2)}</g>
  ${waiting(scene).length ? nothing : counted(scene, name)}
  <text class="schweinsgalopp-name" y="44">${words.word("pig", name)}</text>`;

/** What the numbers on the stalls count. @param {Shape} shape @param {GameWords} words */
function playedSoFar(shape, words) {
  const [x, y] = stall(shape, (PIGS.length - 1) / 2);
  return svg`<text class="schweinsgalopp-caption" x=${x} y=${y - 78}>${words.say("board.played")}</text>`;
}

/** A pig's head, and how many of its cards were played, if that is shown. @param {Scene} scene @param {string} name */
function counted({ played }, name) {
  if (!played) return put(0, -38, 1.15, pigHead(name));
  return svg`${put(-26, -38, 1.15, pigHead(name))}
    <g class="schweinsgalopp-count" transform="translate(34 -32)">
      <rect x="-24" y="-31" width="48" height="62" rx="8"></rect><text y="14">${played[name]}</text></g>`;
}
