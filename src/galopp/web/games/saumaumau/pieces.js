/** What moves on the board: pigs, bets and markers of points. */

import { nothing, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";

import { avatar } from "../../art/avatars.js";
import { pig as pigDrawing, pigHead } from "../../art/pigs.js";
import { laurel } from "../../art/things.js";
import { PIGS } from "./deck.js";
import { betAt, fieldsOf, isShort, pigScale, posture, standsAt } from "./geometry.js";
import { LAST_POINT, markerAt } from "./points.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./scene.js").Scene} Scene */

/** Longer names are cut on the board; the page shows them whole. */
const LONGEST_NAME = 11;
const LONG_NAME = 9;

/** @param {Scene} scene @param {Layout} layout @param {BoardContext} context */
export function pigs(scene, layout, context) {
  const standing = PIGS.map((name) => ({ name, at: standsAt(layout, scene, name) }));
  standing.sort((one, other) => one.at[1] - other.at[1]); // who stands nearer hides who stands behind
  return repeat(standing, ({ name }) => name, ({ name, at }) => pig(scene, layout, context, name, at));
}

/**
 * @param {Scene} scene @param {Layout} layout @param {BoardContext} context @param {string} name
 * @param {import("../../types.js").Point} at
 */
function pig(scene, layout, context, name, [x, y]) {
  const fields = fieldsOf(scene);
  const place = scene.pigs[name];
  const { right, tilt } = posture(layout, fields, place);
  const code = codeOnPig(context, name);
  const scale = pigScale(layout, fields);
  return svg`<g class="saumaumau-pig ${code === null ? "" : "possible"}" data-code=${code ?? nothing}
      data-piece="pig-${name}" data-anchor="pig-${name}" transform="translate(${x} ${y})">
    ${code === null ? nothing : POINTER}
    <g transform="rotate(${tilt}) scale(${right ? scale : -scale} ${scale})">${pigDrawing(name)}</g>
    ${scene.winners.includes(name) ? crown(scale) : nothing}
    ${place > fields || isShort(layout, fields) ? flag(String(place), 0, 22) : nothing}</g>`;
}

/** Whatever can be done with a pig, one press does it. @param {BoardContext} context @param {string} name */
function codeOnPig(context, name) {
  const kinds = ["retreat", "run", "bet", "name"];
  return kinds.map((kind) => context.code(kind, name)).find((code) => code !== null) ?? null;
}

/** An arrow over what may be pressed, on a ground large enough for a thumb. */
const POINTER = svg`<circle class="saumaumau-thumb" cy="-30" r="58"></circle>
  <ellipse class="saumaumau-glow" cy="0" rx="52" ry="17"></ellipse><path class="saumaumau-pointer" d="M-15-104H15L0-80z"></path>`;

/** The laurel of a pig that has won. @param {number} scale */
const crown = (scale) => svg`<g transform="translate(0 ${-84 * scale}) scale(.95)">${laurel()}</g>`;

/** @param {string} text @param {number} x @param {number} y */
function flag(text, x, y) {
  const width = 16 + 22 * text.length;
  return svg`<g transform="translate(${x} ${y})">
    <rect class="saumaumau-tag" x=${width / -2} y="-18" width=${width} height="36" rx="10"></rect>
    <text class="saumaumau-tag-text" dy=".35em">${text}</text></g>`;
}

// --- Ghosts

/** Whatever a move would put elsewhere, where it would be. @param {Scene} scene @param {Layout} layout @param {BoardContext} context */
export function ghosts(scene, layout, { ghost, viewer }) {
  if (!ghost) return nothing;
  const then = /** @type {Scene} */ (ghost);
  const moved = PIGS.filter((name) => then.pigs[name] !== scene.pigs[name]);
  const bet = viewer !== null && then.bet !== null && (then.bet !== scene.bet || String(then.queue) !== String(scene.queue));
  return svg`${bet ? ghostBet(then, layout, viewer) : nothing}${moved.map((name) => ghostPig(then, layout, name))}`;
}

/** @param {Scene} then @param {Layout} layout @param {string} name */
function ghostPig(then, layout, name) {
  const fields = fieldsOf(then);
  const [x, y] = standsAt(layout, then, name);
  const { right, tilt } = posture(layout, fields, then.pigs[name]);
  const scale = pigScale(layout, fields);
  return svg`<g class="ghost" data-ghost="pig-${name}" transform="translate(${x} ${y})">
    <ellipse class="ghost-ring" cy=${-38 * scale} rx=${62 * scale} ry=${54 * scale}></ellipse>
    <g class="ghost-piece" transform="rotate(${tilt}) scale(${right ? scale : -scale} ${scale})">${pigDrawing(name)}</g>
    ${then.ending === "laurel" || then.ending === "both" ? crown(scale) : nothing}</g>`;
}

