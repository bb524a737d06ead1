/** The board: meadow, tracks and strips, the two piles in the middle, and everything that moves. */

import { html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";

import { blot } from "../../art/pigs.js";
import { straw, tuft } from "../../art/things.js";
import { drawnWidth } from "../fitting.js";
import { back, front } from "./cards.js";
import { BET_POINTS, PIGS } from "./deck.js";
import { LAYOUTS, fieldsOf } from "./geometry.js";
import { bets, ghosts, markers, pigs } from "./pieces.js";
import { meadow, pointTrack, track } from "./track.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene @param {BoardContext} context */
export function board(scene, context) {
  const layout = LAYOUTS[context.shape];
  return html`<svg class="saumaumau-board" viewBox="0 0 ${layout.width} ${layout.height}" aria-hidden="true" focusable="false">
    ${ground(scene, layout, context.words)}${strips(scene, layout, context.words)}${raceFlag(scene, layout)}
    ${discardPile(scene, layout, context.words)}${drawPile(scene, layout, context)}
    ${countsSign(scene, layout, context.words)}${debtSign(scene, layout)}
    ${bets(scene, layout, context)}${pigs(scene, layout, context)}${ghosts(scene, layout, context)}${markers(scene, layout, context)}
    ${laidCard(scene, layout)}</svg>`;
}

/**
 * Everything that stays where it is, drawn once.
 * @param {Scene} scene @param {Layout} layout @param {GameWords} words
 */
function ground(scene, layout, words) {
  const fields = fieldsOf(scene);
  const start = words.say("board.start");
  return guard([layout, fields, scene.goal, start], () =>
    svg`${meadow(layout)}${pointTrack(layout)}${track(layout, fields, scene.goal, start)}`);
}

/**
 * The strips of field that the bets lie on, the points they may earn, and the arrow: bets move up.
 * @param {Scene} scene @param {Layout} layout @param {GameWords} words
 */
function strips({ players }, { strip }, words) {
  return svg`<g class="saumaumau-strips">${BET_POINTS.map((points, place) => svg`
    <g class=${place < players ? "" : "saumaumau-fallow"} transform="translate(${strip.x} ${strip.y + place * strip.height})">
      <rect class="saumaumau-strip" width=${strip.width} height=${strip.height - 9} rx="16"></rect>
      <path class="saumaumau-furrow" d=${furrows(strip.width, strip.height - 9)}></path>
      <text class="saumaumau-worth" x="38" y="50">${points}</text>
      <text class="saumaumau-unit" x="38" y="71">${words.say("board.points")}</text>
      <g transform="translate(${strip.width - 60} ${strip.height / 2 - 20}) scale(${strip.scale})">
        <rect class="saumaumau-place" data-anchor="place-${place + 1}" x="-36" y="-49" width="72" height="98" rx="10"></rect></g>
      ${place ? ARROW : nothing}</g>`)}</g>`;
}

const ARROW = svg`<path class="saumaumau-arrow" transform="translate(38 -5)" d="M-9 8V0H-19L0-20 19 0H9V8z"></path>`;

/** @param {number} width @param {number} height */
function furrows(width, height) {
  const lines = Array.from({ length: Math.floor((height - 20) / 24) }, (_, line) => line * 24 + 22);
  const wave = `q${width / 4 - 5}-9 ${width / 2 - 10} 0t${width / 2 - 10} 0`;
  return lines.map((y) => `M10 ${y}${wave}`).join("");
}

/** @param {Scene} scene @param {Layout} layout */
const raceFlag = ({ race, races }, { race: [x, y] }) => svg`<g class="saumaumau-flag" transform="translate(${x} ${y})">
  <path class="saumaumau-pole" d="M-40 52V-46"></path><path class="saumaumau-cloth" d="M-38-46C-10-54 14-36 46-44 40-30 40-16 46 2 14 8-10-8-38 0z"></path>
  <text x="2" y="-10">${race}/${races}</text></g>`;

// --- The piles

/** A hole full of mud, with a shine on it. */
const WALLOW = svg`<path class="saumaumau-wallow" d="M-84 8C-92-30-66-78-28-84 10-92 64-88 82-48c12 30 10 84-22 112-32 22-98 24-126-2-14-14-16-34-18-54z"></path>
  <path class="saumaumau-wet" d="M-72 14C-78-22-56-66-24-72 12-78 56-72 70-40c10 26 6 66-16 88M-66 36c4 14 14 26 30 32"></path>`;

/** The wallow with the draw pile. @param {Scene} scene @param {Layout} layout @param {BoardContext} context */
function drawPile(scene, { pile: { at: [x, y], scale } }, context) {
  const code = context.code("draw");
  const cards = Array.from({ length: Math.min(4, Math.ceil(scene.pile / 6)) }, (_, index) => index);
  return svg`<g class="saumaumau-pile ${code === null ? "" : "possible"}" data-code=${code ?? nothing}
      transform="translate(${x} ${y}) scale(${scale})">
    ${WALLOW}
    <rect class="saumaumau-outline" data-anchor="pile" x="-50" y="-70" width="100" height="140" rx="12"></rect>
    ${cards.map((index) => svg`<g transform="translate(${-50 + index * 3} ${-70 - index * 4})">${back()}</g>`)}
    ${code === null ? nothing : svg`<path class="saumaumau-pointer" d="M-15-108H15L0-84z"></path>`}
    <g transform="translate(0 58)"><rect class="saumaumau-tag" x="-32" y="-20" width="64" height="40" rx="10"></rect>
    <text class="saumaumau-tag-text" dy=".35em">${scene.pile}</text></g></g>`;
}

/** How cards lie that were thrown down. */
const THROWN = ["rotate(-7)", "rotate(5)", "rotate(-2)"];
const BENEATH = svg`<rect class="saumaumau-beneath" x="-47" y="-67" width="94" height="134" rx="12"></rect>`;

/** Straw bales with the discards. @param {Scene} scene @param {Layout} layout @param {GameWords} words */
function discardPile(scene, { discard: { at: [x, y], scale } }, words) {
  const beneath = THROWN.slice(0, Math.min(3, scene.discards));
  return svg`<g class="saumaumau-discard" transform="translate(${x} ${y}) scale(${scale})">
    <g transform="translate(-30 10) scale(1.15)">${straw()}</g><g transform="translate(-26 84) scale(1.25)">${straw()}</g>
    <g transform="translate(34 86) scale(1.15)">${straw()}</g>
    <rect class="saumaumau-outline" data-anchor="discard" x="-50" y="-70" width="100" height="140" rx="12"></rect>
    ${beneath.map((turned) => svg`<g transform=${turned}>${BENEATH}</g>`)}
    ${scene.top ? svg`<g transform="translate(-50 -70)">${front(scene.top)}</g>` : nothing}
    ${scene.turnedUp && scene.top ? firstCard(words) : nothing}</g>`;
}

/** The mark of a card that nobody has played. @param {GameWords} words */
const firstCard = (words) => svg`<g class="saumaumau-first" transform="translate(0 86) rotate(-2)">
  <rect x="-58" y="-13" width="116" height="26" rx="7"></rect>${marked(words.say("board.turned_up"))}</g>`;

/** What the mark says, within it in whatever font. @param {string} said */
const marked = (said) => svg`<text dy=".35em" lengthAdjust="spacingAndGlyphs"
  textLength=${drawnWidth(said, 100, 12) ?? nothing}>${said}</text>`;

/** A card that waits for a call, on its way to the discards. @param {Scene} scene @param {Layout} layout */
function laidCard({ laid }, { laid: { at: [x, y], scale } }) {
  return svg`<g class="saumaumau-laid" transform="translate(${x} ${y}) rotate(9) scale(${scale})">
    <rect class="saumaumau-outline" data-anchor="laid" x="-50" y="-70" width="100" height="140" rx="12"></rect>
    ${laid ? svg`<rect class="saumaumau-waits" x="-56" y="-76" width="112" height="152" rx="16"></rect>
      <g transform="translate(-50 -70)">${front(laid)}</g>` : nothing}</g>`;
}

// --- The signs

/** Which colour counts. @param {Scene} scene @param {Layout} layout @param {GameWords} words */
function countsSign({ valid, top }, { counts: { at: [x, y], scale } }, words) {
  return svg`<g class="saumaumau-counts" data-anchor="counts" transform="translate(${x} ${y}) scale(${scale})">
    <path class="saumaumau-sign" d="M-77-96C-24-100 24-100 77-96c5 52 5 114 0 170-50 4-104 4-154 0-5-56-5-118 0-170z"></path>
    <text class="saumaumau-heading" y="-60">${words.say("board.match")}</text>
    ${top ? svg`${valid === "any" ? anyColour() : svg`<g transform="translate(0 -8) scale(1.85)">${blot(valid)}</g>`}
      <text y="60">${valid === "any" ? words.say("board.any") : words.word("colour", valid)}</text>` : nothing}</g>`;
}

const anyColour = () => PIGS.map((pig, index) =>
  svg`<g transform="translate(${index % 2 ? 25 : -25} ${index < 2 ? -30 : 12}) scale(.98)">${blot(pig)}</g>`);

/**
 * Cards that are owed, or steps that pigs may go back for cards taken.
 * @param {Scene} scene @param {Layout} layout
 */
function debtSign({ debt, steps }, { debt: { at: [x, y], scale } }) {
  return svg`<g class="saumaumau-debt" data-anchor="debt" transform="translate(${x} ${y}) scale(${scale})">
    <rect class="saumaumau-outline" x="-50" y="-50" width="100" height="100"></rect>
    ${debt ? owed(debt) : steps ? stepsBack(steps) : svg`<g transform="translate(-18 26) scale(1.6)">${tuft()}</g>`}</g>`;
}

/** @param {number} debt */
const owed = (debt) => svg`<path class="saumaumau-burst" d=${BURST}></path><text class="saumaumau-owed" y="20">+${debt}</text>`;

/** @param {number} steps */
const stepsBack = (steps) => svg`<path class="saumaumau-back-arrow" d="M-66 4-22-42V-18H62V40H-22V62z"></path>
  <text class="saumaumau-owed" x="10" y="31">${steps}</text>`;

/** A star of twelve points. */
const BURST = Array.from({ length: 24 }, (_, point) => {
  const [angle, reach] = [(point * Math.PI) / 12, point % 2 ? 62 : 80];
  return `${point ? "L" : "M"}${(Math.sin(angle) * reach).toFixed(1)} ${(-Math.cos(angle) * reach).toFixed(1)}`;
}).join("") + "z";
