/** The muddy oval with its numbered fields, and the frame of the points: what never moves. */

import { nothing, svg } from "lit";

import { daisy, flower, laurel, mud, tuft } from "../../art/things.js";
import { distanceOf, onTrack, pitchOf } from "./geometry.js";
import { lengthOf, outline, wider } from "./oval.js";
import { FRAME_WIDTH, LAST_POINT, pointBorder, pointField } from "./points.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./oval.js").Box} Box */
/** @typedef {import("../../types.js").Point} Point */

/** @param {Box} box @param {string} name @param {number} [thick] */
function ring(box, name, thick) {
  const { x, y, width, height, rx } = outline(box);
  return svg`<rect class=${name} x=${x} y=${y} width=${width} height=${height} rx=${rx} stroke-width=${thick ?? nothing}></rect>`;
}

/** @param {Point[]} points */
const polygon = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The outline of a stretch of the track. @param {Layout} layout @param {number} from @param {number} to */
function stretch(layout, from, to) {
  const steps = Array.from({ length: 9 }, (_, step) => from + ((to - from) * step) / 8);
  const inner = steps.map((at) => onTrack(layout, at, 4 - layout.lane));
  const outer = steps.map((at) => onTrack(layout, at, layout.lane - 4)).reverse();
  return polygon([...inner, ...outer]);
}

/**
 * The whole track.
 * @param {Layout} layout @param {number} fields @param {number} goal @param {string} start the word
 */
export function track(layout, fields, goal, start) {
  const { oval, lane } = layout;
  return svg`<g class="saumaumau-track">
    ${ring(oval, "saumaumau-bank", 2 * lane + 12)}${ring(oval, "saumaumau-mud", 2 * lane)}
    ${ring(wider(oval, lane * 0.45), "saumaumau-rut", 7)}${ring(wider(oval, -lane * 0.4), "saumaumau-rut", 9)}
    ${puddles(layout)}${startField(layout, start)}${goalField(layout, fields, goal)}
    ${Array.from({ length: fields }, (_, index) => field(layout, fields, index + 1, goal))}</g>`;
}

/** Where mud has gathered: how far round, and how far from the middle. @type {Point[]} */
const PUDDLES = [[0.17, -30], [0.33, 22], [0.52, -24], [0.71, 26], [0.86, -26]];

/** @param {Layout} layout */
const puddles = (layout) => PUDDLES.map(([part, out]) => {
  const [x, y] = onTrack(layout, part * lengthOf(layout.oval), out);
  return svg`<g class="saumaumau-puddle" transform="translate(${x} ${y}) scale(.8 .7)">${mud()}</g>`;
});

/** @param {Layout} layout @param {string} start */
function startField(layout, start) {
  const { startAt, startLength, lane } = layout;
  const [x, y] = onTrack(layout, startAt, lane - 21);
  const slope = onTrack(layout, startAt + 60, lane - 21);
  const turn = (Math.atan2(slope[1] - y, slope[0] - x) * 180) / Math.PI;
  const whole = stretch(layout, startAt - startLength / 2, startAt + startLength / 2);
  return svg`<polygon class="saumaumau-start" points=${whole}></polygon>
    <text class="saumaumau-start-word" transform="translate(${x} ${y}) rotate(${turn})" dy=".35em">${start}</text>`;
}

/** @param {Layout} layout @param {number} fields @param {number} goal */
function goalField(layout, fields, goal) {
  const [middle, half] = [distanceOf(layout, fields, goal), pitchOf(layout, fields) / 2];
  const reach = Math.min(half, 75);
  const [x, y] = onTrack(layout, middle, -14);
  const scale = Math.min(1.5, Math.max(1, reach / 32));
  return svg`<polygon class="saumaumau-goal" points=${stretch(layout, middle - reach, middle + reach)}></polygon>
    <g transform="translate(${x} ${y}) scale(${scale})">${laurel()}</g>`;
}

/**
 * Numbers that would not fit are left out but for every fifth.
 * @param {Layout} layout @param {number} fields @param {number} number @param {number} goal
 */
function field(layout, fields, number, goal) {
  const pitch = pitchOf(layout, fields);
  const middle = distanceOf(layout, fields, number);
  const [from, to] = [6 - layout.lane, layout.lane - 6].map((out) => onTrack(layout, middle - pitch / 2, out));
  const shown = pitch > 44 || number === goal || (number % 5 === 0 && Math.abs(number - goal) > 2);
  const [x, y] = onTrack(layout, middle, layout.lane - 22);
  return svg`<path class="saumaumau-border" d="M${from[0]} ${from[1]}L${to[0]} ${to[1]}"></path>
    ${shown ? svg`<text class="saumaumau-number" x=${x} y=${y} dy=".35em">${number}</text>` : nothing}`;
}

/** The frame with 57 fields, 0 to 56. @param {Layout} layout */
export function pointTrack(layout) {
  const { frame } = layout;
  const fields = Array.from({ length: LAST_POINT + 1 }, (_, points) => points);
  return svg`<g class="saumaumau-points">
    ${ring(frame, "saumaumau-plank-edge", FRAME_WIDTH + 8)}${ring(frame, "saumaumau-plank", FRAME_WIDTH)}
    ${fields.map((points) => pointMark(layout, points))}</g>`;
}

/** @param {Layout} layout @param {number} points */
function pointMark(layout, points) {
  const [[fromX, fromY], [toX, toY]] = pointBorder(layout, points);
  const [x, y] = pointField(layout, points);
  const round = points % 5 === 0 ? "saumaumau-point-round" : "";
  return svg`<path class="saumaumau-joint" d="M${fromX} ${fromY}L${toX} ${toY}"></path>
    <text class="saumaumau-point ${round}" x=${x} y=${y} dy=".35em">${points}</text>`;
}

/** What grows between the track and the frame. @param {Layout} layout */
export function meadow({ width, height, oval, lane }) {
  const [left, right] = [oval.left - lane, oval.right + lane];
  const [top, bottom] = [oval.top - lane, oval.bottom + lane];
  return svg`<rect class="saumaumau-meadow" x="8" y="8" width=${width - 16} height=${height - 16} rx="44"></rect>
    ${planted(tuft(), [[right - 20, top + 74], [right - 34, bottom - 20], [left + 40, bottom - 8]], 1.4)}
    ${planted(flower(0), [[right - 44, top + 48], [left + 22, bottom - 34]], 1.2)}
    ${planted(flower(1), [[right - 14, bottom - 50]], 1.2)}
    ${planted(daisy(), [[right - 84, top + 8], [left + 70, bottom - 26], [right - 60, bottom - 4]], 1.5)}`;
}

/** @param {unknown} plant @param {Point[]} places @param {number} scale */
const planted = (plant, places, scale) =>
  places.map(([x, y]) => svg`<g transform="translate(${x} ${y}) scale(${scale})">${plant}</g>`);
