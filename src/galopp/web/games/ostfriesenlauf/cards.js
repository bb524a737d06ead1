/**
 * The cards: whom a card moves is on its head, what it does below, in signs and numbers.
 *
 * Forwards is to the right on every card, as on the upper straight of the track.
 */

import { html, svg } from "lit";

import { signpost } from "../../art/things.js";
import { badge, pattern } from "./badges.js";
import { STACKS, backOf, effectOf, isFaceDown } from "./deck.js";

/** @typedef {import("./deck.js").Effect} Effect */
/** @typedef {import("lit").TemplateResult<2>} Drawing */

/** @param {string | null} name */
export function card(name) {
  return html`<svg class="card ostfriesenlauf-card" viewBox="0 0 100 140" aria-hidden="true">${drawing(name)}</svg>`;
}

/** A card in a box of 100 by 140. @param {string | null} name @returns {Drawing} */
export function drawing(name) {
  if (name === null) return anyBack();
  return isFaceDown(name) ? back(backOf(name)) : face(effectOf(name));
}

const SHEET = "M10 2H90Q98 2 98 10V130Q98 138 90 138H10Q2 138 2 130V10Q2 2 10 2Z";

/** @param {string} stack */
const back = (stack) => svg`<g class="ostfriesenlauf-rank-${stack}">
  <path class="ostfriesenlauf-cardback" d=${SHEET}></path>
  ${pattern(stack, 10, 10, 8, 12)}
  <circle class="ostfriesenlauf-window" cx="50" cy="70" r="33"></circle>
  <g transform="translate(50 70) scale(1.15)">${badge(stack)}</g></g>`;

/** When it is not known from which stack. */
const anyBack = () => svg`<path class="ostfriesenlauf-cardback" d=${SHEET}></path>
  ${STACKS.map((stack, index) => svg`<g
    transform="translate(${29 + 42 * (index % 2)} ${42 + 56 * (index >> 1)}) scale(.8)">${badge(stack)}</g>`)}`;

/** @param {Effect} effect */
const face = (effect) => svg`<g class="ostfriesenlauf-rank-${effect.back} ${backwards(effect) ? "ostfriesenlauf-backwards" : ""}">
  <path class="ostfriesenlauf-sheet" d=${SHEET}></path>
  <path class="ostfriesenlauf-head" d="M10 2H90Q98 2 98 10V50H2V10Q2 2 10 2Z"></path>
  ${pattern(effect.back, 10, 6, 8, 4)}
  <circle class="ostfriesenlauf-window" cx="50" cy="27" r="26"></circle>
  <g transform="translate(50 28) scale(.9)">${badge(effect.back)}</g>
  ${DEEDS[effect.kind](effect)}
  <path class="ostfriesenlauf-frame" d=${SHEET}></path></g>`;

/** Whether it leads back for certain. @param {Effect} effect */
const backwards = ({ kind, steps }) => kind === "start" || steps < 0;

/** @type {Record<Effect["kind"], (effect: Effect) => Drawing>} */
const DEEDS = {
  run: ({ steps }) => svg`<text class="ostfriesenlauf-steps" x="49" y="102">${signed(steps)}</text>
    <g transform="translate(50 120) scale(${Math.sign(steps)} 1)">${arrow(Math.abs(steps))}</g>`,
  ahead: ({ back: rank, steps, other }) => svg`${apart(steps, other, rank, 1)}`,
  behind: ({ back: rank, steps, other }) => svg`${apart(steps, rank, other, -1)}`,
  swap: ({ back: rank, other }) => svg`
    <path class="ostfriesenlauf-arrow" d="M26 73C36 57 62 56 73 67M74 56V68H62"></path>
    <path class="ostfriesenlauf-arrow" d="M74 115C64 131 38 132 27 121M26 132V120H38"></path>
    <g transform="translate(28 94) scale(.78)">${badge(rank)}</g>
    <g transform="translate(72 94) scale(.78)">${badge(other ?? "")}</g>`,
  start: () => svg`<path class="ostfriesenlauf-home" d="M20 62V128"></path>
    <path class="ostfriesenlauf-arrow ostfriesenlauf-strong" d="M84 95H36M54 77L34 95 54 113"></path>
    <text class="ostfriesenlauf-zero" x="70" y="84">0</text>`,
  sign: ({ animal: name }) => svg`<g transform="translate(62 133) scale(.92)">${signpost(name ?? "")}</g>
    <path class="ostfriesenlauf-arrow" d="M10 112H34M25 102l10 10-10 10"></path>`,
};

/** How far apart two ranks are afterwards: the one ahead on the right.
 * @param {number} steps @param {string | null} left @param {string | null} right @param {1 | -1} way */
const apart = (steps, left, right, way) => svg`
  <text class="ostfriesenlauf-steps" x="50" y="92">${steps}</text>
  <g transform="translate(23 116) scale(.68)">${badge(left ?? "")}</g>
  <g transform="translate(77 116) scale(.68)">${badge(right ?? "")}</g>
  <g transform="translate(50 116) scale(${way} 1)"><path class="ostfriesenlauf-arrow" d="M-11 0H10M3-7l8 7-8 7"></path></g>`;

/** An arrow with a chevron for each step. @param {number} steps */
function arrow(steps) {
  const wide = Math.min(11, 74 / steps);
  const chevrons = Array.from({ length: steps }, (_, step) => {
    const x = (step - (steps - 1) / 2) * wide;
    return `M${x - 4}-8l8 8-8 8`;
  });
  return svg`<path class="ostfriesenlauf-arrow" d=${chevrons.join("")}></path>`;
}

/** With a real minus sign. @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));
