/**
 * Where things are: the ring of track cards, and the yard inside it, in units of the board.
 *
 * The ring is a rectangle with round corners, run clockwise. Way is measured along its middle from
 * the top centre, where the middle of the line-up stands, so that the pigs start from left to right.
 */

/** @typedef {import("../../types.js").Point} Point */
/** @typedef {"tall" | "wide"} Shape */
/** @typedef {{left: number, top: number, right: number, bottom: number, bend: number}} Track */
/** @typedef {{x: number, y: number, angle: number}} Spot where something is, and which way it looks there */

/**
 * @typedef {object} Layout
 * @property {number} width of the board
 * @property {number} height
 * @property {Track} track the middle of the ring
 * @property {number} deep how deep a track card is, across the ring
 * @property {number} pig how large a pig is drawn at most
 * @property {number} inwards how far off the middle of the ring it stands, so that the number stays in sight
 * @property {number} food how large food is on the track
 * @property {{x: number, y: number, size: number}} trough its foot
 * @property {{x: number, y: number, size: number}} pile the middle of the card on top
 * @property {{x: number, y: number}} sign the foot of the post with the race number
 * @property {{x: number, y: number, step: number}} stalls the feet of the first pig, the way to the next
 * @property {{x: number, y: number, width: number, height: number, tallest: number, lines: 1 | 2}} seats
 *   how tall a seat's part is at most, and whether name and food share a line
 */

/** @type {Record<Shape, Layout>} */
export const LAYOUTS = {
  tall: {
    width: 1000,
    height: 1040,
    track: { left: 80, top: 98, right: 920, bottom: 962, bend: 190 },
    deep: 126,
    pig: 1.16,
    inwards: 22,
    food: 1.9,
    trough: { x: 332, y: 402, size: 3.2 },
    pile: { x: 736, y: 302, size: 1.5 },
    sign: { x: 578, y: 402 },
    stalls: { x: 228, y: 530, step: 136 },
    seats: { x: 166, y: 624, width: 668, height: 258, tallest: 86, lines: 1 },
  },
  wide: {
    width: 1600,
    height: 900,
    track: { left: 92, top: 104, right: 1508, bottom: 808, bend: 230 },
    deep: 136,
    pig: 1.34,
    inwards: 26,
    food: 2.1,
    trough: { x: 364, y: 488, size: 3.6 },
    pile: { x: 790, y: 362, size: 1.7 },
    sign: { x: 619, y: 488 },
    stalls: { x: 262, y: 652, step: 136 },
    seats: { x: 906, y: 240, width: 460, height: 470, tallest: 150, lines: 2 },
  },
};

/** How long the ring is. @param {Track} track */
export function around({ left, top, right, bottom, bend }) {
  return 2 * (right - left + bottom - top) - (8 - 2 * Math.PI) * bend;
}

/**
 * The spot after some way along the ring, from the top centre.
 * @param {Track} track @param {number} way @returns {Spot}
 */
export function along(track, way) {
  const length = around(track);
  let left = ((way % length) + length) % length;
  for (const piece of pieces(track)) {
    if (left <= piece.length) return piece.at(left);
    left -= piece.length;
  }
  return along(track, 0);
}

/** @typedef {{length: number, at: (way: number) => Spot}} Piece of the ring, straight or bent */

/** The ring's pieces in the order they are run. @param {Track} track @returns {Piece[]} */
function pieces({ left, top, right, bottom, bend }) {
  const middle = (left + right) / 2;
  const upright = bottom - top - 2 * bend;
  return [
    straight(middle, top, 0, right - bend - middle),
    bent(right - bend, top + bend, -90, bend),
    straight(right, top + bend, 90, upright),
    bent(right - bend, bottom - bend, 0, bend),
    straight(right - bend, bottom, 180, right - left - 2 * bend),
    bent(left + bend, bottom - bend, 90, bend),
    straight(left, bottom - bend, 270, upright),
    bent(left + bend, top + bend, 180, bend),
    straight(left + bend, top, 0, middle - left - bend),
  ];
}

/** @param {number} x @param {number} y @param {number} angle @param {number} length @returns {Piece} */
function straight(x, y, angle, length) {
  const [dx, dy] = direction(angle);
  return { length, at: (way) => ({ x: x + dx * way, y: y + dy * way, angle }) };
}

/**
 * A quarter turn to the right.
 * @param {number} x @param {number} y @param {number} from @param {number} bend @returns {Piece}
 */
function bent(x, y, from, bend) {
  return {
    length: (Math.PI / 2) * bend,
    at(way) {
      const angle = from + (way / bend) * (180 / Math.PI);
      const [dx, dy] = direction(angle);
      return { x: x + dx * bend, y: y + dy * bend, angle: angle + 90 };
    },
  };
}

