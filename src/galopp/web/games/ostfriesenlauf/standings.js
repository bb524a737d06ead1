/**
 * The standings inside the oval, a column for each runner in the order they lay: whose it is,
 * which rank it has now, how far it is to the line, both ways, and the card that was laid for it. The card
 * is lowest: of what is here it may best be hidden by somebody who runs past.
 */

import { nothing, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";

import { runnerHead } from "../../art/runners.js";
import { laurel } from "../../art/things.js";
import { cut, drawnWidth } from "../fitting.js";
import { badge } from "./badges.js";
import { drawing } from "./cards.js";
import { faceDown, ownerOf } from "./deck.js";
import { rankOf, toGo } from "./standing.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./scene.js").LaufScene} LaufScene */

const CLOSER = 0.72; // a name may be set so much closer before it is cut; the player's badge has it whole

/** @param {Layout} layout @param {LaufScene} scene @param {BoardContext} context */
export function standings({ table: { x, y, width, height } }, scene, context) {
  const column = width / scene.order.length;
  const columns = scene.order.map((name, slot) => ({ name, slot }));
  return svg`<g transform="translate(${x} ${y})">
    <rect class="ostfriesenlauf-panel" width=${width} height=${height} rx="54"></rect>
    ${repeat(columns, ({ name }) => name, ({ name, slot }) => svg`<g
      class=${classesOf(scene, name, slot, context)} transform="translate(${column * (slot + 0.5)} 0)">
      <rect class="ostfriesenlauf-lit" x=${5 - column / 2} y="6" width=${column - 10} height=${height - 12} rx="44"></rect>
      ${head(scene, name)} ${owner(scene, name, column, context)}
      ${distances(scene, name)} ${slotCard(scene, slot, height)}</g>`)}</g>`;
}

/** @param {LaufScene} scene @param {string} name @param {number} slot @param {BoardContext} context */
function classesOf(scene, name, slot, { viewer }) {
  const seat = ownerOf(name, scene.players);
  const laying = scene.phase !== "over" && !scene.turned && slot === scene.laid;
  return [
    laying && "ostfriesenlauf-laying",
    scene.touched.includes(name) && "ostfriesenlauf-touched",
    seat === null && "ostfriesenlauf-ownerless",
    seat !== null && seat === viewer && "ostfriesenlauf-own",
  ].filter(Boolean).join(" ");
}

/** @param {LaufScene} scene @param {string} name */
function head(scene, name) {
  return svg`<g transform="translate(12 54) scale(1.3)">${scene.won.includes(name) ? laurel() : nothing}
    <g transform="scale(${scene.won.includes(name) ? 0.7 : 1})">${runnerHead(name)}</g></g>
    <g transform="translate(-32 36) scale(.95)">${badge(rankOf(scene.runners, name))}</g>`;
}

/** @param {LaufScene} scene @param {string} name @param {number} column @param {BoardContext} context */
function owner(scene, name, column, { words }) {
  const seat = ownerOf(name, scene.players);
  const said = seat === null ? words.say("board.nobody") : words.seat(seat);
  return svg`<rect class="ostfriesenlauf-nameplate" x=${4 - column / 2} y="94" width=${column - 8} height="38" rx="12"></rect>
    ${nameOf(said, column - 14)}`;
}

/** A name, set a little closer or cut to fit in whatever font there is. @param {string} said @param {number} width */
function nameOf(said, width) {
  const name = cut(said, width / CLOSER, LETTER);
  return svg`<text class="ostfriesenlauf-name" y="123" lengthAdjust="spacingAndGlyphs"
    textLength=${drawnWidth(name, width, LETTER) ?? nothing}>${name}</text>`;
}

const LETTER = 20; // how wide one is, about

/** The frame of the card that is being carried out. */
const CARRIED_OUT = svg`<rect class="ostfriesenlauf-now" x="-3" y="-3" width="106" height="146" rx="12"></rect>`;
const DISTANCES = 138;
const CARD_TOP = DISTANCES + 76;

/** The card laid for this runner: face down, known to its owner, or turned.
 * @param {LaufScene} scene @param {number} slot @param {number} height */
function slotCard({ pile, turned }, slot, height) {
  const scale = (height - CARD_TOP - 14) / 140;
  const laid = pile[slot];
  const open = turned !== null && slot <= turned.slot;
  return svg`<g transform="translate(${-50 * scale} ${CARD_TOP}) scale(${scale})">
    <rect class="ostfriesenlauf-empty" data-anchor="pile-${slot}" x="3" y="3" width="94" height="134" rx="10"></rect>
    ${laid ? laidCard(laid, open) : nothing}
    ${turned?.slot === slot ? CARRIED_OUT : nothing}</g>`;
}

/** One's own card shows its back, as to all, with a corner of what it is.
 * @param {import("./scene.js").Laid} laid @param {boolean} open */
function laidCard({ back, card }, open) {
  if (open && card) return drawing(card);
  if (!card) return drawing(faceDown(back));
  return svg`${drawing(faceDown(back))}<g transform="translate(30 44) scale(.68)">${drawing(card)}</g>`;
}

/** @param {LaufScene} scene @param {string} name */
function distances({ runners, sign, spaces }, name) {
  const { forwards, backwards } = toGo(runners[name].place, sign, spaces);
  return svg`<g transform="translate(0 ${DISTANCES + 18})">${distance(forwards, 1, forwards <= backwards)}</g>
    <g transform="translate(0 ${DISTANCES + 54})">${distance(backwards, -1, backwards <= forwards)}</g>`;
}

/** Spaces to the line one way, or beyond it. @param {number} spaces @param {1 | -1} way @param {boolean} nearer */
function distance(spaces, way, nearer) {
  const over = spaces <= 0;
  const marks = [nearer && "ostfriesenlauf-nearer", over && "ostfriesenlauf-over"].filter(Boolean).join(" ");
  return svg`<g class="ostfriesenlauf-togo ${marks}">
    ${over ? svg`<rect x="-60" y="-17" width="120" height="35" rx="12"></rect>` : nothing}
    <path transform="translate(-36 0) scale(${way} 1)" d="M-14-5H2V-13L15 0 2 13V5H-14Z"></path>
    <text x="17" y="12">${over ? `+${1 - spaces}` : spaces}</text></g>`;
}
