/**
 * Where everything lies, in units of the board.
 *
 * The muddy track is an oval that pigs run against the clock from Start, bottom left; the point
 * track is a frame of 57 fields round the board, with the clock; the bets lie in strips on the left.
 */

import { along, lengthOf } from "./oval.js";

/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./oval.js").Box} Box */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Box} oval the middle of the track
 * @property {number} lane half the width of the track
 * @property {number} startAt where on the oval Start is, from the left end of its lower side
 * @property {number} startLength
 * @property {number} pigScale
 * @property {Box} frame the middle of the point track
 * @property {{x: number, y: number, width: number, height: number, scale: number}} strip the first of five below each other
 * @property {{at: Point, scale: number}} pile
 * @property {{at: Point, scale: number}} discard
 * @property {{at: Point, scale: number}} laid
 * @property {{at: Point, scale: number}} counts the sign with the colour that counts
 * @property {{at: Point, scale: number}} debt
 * @property {Point} race
 */

/** The middle of the point track lies this far from the edge. */
const EDGE = 33;

/** @param {number} width @param {number} height @returns {Box} */
const framed = (width, height) => ({ left: EDGE, top: EDGE, right: width - EDGE, bottom: height - EDGE, radius: 40 });

/**
 * @typedef {{goal: number, exact: boolean, pigs: Record<string, number>}} Standing what of a scene places its pigs
 */

/** @type {Record<"tall" | "wide", Layout>} */
export const LAYOUTS = {
  tall: {
    width: 1000,
    height: 1040,
    oval: { left: 350, top: 164, right: 846, bottom: 876, radius: 228 },
    lane: 78,
    startAt: -30,
    startLength: 230,
    pigScale: 1,
    frame: framed(1000, 1040),
    strip: { x: 78, y: 78, width: 172, height: 177, scale: 1 },
    pile: { at: [530, 340], scale: 1.2 },
    discard: { at: [526, 588], scale: 1.75 },
    laid: { at: [692, 692], scale: 1.1 },
    counts: { at: [697, 522], scale: 1 },
    debt: { at: [690, 338], scale: 1 },
    race: [310, 128],
  },
  wide: {
    width: 1600,
    height: 900,
    oval: { left: 412, top: 164, right: 1440, bottom: 736, radius: 280 },
    lane: 86,
    startAt: -60,
    startLength: 270,
    pigScale: 1.18,
    frame: framed(1600, 900),
    strip: { x: 80, y: 78, width: 214, height: 149, scale: 0.9 },
    pile: { at: [622, 452], scale: 1.7 },
    discard: { at: [886, 424], scale: 2.15 },
    laid: { at: [1076, 480], scale: 1.6 },
    counts: { at: [1246, 384], scale: 1.1 },
    debt: { at: [1232, 566], scale: 1.1 },
    race: [372, 130],
  },
};

/** More fields than this are not drawn: whoever is further stands on the last one, with a number. */
export const MOST_FIELDS = 72;
const BEYOND = 6;

/** How many fields the track has: up to the laurel, and further if pigs may run past it.
 * @param {Standing} scene */
export function fieldsOf({ goal, exact, pigs }) {
  if (!exact) return goal;
  const past = Math.max(0, ...Object.values(pigs).map((place) => place - goal));
  return Math.min(MOST_FIELDS, goal + BEYOND * (1 + Math.floor(past / BEYOND)));
}

// --- The track

/** Where on the oval a field's middle is; Start is longer than the others.
 * @param {Layout} layout @param {number} fields @param {number} field */
export function distanceOf(layout, fields, field) {
  const { startAt, startLength } = layout;
  const pitch = pitchOf(layout, fields);
  return field <= 0 ? startAt : startAt + startLength / 2 + (Math.min(field, fields) - 0.5) * pitch;
}

/** How long a field is. @param {Layout} layout @param {number} fields */
export const pitchOf = ({ oval, startLength }, fields) => (lengthOf(oval) - startLength) / fields;

/**
 * A point on the track, so far outside its middle.
 * @param {Layout} layout @param {number} distance @param {number} out @returns {Point}
 */
export function onTrack({ oval }, distance, out) {
  const { at, heading } = along(oval, distance);
  return [at[0] - heading[1] * out, at[1] + heading[0] * out];
}