/** @param {Scene} then @param {Layout} layout @param {number} viewer */
function ghostBet(then, layout, viewer) {
  const [x, y] = betAt(layout, then.queue.indexOf(viewer));
  return svg`<g class="ghost" data-ghost="bet-${viewer}" transform="translate(${x} ${y}) scale(${layout.strip.scale})">
    <g class="ghost-piece">${betCard(then.bet)}</g>
    <rect class="ghost-ring" x="-42" y="-55" width="84" height="110" rx="12"></rect></g>`;
}

// --- Bets

/** @param {Scene} scene @param {Layout} layout @param {BoardContext} context */
export function bets(scene, layout, context) {
  const { width, height, scale } = layout.strip;
  return repeat(scene.queue, (seat) => seat, (seat, place) => {
    const [x, y] = betAt(layout, place);
    return svg`<g data-piece="bet-${seat}" transform="translate(${x} ${y})">
      <g class=${isWrong(scene, seat) ? "saumaumau-wrong" : ""} transform="scale(${scale})">
        ${betCard(pigOfBet(scene, seat))}
        ${isRight(scene, seat) ? svg`<g transform="translate(22 -34) scale(.85)">${laurel()}</g>` : nothing}</g>
      <g transform="translate(-44 ${32 * scale}) scale(.8)">${portrait(context, seat)}</g>
      ${owner(context.words.seat(seat), 60 - width / 2, height / 2 - 1, width - 12)}</g>`;
  });
}

/** What the viewer may know of a bet. @param {Scene} scene @param {number} seat */
const pigOfBet = (scene, seat) => scene.revealed[seat] ?? (seat === scene.viewer ? scene.bet : null);

/** Whether a bet lies open that earns points. @param {Scene} scene @param {number} seat */
const isRight = ({ revealed, winners }, seat) => winners.includes(revealed[seat] ?? "");

/** Whether a bet earns nothing, now that the race is over. @param {Scene} scene @param {number} seat */
const isWrong = (scene, seat) => scene.ending !== null && scene.revealed[seat] !== null && !isRight(scene, seat);

/** A bet from above, round the origin: face down, or with its pig. @param {string | null} pig */
export const betCard = (pig) => svg`<g class="saumaumau-bet ${pig ? "saumaumau-bet-open" : ""}">
  <rect x="-36" y="-49" width="72" height="98" rx="10"></rect>
  ${pig ? svg`<g transform="translate(0 2) scale(1.05)">${pigHead(pig)}</g>` : FACE_DOWN}</g>`;

const FACE_DOWN = svg`<rect class="saumaumau-bet-line" x="-28" y="-41" width="56" height="82" rx="6"></rect>
  <text dy=".35em">?</text>`;

/**
 * Whose bet it is; a long name is set closer, or cut.
 * @param {string} name @param {number} x @param {number} y @param {number} width
 */
function owner(name, x, y, width) {
  const letters = [...name];
  const shown = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : name;
  const tight = letters.length >= LONG_NAME;
  return svg`<text class="saumaumau-owner" x=${x} y=${y} lengthAdjust="spacingAndGlyphs"
    textLength=${tight ? width : nothing}>${shown}</text>`;
}

/** A seat's pig on a disc. @param {BoardContext} context @param {number} seat */
const portrait = ({ seats, viewer }, seat) => svg`
  <circle class="saumaumau-disc ${seat === viewer ? "saumaumau-mine" : ""}" r="34"></circle>${avatar(seats[seat]?.pig || "bot")}`;

// --- Points

/** So many points, round the origin, 72 across. @param {number} points */
export const coin = (points) => svg`<g class="saumaumau-coin"><circle r="34"></circle>
  <text dy=".35em">+${points}</text></g>`;

/** @param {Scene} scene @param {Layout} layout @param {BoardContext} context */
export function markers(scene, layout, context) {
  const seats = scene.points.map((_, seat) => seat);
  seats.sort((one, other) => Number(one === context.viewer) - Number(other === context.viewer)); // one's own on top
  return repeat(seats, (seat) => seat, (seat) => {
    const [x, y] = markerAt(layout, scene.points, seat);
    const points = scene.points[seat];
    return svg`<g data-piece="points-${seat}" transform="translate(${x} ${y})">
      <g transform="scale(.82)">${portrait(context, seat)}</g>${points > LAST_POINT ? flag(String(points), 0, 34) : nothing}</g>`;
  });
}
