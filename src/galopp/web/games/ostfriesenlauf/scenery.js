/**
 * What does not move: sea above, sheep below, the dyke with the track between them.
 */

import { svg } from "lit";

import { animal, daisy, fence, flower, gull, tuft } from "../../art/things.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Track} Track */
/** @typedef {import("./scene.js").LaufScene} LaufScene */
/** @typedef {[name: string, x: number, y: number, size: number]} Placed */

/** @type {Record<string, Placed[]>} */
const THINGS = {
  tall: [
    ["gull", 330, 36, 1.3], ["gull", 690, 28, 1], ["gull", 80, 50, 1.3],
    ["sheep", 62, 985, 1.9], ["sheep", 128, 1004, 1.4], ["fence", 8, 1036, 1],
    ["tuft", 780, 1026, 1.2], ["tuft", 690, 1024, 1], ["daisy", 300, 1016, 1.3], ["poppy", 740, 1032, 1],
  ],
  high: [
    ["gull", 330, 36, 1.3], ["gull", 690, 28, 1], ["gull", 80, 50, 1.3],
    ["sheep", 62, 1109, 1.9], ["sheep", 128, 1128, 1.4], ["fence", 8, 1160, 1],
    ["tuft", 780, 1150, 1.2], ["tuft", 690, 1148, 1], ["daisy", 300, 1140, 1.3], ["poppy", 740, 1156, 1],
  ],
  wide: [
    ["gull", 420, 40, 1.3], ["gull", 900, 30, 1], ["gull", 1440, 48, 1.4],
    ["sheep", 1510, 846, 2.1], ["sheep", 1446, 872, 1.5], ["sheep", 70, 850, 1.8], ["fence", 1290, 894, 1],
    ["tuft", 240, 884, 1.2], ["tuft", 980, 890, 1], ["daisy", 360, 880, 1.3], ["poppy", 160, 888, 1],
    ["tuft", 900, 570, 1.4], ["daisy", 960, 600, 1.4], ["poppy", 1290, 610, 1.2], ["tuft", 1250, 560, 1.2],
  ],
};

/** @type {Record<string, () => unknown>} */
const DRAWN = {
  gull,
  tuft,
  daisy,
  sheep: () => animal("sheep"),
  fence: () => fence(4),
  poppy: () => flower(0),
};

/** Sea, dyke and meadow. @param {Layout} layout */
export function ground({ width, height, shape }) {
  return svg`<rect class="ostfriesenlauf-meadow" width=${width} height=${height} rx="24"></rect>
    <path class="ostfriesenlauf-foreshore" d=${shore(width, 126)}></path>
    <path class="ostfriesenlauf-sea" d=${shore(width, 104)}></path>
    ${[26, 56, 84].map((y, row) => svg`<path class="ostfriesenlauf-wave" d=${waves(width, y, row)}></path>`)}
    ${THINGS[shape].map(([name, x, y, size]) => svg`<g
      transform="translate(${x} ${y}) scale(${size})">${DRAWN[name]()}</g>`)}`;
}

/** From the upper edge down to a line of swell. @param {number} width @param {number} y */
function shore(width, y) {
  const swell = Array.from({ length: Math.ceil(width / 200) }, () => "q-50 16-100 0t-100 0").join("");
  return `M0 24Q0 0 24 0H${width - 24}Q${width} 0 ${width} 24V${y}${swell}V24Z`;
}

/** A row of little waves. @param {number} width @param {number} y @param {number} row */
function waves(width, y, row) {
  const first = 30 + 70 * (row % 2);
  const many = Math.floor((width - first - 30) / 140);
  return Array.from({ length: many }, (_, index) => `M${first + 140 * index} ${y}q10-9 20 0t20 0`).join("");
}

/** The track with its lanes, spaces and lines. @param {Track} track @param {LaufScene} scene */
export function surface(track, { animals, sign }) {
  const edges = Array.from({ length: track.spaces }, (_, space) => lineOf(track.edge(space)));
  return svg`<path class="ostfriesenlauf-track" d=${ring(track, 2)}></path>
    <path class="ostfriesenlauf-animal-space" d=${Object.values(animals).map((space) => track.space(space)).join("")}></path>
    <path class="ostfriesenlauf-sign-space" d=${track.space(sign)}></path>
    <path class="ostfriesenlauf-edge" d=${edges.join("")}></path>
    <path class="ostfriesenlauf-lane" d=${[-1, 0, 1].map((lane) => loop(track, lane)).join("")}></path>
    <path class="ostfriesenlauf-kerb" d="${loop(track, 2)}${loop(track, -2)}"></path>
    <path class="ostfriesenlauf-startline" d=${lineOf(track.edge(1))}></path>
    <path class="ostfriesenlauf-finish" d=${lineOf(track.edge(sign))}></path>
    <path class="ostfriesenlauf-finish ostfriesenlauf-finish-odd" d=${lineOf(track.edge(sign))}></path>`;
}

/** @param {import("../../types.js").Point[]} points */
const lineOf = (points) => `M${points.join("L")}`;

/** All the way round, so many lanes out. @param {Track} track @param {number} lanes */
function loop(track, lanes) {
  const points = Array.from({ length: 160 }, (_, index) =>
    track.beside((index * track.spaces) / 160, lanes * track.layout.lane));
  return `${lineOf(points)}Z`;
}

/** @param {Track} track @param {number} lanes */
const ring = (track, lanes) => loop(track, lanes) + loop(track, -lanes);

/** The number of every fifth space; the animals' posts have their own. @param {Track} track
 * @param {LaufScene} scene @param {string} start what the start line is called */
export function numbers(track, { animals }, start) {
  const taken = Object.values(animals);
  const every = track.spaces > 60 ? 10 : 5;
  const besideStart = -92 / track.step; // where its name ends, for on it there are runners
  const shown = Array.from({ length: track.spaces }, (_, space) => space)
    .filter((space) => space && space % every === 0 && apart(besideStart, space, track) > 110)
    .filter((space) => !taken.some((one) => apart(one, space, track) < 74));
  return [written(track, besideStart, start, "ostfriesenlauf-start"), ...shown.map((space) => written(track, space, String(space)))];
}

/** @param {Track} track @param {number} place @param {string} text @param {string} [more] a class of its own */
function written(track, place, text, more = "") {
  const [x, y] = track.verge(place, 26, 24);
  return svg`<text class="ostfriesenlauf-number ${more}" x=${x} y=${y + 11}>${text}</text>`;
}

/** How far apart two spaces are along the track. @param {number} one @param {number} other @param {Track} track */
function apart(one, other, track) {
  const spaces = Math.abs(one - other);
  return Math.min(spaces, track.spaces - spaces) * track.step;
}