/**
 * How pigs stand that share a field, along the track and across it; none is before the others (S27).
 * @type {Point[][]}
 */
const CROWDS = [
  [[0, 0]],
  [[-25, 12], [25, -12]],
  [[-34, -14], [0, 18], [34, -14]],
  [[-36, -12], [10, -22], [-12, 20], [36, 14]],
];
/** Start has room for all: each pig its own place. @type {Point[]} */
const AT_START = [[-36, -30], [54, -32], [-72, 16], [28, 17]];
const SHORT_FIELD = 60;
const FEET = 22; // below the middle of the track, so that the body stands on it
const INSIDE = -20; // of the middle, so that the number stays in sight

/**
 * Where a pig stands.
 * @param {Layout} layout
 * @param {Standing} scene
 * @param {string} pig
 * @returns {Point}
 */
export function standsAt(layout, scene, pig) {
  const fields = fieldsOf(scene);
  const place = Math.min(scene.pigs[pig], fields);
  const names = Object.keys(scene.pigs);
  if (!place) return beside(onField(layout, fields, 0), AT_START[names.indexOf(pig)], layout.pigScale);
  if (isShort(layout, fields)) return inLane(layout, fields, place, names.indexOf(pig));
  const here = names.filter((other) => Math.min(scene.pigs[other], fields) === place);
  const { heading: [x, y] } = along(layout.oval, distanceOf(layout, fields, place));
  const [ahead, out] = CROWDS[here.length - 1][here.indexOf(pig)];
  return beside(onField(layout, fields, place), [x * ahead - y * out, y * ahead + x * out], layout.pigScale);
}

/** @param {Point} point @param {Point} offset @param {number} scale @returns {Point} */
const beside = ([x, y], [aside, below], scale) => [x + aside * scale, y + below * scale];

/**
 * The feet of a pig alone on a field.
 * @param {Layout} layout @param {number} fields @param {number} field @returns {Point}
 */
export function onField(layout, fields, field) {
  const [x, y] = onTrack(layout, distanceOf(layout, fields, field), INSIDE);
  return [x, y + FEET * layout.pigScale];
}

/** Whether fields are too short to be told apart under a pig. @param {Layout} layout @param {number} fields */
export const isShort = (layout, fields) => pitchOf(layout, fields) < SHORT_FIELD;

/** How large pigs are drawn: smaller on short fields. @param {Layout} layout @param {number} fields */
export const pigScale = (layout, fields) => (isShort(layout, fields) ? 0.8 : 1) * layout.pigScale;

/**
 * Fields too short to crowd on: each pig keeps to a lane of its own.
 * @param {Layout} layout @param {number} fields @param {number} field @param {number} lane @returns {Point}
 */
function inLane(layout, fields, field, lane) {
  const [x, y] = onTrack(layout, distanceOf(layout, fields, field), INSIDE + (1.5 - lane) * 24);
  return [x, y + FEET * layout.pigScale];
}

/**
 * Which way a pig looks on a field, and how steeply.
 * @param {Layout} layout @param {number} fields @param {number} field
 */
export function posture(layout, fields, field) {
  const { at, heading } = along(layout.oval, distanceOf(layout, fields, field));
  const middle = (layout.oval.left + layout.oval.right) / 2;
  const right = Math.abs(heading[0]) > 0.05 ? heading[0] > 0 : at[0] > middle;
  return { right, tilt: 18 * heading[1] * (right ? 1 : -1) };
}

/**
 * All the way a pig runs, field by field, from where it stands.
 * @param {Layout} layout @param {Standing} before @param {Standing} after @param {string} pig @returns {Point[]}
 */
export function wayOf(layout, before, after, pig) {
  const [from, to] = [before.pigs[pig], after.pigs[pig]];
  const fields = fieldsOf(after);
  const between = Array.from({ length: Math.max(0, Math.abs(to - from) - 1) }, (_, step) =>
    onField(layout, fields, from + (step + 1) * Math.sign(to - from)));
  return [standsAt(layout, before, pig), ...between, standsAt(layout, after, pig)];
}

// --- The bets

/**
 * The middle of a bet in a place of the queue.
 * @param {Layout} layout @param {number} place from 0 @returns {Point}
 */
export const betAt = ({ strip }, place) =>
  [strip.x + strip.width - 60, strip.y + strip.height * place + strip.height / 2 - 20];