/** @param {number} angle @returns {Point} */
const direction = (angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];

/** How far apart the middles of two track cards are. @param {Shape} shape @param {number} ring */
export const pitch = (shape, ring) => around(LAYOUTS[shape].track) / ring;

/**
 * The way to a place: the third of the line-up, -2, stands at the top centre.
 * @param {Shape} shape @param {number} ring @param {number} place
 */
const wayTo = (shape, ring, place) => (place + 2) * pitch(shape, ring);

/**
 * The middle of a place's track card.
 * @param {Shape} shape @param {number} ring @param {number} place @returns {Spot}
 */
export const spot = (shape, ring, place) => along(LAYOUTS[shape].track, wayTo(shape, ring, place));

/**
 * A point beside the middle of the ring, outwards if the number is above 0.
 * @param {Spot} spot @param {number} out @returns {Point}
 */
export function beside({ x, y, angle }, out) {
  const [dx, dy] = direction(angle - 90);
  return [round(x + dx * out), round(y + dy * out)];
}

/**
 * The outline of a track card, from corner to corner.
 * @param {Shape} shape @param {number} ring @param {number} place @param {number} [gap] to the next one
 */
export function tile(shape, ring, place, gap = 7) {
  const { track, deep } = LAYOUTS[shape];
  const [middle, half] = [wayTo(shape, ring, place), (pitch(shape, ring) - gap) / 2];
  const spots = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((part) => along(track, middle + part * half));
  const outer = spots.map((one) => beside(one, deep / 2));
  const inner = spots.map((one) => beside(one, -deep / 2)).reverse();
  return `M${[...outer, ...inner].map((point) => point.join(" ")).join("L")}z`;
}

/**
 * The squares of the start line, at the front edge of space 0: their corners, every second one dark.
 * @param {Shape} shape @param {number} ring
 */
export function startLine(shape, ring) {
  const { track, deep } = LAYOUTS[shape];
  const [edge, rows] = [wayTo(shape, ring, 0) + pitch(shape, ring) / 2 - 5, 7];
  const side = deep / rows;
  return Array.from({ length: rows * 2 }, (_, i) => {
    const [row, column] = [Math.floor(i / 2), i % 2];
    const here = along(track, edge - (column + 1) * side);
    return { at: beside(here, deep / 2 - row * side), side, angle: here.angle, dark: (row + column) % 2 === 0 };
  });
}

/** Where a pig's feet are. @param {Shape} shape @param {number} ring @param {number} place @returns {Point} */
export function feet(shape, ring, place) {
  const [x, y] = beside(spot(shape, ring, place), -LAYOUTS[shape].inwards);
  return [x, round(y + 34 * pigSize(shape, ring))];
}

/** How large a pig is drawn: no wider than its track card. @param {Shape} shape @param {number} ring */
export const pigSize = (shape, ring) => Math.min(LAYOUTS[shape].pig, pitch(shape, ring) / 108);

/** Where a pig waits before it is lined up. @param {Shape} shape @param {number} index @returns {Point} */
export function stall(shape, index) {
  const { x, y, step } = LAYOUTS[shape].stalls;
  return [x + step * index, y];
}

/**
 * Pigs look where they run: to the right above, to the left below.
 * @param {Shape} shape @param {number} ring @param {number} place
 */
export function facing(shape, ring, place) {
  const { top, bottom } = LAYOUTS[shape].track;
  return spot(shape, ring, place).y <= (top + bottom) / 2 ? 1 : -1;
}

/**
 * Through every space from one place to another, high over those between.
 * @param {Shape} shape @param {number} ring @param {number} start @param {number} place @returns {Point[]}
 */
export function leap(shape, ring, start, place) {
  const between = Array.from({ length: place - start - 1 }, (_, i) => over(shape, ring, start + i + 1));
  return [feet(shape, ring, start), ...between, feet(shape, ring, place)];
}

/**
 * Over whoever stands on a place: upwards, and at the sides towards the yard.
 * @param {Shape} shape @param {number} ring @param {number} place @returns {Point}
 */
function over(shape, ring, place) {
  const [x, y] = feet(shape, ring, place);
  const [inX] = beside(spot(shape, ring, place), -60);
  return [inX, y - 52 + Math.abs(inX - x) / 3];
}

/** The line of one seat in the yard. @param {Shape} shape @param {number} players @param {number} seat */
export function seatLine(shape, players, seat) {
  const { x, y, width, height, tallest, lines } = LAYOUTS[shape].seats;
  const step = Math.min(tallest, height / players);
  return { x, y: y + step * (seat + 0.5), width, step, lines };
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
