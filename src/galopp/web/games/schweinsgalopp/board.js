/**
 * The board: a ring of track cards, and inside it the yard with the trough, the card on top, a stall
 * for each pig and a row for each seat.
 */

import { html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { pig } from "../../art/pigs.js";
import { laurel } from "../../art/things.js";
import { LAYOUTS, facing, feet, pigSize, stall } from "./geometry.js";
import { rows } from "./rows.js";
import { order, PIGS } from "./scene.js";
import { laidFood, numbers, track } from "./track.js";
import { yard } from "./yard.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene @param {BoardContext} context */
export function board(scene, context) {
  const { width, height } = LAYOUTS[context.shape];
  return html`<svg class="schweinsgalopp" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${track(scene, context)} ${yard(scene, context)} ${rows(scene, context)}
    ${repeat(abreast(scene), (name) => name, (name) => runner(scene, name, context))}
    ${ghosts(scene, /** @type {Scene | null} */ (context.ghost), context)}
    ${guard([scene.ring, context.shape], () => numbers(scene, context.shape))}
  </svg>`;
}

/** Whatever a move would put elsewhere, where it would be. @param {Scene} scene @param {Scene | null} ghost @param {BoardContext} context */
function ghosts(scene, ghost, { shape }) {
  if (!ghost) return nothing;
  const moved = PIGS.filter((name) => ghost.places[name] !== null && ghost.places[name] !== scene.places[name]);
  const laid = ghost.trackFood.filter((space) => !scene.trackFood.includes(space));
  return svg`${laid.map((space) => svg`<g class="ghost" data-ghost="food-${space}">${laidFood(ghost, space, shape)}</g>`)}
    ${moved.map((name) => ghostPig(ghost, name, shape))}`;
}

/** @param {Scene} ghost @param {string} name @param {import("./geometry.js").Shape} shape */
function ghostPig(ghost, name, shape) {
  const place = Number(ghost.places[name]);
  const [x, y] = feet(shape, ghost.ring, place);
  const size = pigSize(shape, ghost.ring);
  const look = size * facing(shape, ghost.ring, place);
  return svg`<g class="ghost" data-ghost="pig-${name}" transform="translate(${x} ${y})">
    <ellipse class="ghost-ring" cy=${-38 * size} rx=${62 * size} ry=${54 * size}></ellipse>
    <g class="ghost-piece" transform="scale(${look} ${size})">${pig(name)}</g>${mark(ghost, name, look)}</g>`;
}

/** The pigs in the order they are drawn: the one whose card was played runs before the others. @param {Scene} scene */
const abreast = ({ top }) => [...PIGS].sort((one, other) => Number(one === top) - Number(other === top));

/** A pig on the track or in its stall. @param {Scene} scene @param {string} name @param {BoardContext} context */
function runner(scene, name, { shape, code }) {
  const place = scene.places[name];
  const waits = place === null;
  const [x, y] = waits ? stall(shape, PIGS.indexOf(name)) : feet(shape, scene.ring, place);
  const choice = waits ? code("line_up", name) : null;
  const size = pigSize(shape, scene.ring);
  const look = waits ? size : size * facing(shape, scene.ring, place);
  return svg`<g class=${choice === null ? "" : "possible"} data-piece="pig-${name}"
    data-code=${choice ?? nothing} transform="translate(${x} ${y})">
    ${choice === null ? nothing : REACH}
    <ellipse class="schweinsgalopp-shadow" cy="2" rx=${44 * size} ry=${9 * size}></ellipse>
    <g transform="scale(${look} ${size})">${pig(name)}</g>
    ${mark(scene, name, look)}
  </g>`;
}

/** What a thumb may touch of a pig that can be chosen. */
const REACH = svg`<rect class="schweinsgalopp-reach" x="-62" y="-110" width="124" height="122" rx="20"></rect>`;

/**
 * The leader's laurel, and the rank of the others: on a ring the eye cannot tell who is a lap ahead.
 * @param {Scene} scene @param {string} name @param {number} look
 */
function mark(scene, name, look) {
  const ranks = order(scene);
  if (ranks.length < PIGS.length) return nothing;
  const rank = ranks.indexOf(name) + 1;
  if (rank > 1) return svg`<g class="schweinsgalopp-rank" transform="translate(${look * -40} -6)">
    <circle r="19"></circle><text y="10">${rank}</text></g>`;
  return svg`<g class="schweinsgalopp-lead" transform="translate(${look * -26} -86)">
    ${laurel()}<text y="11">${rank}</text></g>`;
}
