/** What each seat has: the food that can be lost to the left, the food that is safe to the right. */

import { nothing, svg } from "lit";
import { avatar } from "../../art/avatars.js";
import { flower, straw, trophy, tuft } from "../../art/things.js";
import { cut, drawnWidth } from "../fitting.js";
import { HIDDEN } from "./facts.js";
import { LAYOUTS, seatLine } from "./geometry.js";
import { flag, put, sack, someFood } from "./props.js";
import { kindOf } from "./scene.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").SeatShown} SeatShown */
/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {import("./scene.js").Scene} Scene */

const LETTER = 20; // how wide one of a name is, about
const CLOSER = 0.85; // a name may be set so much closer before it is cut; the player's badge has it whole
const GAP = 10; // between a name and the food
const SACK = 92; // from the middle of the sack to the right end of a row

/** @param {Scene} scene @param {BoardContext} context */
export function rows(scene, context) {
  return svg`${bales(scene, context.shape)} ${headings(context.shape, context.words)}
    ${scene.open.map((_, seat) => row(scene, seat, context))}`;
}

/** Where few sit down, straw and flowers fill the yard. @param {Scene} scene @param {Shape} shape */
function bales({ players }, shape) {
  const { x, y, width, height } = LAYOUTS[shape].seats;
  const last = seatLine(shape, players, players - 1);
  const room = y + height - last.y - last.step / 2;
  if (room < 60) return nothing;
  const size = Math.min(2, room / 52);
  return put(x + width / 2, y + height - 6, size, svg`${put(-34, 0, 1, straw())}${put(34, 2, 0.9, straw())}
    ${put(86, 0, 1, flower(2))}${put(-84, 0, 1, tuft())}`);
}

/** What the two places for food are called. @param {Shape} shape @param {GameWords} words */
function headings(shape, words) {
  const { x, y, width } = LAYOUTS[shape].seats;
  const end = "schweinsgalopp-heading schweinsgalopp-end";
  return svg`
    <text class="schweinsgalopp-heading" x=${x + plateAt(shape)} y=${y - 8}>${words.say("board.open")}</text>
    <text class=${end} x=${x + width - 8} y=${y - 8}>${words.say("board.secured")}</text>`;
}

/** Where a seat's open food begins, from the left. @param {Shape} shape */
const plateAt = (shape) => (LAYOUTS[shape].seats.lines === 2 ? 84 : 282);

/** @param {Scene} scene @param {number} seat @param {BoardContext} context */
function row(scene, seat, { shape, seats, turn }) {
  const { x, y, width, step, lines } = seatLine(shape, scene.players, seat);
  const high = step - 8;
  const apart = lines === 2 ? Math.min(26, high / 4) : 0; // the name above the food
  return svg`<g class=${turn === seat ? "schweinsgalopp-turn" : ""} transform="translate(${x} ${y})">
    <rect class="schweinsgalopp-row" y=${-high / 2} width=${width} height=${high} rx="18"></rect>
    ${turn === seat ? ARROW : nothing}
    ${who(seats[seat], Math.min(1.1, high / 64), lines === 2 ? width - SACK - 32 : plateAt(shape), apart)}
    ${openFood(scene, seat, shape, apart)} ${securedFood(scene, seat, width, Math.min(1.1, high / 60))}
    ${badge(scene, seat)}
  </g>`;
}

const ARROW = svg`<path class="schweinsgalopp-arrow" d="M-22-16 6 0-22 16z"></path>`;

/** @param {SeatShown | undefined} seat @param {number} size @param {number} end of the room for the name @param {number} up */
function who(seat, size, end, up) {
  const portrait = avatar(seat?.pig ?? "");
  const begin = up ? 88 : 76;
  const room = end - begin - GAP;
  const name = cut(seat?.name ?? "", room / CLOSER, LETTER);
  return svg`${put(38, 0, size, portrait)}
    <text class="schweinsgalopp-who" x=${begin} y=${11 - up} lengthAdjust="spacingAndGlyphs"
      textLength=${drawnWidth(name, room, LETTER) ?? nothing}>${name}</text>`;
}

/** @param {Scene} scene @param {number} seat @param {Shape} shape @param {number} down below the name */
function openFood({ open }, seat, shape, down) {
  const wide = LAYOUTS[shape].seats.width - plateAt(shape) - SACK - 32;
  const step = Math.min(32, (wide - 100) / Math.max(1, open[seat] - 1));
  return svg`<g data-anchor="open-${seat}" transform="translate(${plateAt(shape)} ${down})">
    <rect class="schweinsgalopp-plate" y="-21" width=${wide} height="42" rx="21"></rect>
    <text class="schweinsgalopp-amount" x="32" y="13">${open[seat]}</text>
    ${Array.from({ length: open[seat] }, (_, i) => svg`<g data-anchor="open-${seat}-${i}">
      ${put(76 + i * step, 0, 0.95, someFood(kindOf(seat, i)))}</g>`)}
  </g>`;
}

/** @param {Scene} scene @param {number} seat @param {number} width @param {number} size */
function securedFood({ secured }, seat, width, size) {
  return svg`<g data-anchor="secured-${seat}" transform="translate(${width - SACK} 0)">${put(0, 0, size, sack())}
    <text class="schweinsgalopp-amount schweinsgalopp-begin" x="32" y="13">${secured[seat] ?? HIDDEN}</text></g>`;
}

/** Who has won, or who starts. @param {Scene} scene @param {number} seat */
function badge({ winners, starter }, seat) {
  if (winners.includes(seat)) return put(10, 20, 0.8, trophy());
  return starter === seat ? put(12, -14, 0.7, flag()) : nothing;
}
