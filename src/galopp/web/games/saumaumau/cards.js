/**
 * The cards: 100 by 140 from the upper left corner.
 *
 * A card is known by its coat (colour and pattern of a pig), by its sign, by the shape of the
 * panel the sign stands on, and by name: an egg carries numbers, a stop sign X, a slanted
 * board +2, and the green ones a ticket with its corners bitten off.
 */

import { html, nothing, svg } from "lit";

import { face as pigFace } from "../../art/faces.js";
import { blot, pigHead } from "../../art/pigs.js";
import { PIGS, readCard } from "./deck.js";

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./deck.js").Card} Card */

const EDGE = "M14 3C38 2 62 2 86 3c7 0 11 4 11 11 1 37 1 75 0 112 0 7-4 11-11 11-24 1-48 1-72 0-7 0-11-4-11-11-1-37-1-75 0-112C3 7 7 3 14 3z";

/** The coats as patterns of a whole card; what would cross the edge is cut short. @type {Record<string, unknown>} */
const PATTERNS = {
  pink: svg`<path class="blush" d="M4 112a22 14 0 0 1 26 14l-2 11H14q-10-1-10-11zM96 28a22 14 0 0 1-26-14l2-11h14q10 1 10 11z"></path>`,
  brown: svg`<path class="stripe" d="M5 20q20-8 40-3t50-2M5 44q20-8 40-3t50-2M5 68q20-8 40-3t50-2M5 92q20-8 40-3t50-2M5 116q20-8 40-3t50-2"></path>`,
  black: svg`<path class="mark flat" d="M38 3C30 40 30 100 36 137H64C72 100 72 40 62 3z"></path>`,
  beige: svg`<path class="mark flat" d="M72 12c8-6 19-2 19 6s-10 11-17 8-9-9-2-14zM9 44c6-5 13-1 12 6s-9 8-13 4-3-7 1-10zM84 92c7-3 12 3 9 10s-12 5-13-1 0-8 4-9zM10 100c9-6 19 0 17 9s-14 11-20 5-4-10 3-14zM33 8c5-3 10 0 9 4s-8 5-10 2-2-4 1-6zM66 122c6-4 13 0 11 6s-10 7-13 3-2-6 2-9z"></path>`,
};

/** What the sign stands on. */
const PANELS = {
  number: svg`<path class="saumaumau-panel" d="M50 14C73 14 88 36 88 71S73 127 50 127 12 105 12 70 27 14 50 14z"></path>`,
  x: svg`<path class="saumaumau-panel" d="M31 16H69L89 38v66L69 125H31L11 104V38z"></path>`,
  plus2: svg`<path class="saumaumau-panel" d="M36 15H83c6 0 8 3 7 9L75 117c-1 6-5 9-10 9H17c-6 0-8-3-7-9L25 24c1-6 5-9 11-9z"></path>`,
  floppy: svg`<path class="saumaumau-panel" d="M30 12H70A19 19 0 0 0 89 31V109A19 19 0 0 0 70 128H30A19 19 0 0 0 11 109V31A19 19 0 0 0 30 12z"></path>`,
};

/** @param {string} text @param {number} x @param {number} y @param {string} name */
const written = (text, x, y, name) => svg`<text class=${name} x=${x} y=${y}>${text}</text>`;

/** A small sign in the two corners that stay in sight in a full hand. @param {string} text */
function corners(text) {
  const narrow = text.length > 1;
  const sign = written(text, narrow ? 19 : 16, 24, `saumaumau-corner ${narrow ? "saumaumau-narrow" : ""}`);
  return svg`${sign}<g transform="rotate(180 50 70)">${sign}</g>`;
}

/** Two planks nailed across. */
const PLANKS = svg`<g class="saumaumau-planks" transform="translate(50 56)">
  <path d="M-27-19-20-27 27 19 20 27z"></path><path d="M27-19 20-27-27 19-20 27z"></path>
  <path class="nail" d="M0 0h.01M-19-19h.01M19 19h.01M19-19h.01M-19 19h.01"></path></g>`;

/** Three steps of a trotter. */
const PRINTS = svg`<path class="saumaumau-prints" d="M30 122v-4M35 121v-4M47.5 121v-4M52.5 120v-4M65 122v-4M70 121v-4"></path>`;

