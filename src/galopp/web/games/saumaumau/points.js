/** The point track: a frame of 57 fields round the board, with the clock from the lower left corner. */

import { along, lengthOf } from "./oval.js";

/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./geometry.js").Layout} Layout */

export const FRAME_WIDTH = 58;
export const LAST_POINT = 56;
const ZERO_LENGTH = 3.4; // the field 0 in fields: everybody begins there

/** @param {Layout} layout */
const pointPitch = ({ frame }) => lengthOf(frame) / (LAST_POINT + ZERO_LENGTH);

/** Where a field begins. @param {Layout} layout @param {number} field */
const fieldBegins = (layout, field) => pointPitch(layout) * (field === 0 ? 0 : field - 1 + ZERO_LENGTH);

/** @param {Layout} layout @param {number} distance @param {number} [inwards] @returns {Point} */
function onFrame(layout, distance, inwards = 0) {
  const corner = layout.frame.radius * 2; // field 56 lies round it
  const { at, heading } = along(layout.frame, -distance - corner);
  return [at[0] + heading[1] * inwards, at[1] - heading[0] * inwards];
}

/**
 * The border before a field, as a line across the frame.
 * @param {Layout} layout @param {number} field @returns {[Point, Point]}
 */
export function pointBorder(layout, field) {
  const begins = fieldBegins(layout, field);
  return [onFrame(layout, begins, -FRAME_WIDTH / 2), onFrame(layout, begins, FRAME_WIDTH / 2)];
}

/** The middle of a field of the point track. @param {Layout} layout @param {number} field @returns {Point} */
export function pointField(layout, field) {
  return onFrame(layout, middleOf(layout, field));
}

/** @param {Layout} layout @param {number} field */
function middleOf(layout, field) {
  const length = field === 0 ? ZERO_LENGTH : 1;
  return fieldBegins(layout, field) + (length / 2) * pointPitch(layout);
}

/** The field that shows so many points; who has more goes round again. @param {number} points */
export const lapField = (points) => points % (LAST_POINT + 1);

/** How far inwards those on one field stand by turns: all faces stay in sight, and none lies over a strip's points. */
const ZIGZAG = [-4, 22];

/**
 * Where a seat's marker stands beside those with as many points.
 * @param {Layout} layout @param {number[]} points @param {number} seat @returns {Point}
 */
export function markerAt(layout, points, seat) {
  const field = lapField(points[seat]);
  const here = points.flatMap((other, index) => (lapField(other) === field ? [index] : []));
  const place = here.indexOf(seat);
  const aside = (place - (here.length - 1) / 2) * (field === 0 ? 40 : 24);
  const inwards = field === 0 || here.length === 1 ? 0 : ZIGZAG[place % 2];
  return onFrame(layout, middleOf(layout, field) + aside, inwards);
}

const STRIDE = 3; // fields that a marker passes at once: it slides, nobody counts

/**
 * A marker's way along the frame.
 * @param {Layout} layout @param {number[]} before @param {number[]} after @param {number} seat @returns {Point[]}
 */
export function markerWay(layout, before, after, seat) {
  const between = Array.from({ length: Math.max(0, Math.ceil((after[seat] - before[seat]) / STRIDE) - 1) }, (_, step) =>
    pointField(layout, lapField(before[seat] + STRIDE * (step + 1))));
  return [markerAt(layout, before, seat), ...between, markerAt(layout, after, seat)];
}
