/** Along a rectangle with round corners: the shape of both tracks. */

/** @typedef {import("../../types.js").Point} Point */

/**
 * @typedef {object} Box a rectangle with round corners
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 * @property {number} radius
 */

/** @param {Box} box */
const sides = ({ left, top, right, bottom, radius }) => ({
  across: right - left - 2 * radius,
  down: bottom - top - 2 * radius,
  corner: (Math.PI / 2) * radius,
});

/** All the way round. @param {Box} box */
export function lengthOf(box) {
  const { across, down, corner } = sides(box);
  return 2 * (across + down) + 4 * corner;
}

/**
 * A point so far along, and the direction there; against the clock from the left end of the lower side.
 * @param {Box} box @param {number} distance @returns {{at: Point, heading: Point}}
 */
export function along(box, distance) {
  const { across, down, corner } = sides(box);
  const { left, top, right, bottom, radius } = box;
  let rest = ((distance % lengthOf(box)) + lengthOf(box)) % lengthOf(box);
  /** Straight lengths, each followed by its corner. @type {[number, Point, Point, Point][]} */
  const parts = [
    [across, [left + radius, bottom], [1, 0], [right - radius, bottom - radius]],
    [down, [right, bottom - radius], [0, -1], [right - radius, top + radius]],
    [across, [right - radius, top], [-1, 0], [left + radius, top + radius]],
    [down, [left, top + radius], [0, 1], [left + radius, bottom - radius]],
  ];
  for (const [length, from, heading, centre] of parts) {
    if (rest <= length) return { at: [from[0] + heading[0] * rest, from[1] + heading[1] * rest], heading };
    rest -= length;
    if (rest <= corner) return bend(centre, heading, radius, rest / radius);
    rest -= corner;
  }
  return { at: parts[0][1], heading: parts[0][2] };
}

/**
 * On a corner, turned so far to the left.
 * @param {Point} centre @param {Point} before @param {number} radius @param {number} angle
 * @returns {{at: Point, heading: Point}}
 */
function bend(centre, [x, y], radius, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @type {Point} */
  const heading = [x * cos + y * sin, y * cos - x * sin];
  return { at: [centre[0] - heading[1] * radius, centre[1] + heading[0] * radius], heading };
}

/** The rectangle moved outwards. @param {Box} box @param {number} by @returns {Box} */
export const wider = ({ left, top, right, bottom, radius }, by) => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
  radius: radius + by,
});

/** @param {Box} box */
export const outline = ({ left, top, right, bottom, radius }) =>
  ({ x: left, y: top, width: right - left, height: bottom - top, rx: radius });