/** @type {Record<Card["kind"], (card: Card) => unknown>} */
const SIGNS = {
  number: ({ colour, steps }) => svg`${written(String(steps), 50, 73, "saumaumau-big")}
    <g transform="translate(50 98) scale(.74)">${pigHead(colour)}</g>`,
  x: ({ colour }) => svg`${PLANKS}<g transform="translate(50 101) scale(.62)">${pigHead(colour)}</g>`,
  plus2: ({ colour }) => svg`${written("+2", 51, 64, "saumaumau-big saumaumau-plus")}
    <g transform="translate(36 96) scale(.66)">${pigHead(colour)}</g>
    <g class="saumaumau-two" transform="translate(70 88)">
      <rect x="-5" y="-12" width="17" height="24" rx="3" transform="rotate(14)"></rect>
      <rect x="-13" y="-8" width="17" height="24" rx="3"></rect></g>`,
  floppy: ({ colour }) => svg`<g transform="translate(50 42) scale(1.25)">${blot(colour)}</g>
    ${written("?", 50, 57, "saumaumau-asks")}
    <g class="art saumaumau-floppy" transform="translate(50 92) scale(.78)">${pigFace({ ears: "floppy" })}</g>${PRINTS}`,
  farmer: () => svg`${PIGS.map(inCorner)}${FARMER}`,
};

/** @param {string} pig @param {number} corner */
const inCorner = (pig, corner) =>
  svg`<g transform="translate(${corner % 2 ? 80 : 20} ${corner < 2 ? 24 : 116}) scale(.68)">${blot(pig)}</g>`;

/** The farmer, with his hat and his opinion. */
const FARMER = svg`<g class="art saumaumau-farmer" transform="translate(50 74) scale(1.12)">
  <path class="shirt" d="M-24 36c2-13 11-18 24-18s22 5 24 18c-15 4-33 4-48 0z"></path>
  <path class="strap" d="M-12 21v16M12 21v16"></path>
  <path class="skin" d="M-17-6C-17 12-9 23 0 23S17 12 17-6z"></path>
  <path class="skin" d="M-17-2c-6-2-7 7-1 8M17-2c6-2 7 7 1 8"></path>
  <path class="straw" d="M-17-9c0-16 6-22 17-22s17 6 17 22z"></path>
  <path class="band flat" d="M-17-10-16-17H16l1 7z"></path>
  <path class="straw" d="M-31-7c8-5 54-5 62 0-8 6-54 6-62 0z"></path>
  <circle class="ink" cx="-7" cy="3" r="2.2"></circle><circle class="ink" cx="7" cy="3" r="2.2"></circle>
  <path class="nose" d="M0 3c4 0 5 6 0 6s-4-6 0-6z"></path>
  <path class="beard" d="M0 11c5-4 11-2 14 3-5 3-10 2-14-1-4 3-9 4-14 1 3-5 9-7 14-3z"></path></g>`;

/** @type {Record<Card["kind"], (card: Card) => string>} */
const INDEX = {
  number: ({ steps }) => String(steps),
  x: () => "X",
  plus2: () => "+2",
  floppy: () => "",
  farmer: () => "",
};

/** A card's front, to be put into a drawing. @param {string} name */
export function front(name) {
  const card = readCard(name);
  const green = card.kind === "floppy" || card.kind === "farmer";
  const panel = PANELS[card.kind === "farmer" ? "floppy" : card.kind];
  return svg`<g class="art saumaumau-card ${green ? "saumaumau-green" : `pig-${card.colour}`}">
    <path class="coat" d=${EDGE}></path>${green ? GREENERY : PATTERNS[card.colour]}
    <path class="saumaumau-edge" d=${EDGE}></path>${panel}${SIGNS[card.kind](card)}
    ${INDEX[card.kind](card) ? corners(INDEX[card.kind](card)) : nothing}</g>`;
}

/** Grass in the corners of the green cards. */
const GREENERY = svg`<path class="saumaumau-grass" d="M9 134q1-9-3-16M15 134q1-10 1-19M21 135q2-8 7-13M91 6q-1 9 3 16M85 6q-1 10-1 19M79 5q-2 8-7 13M8 8q6 5 14 4M92 132q-6-5-14-4"></path>`;

/** The back of all cards: a snout in the mud. */
export const back = () => svg`<g class="art saumaumau-card saumaumau-back"><path class="coat" d=${EDGE}></path>
  <path class="saumaumau-back-line" d="M18 12h64q6 0 6 6v104q0 6-6 6H18q-6 0-6-6V18q0-6 6-6z"></path>
  <path class="saumaumau-splash" d="M24 34q4-8 9 0t-4 9-5-9zM70 104q4-8 9 0t-4 9-5-9zM74 30q3-5 6 0t-3 6-3-6zM24 108q3-5 6 0t-3 6-3-6z"></path>
  <ellipse class="nose" cx="50" cy="70" rx="25" ry="19"></ellipse>
  <ellipse class="ink" cx="41" cy="69" rx="4" ry="7"></ellipse><ellipse class="ink" cx="59" cy="69" rx="4" ry="7"></ellipse></g>`;

/** A card for the hand, or its back for null. @param {string | null} name */
export const card = (name) => html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
  ${name === null ? back() : front(name)}</svg>`;

/** @param {string} name @param {GameWords} words */
export const cardName = (name, words) => words.word("card", name);
