/**
 * Where things are on the board: a rounded oval of any number of spaces, in three shapes.
 *
 * The track is a line (between the second and the third lane) with the lanes on both sides of
 * it. Places are spread evenly along that line, clockwise; place 0 stands on the upper straight.
 */

import { ANIMALS } from "./deck.js";

/** @typedef {import("../../types.js").Point} Point */
/** @typedef {"tall" | "high" | "wide"} Shape */

/**
 * @typedef {object} Layout in units of the board
 * @property {Shape} shape
 * @property {number} width
 * @property {number} height
 * @property {Point} middle of the oval
 * @property {Point} reach from its middle to the track's line, sideways and up
 * @property {number} corner the line's radius in the corners
 * @property {number} lane how wide one is
 * @property {number} start where place 0 is, along the line from the upper left corner's end
 * @property {number} actor how large runners are drawn
 * @property {Box} table the standings
 * @property {Box} stacks all four
 * @property {Box[]} discards where they may lie; the first of these that is free
 * @property {Box} turned the card being carried out: it hides neither ranks nor how far it is
 * @property {Box[]} round where its number may be
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @type {Record<Shape, Layout>} */
export const LAYOUTS = {
  tall: {
    shape: "tall",
    width: 1000,
    height: 1040,
    middle: [500, 518],
    reach: [354, 346],
    corner: 168,
    lane: 40,
    start: 60,
    actor: 1.06,
    table: { x: 238, y: 264, width: 524, height: 340 },
    stacks: { x: 272, y: 616, width: 456, height: 134 },
    discards: [{ x: 900, y: 912, width: 74, height: 104 }, { x: 66, y: 912, width: 74, height: 104 }],
    turned: { x: 405, y: 484, width: 190, height: 266 },
    round: [{ x: 852, y: 8, width: 140, height: 86 }, { x: 8, y: 8, width: 140, height: 86 }],
  },
  // For a phone with more height than width: wider lanes, larger runners and cards.
  high: {
    shape: "high",
    width: 1000,
    height: 1164,
    middle: [500, 580],
    reach: [346, 396],
    corner: 176,
    lane: 46,
    start: 70,
    actor: 1.24,
    table: { x: 256, y: 288, width: 488, height: 372 },
    stacks: { x: 266, y: 686, width: 468, height: 165 },
    discards: [{ x: 900, y: 1036, width: 74, height: 104 }, { x: 66, y: 1036, width: 74, height: 104 }],
    turned: { x: 385, y: 518, width: 230, height: 322 },
    round: [{ x: 852, y: 8, width: 140, height: 86 }, { x: 8, y: 8, width: 140, height: 86 }],
  },
  wide: {
    shape: "wide",
    width: 1600,
    height: 900,
    middle: [800, 457],
    reach: [646, 276],
    corner: 184,
    lane: 42,
    start: 90,
    actor: 1.15,
    table: { x: 256, y: 279, width: 612, height: 356 },
    stacks: { x: 884, y: 300, width: 464, height: 158 },
    discards: [{ x: 1071, y: 496, width: 90, height: 126 }],
    turned: { x: 976, y: 261, width: 280, height: 392 },
    round: [{ x: 18, y: 14, width: 140, height: 86 }, { x: 1442, y: 14, width: 140, height: 86 }],
  },
};

/** A part of the line: how long it is, where each point of it is, and which way is out.
 * @typedef {{length: number, at: (along: number) => {point: Point, out: Point}}} Stretch */

/** @param {Point} from @param {Point} way @param {Point} out @param {number} length @returns {Stretch} */
const straight = (from, way, out, length) => ({
  length,
  at: (along) => ({ point: [from[0] + way[0] * along, from[1] + way[1] * along], out }),
});

/** A quarter of a circle. @param {Point} centre @param {number} radius
 * @param {number} begin in quarters, from the right @returns {Stretch} */
const bend = (centre, radius, begin) => ({
  length: (Math.PI / 2) * radius,
  at: (along) => {
    const angle = (Math.PI / 2) * begin + along / radius;
    const out = /** @type {Point} */ ([Math.cos(angle), Math.sin(angle)]);
    return { point: [centre[0] + out[0] * radius, centre[1] + out[1] * radius], out };
  },
});

/** The line in eight stretches, clockwise from the left end of the upper straight.
 * @param {Layout} layout @returns {Stretch[]} */
function stretches({ middle: [x, y], reach: [a, b], corner: r }) {
  const [left, right, top, bottom] = [x - a + r, x + a - r, y - b + r, y + b - r];
  return [
    straight([left, y - b], [1, 0], [0, -1], 2 * (a - r)),
    bend([right, top], r, 3),
    straight([x + a, top], [0, 1], [1, 0], 2 * (b - r)),
    bend([right, bottom], r, 0),
    straight([right, y + b], [-1, 0], [0, 1], 2 * (a - r)),
    bend([left, bottom], r, 1),
    straight([x - a, bottom], [0, -1], [-1, 0], 2 * (b - r)),
    bend([left, top], r, 2),
  ];
}

/** How much of a space lies between two who share it. */
const ASLANT = 0.24;

export class Track {
  /** @param {Layout} layout @param {number} spaces */
  constructor(layout, spaces) {
    this.layout = layout;
    this.spaces = spaces;
    this.stretches = stretches(layout);
    this.length = this.stretches.reduce((sum, { length }) => sum + length, 0);
    this.step = this.length / spaces;
  }

  /** A point of the line and the way out from it. A place may lie between two, on any lap, or
   * behind the start. @param {number} place */
  on(place) {
    let along = this.layout.start + place * this.step;
    along -= Math.floor(along / this.length) * this.length;
    for (const stretch of this.stretches) {
      if (along < stretch.length) return stretch.at(along);
      along -= stretch.length;
    }
    return this.stretches[0].at(0);
  }

  /** So far out from the line. @param {number} place @param {number} distance @returns {Point} */
  beside(place, distance) {
    const { point, out } = this.on(place);
    return [round(point[0] + out[0] * distance), round(point[1] + out[1] * distance)];
  }

  /** The middle of a lane; lane 1 is innermost. @param {number} place @param {number} lane */
  lane(place, lane) {
    return this.beside(place, (lane - 2.5) * this.layout.lane);
  }

  /** Where a runner's feet are: whoever shares a space stands a little ahead of the next one out, so that
   * all can be seen. @param {import("./standing.js").Stand} stand @returns {Point} */
  feet({ place, lane }) {
    const [x, y] = this.lane(place + (2.5 - lane) * ASLANT, lane);
    return [x, round(y + this.layout.lane * 0.4)];
  }

  /** Which way one runs there: to the right or to the left. @param {number} place */
  facing(place) {
    const { out } = this.on(place);
    return out[1] < 0.35 ? 1 : -1;
  }

  /** Whether the track runs down there, on the right of the oval. @param {number} place */
  goesDown(place) {
    return this.on(place).out[0] > 0.5;
  }

  /** The two ends of the edge between a space and the one before it. @param {number} space */
  edge(space) {
    const half = 2 * this.layout.lane;
    return [this.beside(space - 0.5, -half), this.beside(space - 0.5, half)];
  }

  /** The outline of a space, across all lanes. @param {number} space */
  space(space) {
    const half = 2 * this.layout.lane;
    const places = [-0.5, -0.25, 0, 0.25, 0.5].map((part) => space + part);
    const outer = places.map((place) => this.beside(place, half));
    const inner = places.map((place) => this.beside(place, -half)).reverse();
    return `M${[...outer, ...inner].join("L")}Z`;
  }

  /** Off the track, where numbers and animals are. @param {number} place @param {number} aside @param {number} above */
  verge(place, aside, above) {
    const { out } = this.on(place);
    const distance = Math.abs(out[0]) * aside + Math.abs(out[1]) * above;
    return this.beside(place, 2 * this.layout.lane + distance);
  }
}

/** A tenth of a unit is fine enough. @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @type {Map<string, Track>} */
const tracks = new Map();

/** The shape of this board for the room there is. @param {import("../../types.js").BoardShape} board @returns {Shape} */
export const shapeOf = ({ shape, high }) => (shape === "tall" && high ? "high" : shape);

/** The track of a shape; made once. @param {Shape} shape @param {number} spaces */
export function trackOf(shape, spaces) {
  const name = `${shape} ${spaces}`;
  const track = tracks.get(name) ?? new Track(LAYOUTS[shape], spaces);
  tracks.set(name, track);
  return track;
}

const ANIMAL_ROOM = 96; // between two animals beside the track
const POST = [31, 40]; // half of what an animal's post takes
const SIGN_HEIGHT = 102;
const BESIDE = 46; // up by the sea the sign stands beside its post, not on it

/** Where along the track each animal's post stands: at its space, unless they would be in each
 * other's way. @param {Track} track @param {Record<string, number>} animals
 * @returns {Record<string, number>} */
export function posts(track, animals) {
  const room = Math.min(ANIMAL_ROOM / track.step, track.spaces / ANIMALS.length);
  const names = [...ANIMALS].sort((one, other) => animals[one] - animals[other]);
  const at = names.map((name) => animals[name]);
  for (let round = 0; round < 40; round++) {
    for (let index = 1; index < at.length; index++) spread(at, index, room);
  }
  return Object.fromEntries(names.map((name, index) => [name, at[index]]));
}

/** Push two neighbours apart, both alike. @param {number[]} at @param {number} index @param {number} room */
function spread(at, index, room) {
  const lacking = room - (at[index] - at[index - 1]);
  if (lacking <= 0) return;
  at[index - 1] -= lacking / 2;
  at[index] += lacking / 2;
}

/** Where the sign stands. @param {Track} track @param {Record<string, number>} animals @param {number} space
 * @returns {Point} */
export function signFoot(track, animals, space) {
  const animal = ANIMALS.find((name) => animals[name] === space) ?? ANIMALS[0];
  const [x, y] = postFoot(track, posts(track, animals)[animal]);
  return y >= SIGN_HEIGHT ? [x, y] : [x + BESIDE, SIGN_HEIGHT];
}

/** The first box that no post stands in; else the first. @param {Box[]} boxes @param {Track} track
 * @param {Record<string, number>} animals */
export function free(boxes, track, animals) {
  const feet = Object.values(posts(track, animals)).map((place) => postFoot(track, place));
  const clear = (/** @type {Box} */ { x, y, width, height }) =>
    feet.every(([left, top]) =>
      Math.abs(left - x - width / 2) > width / 2 + POST[0] || Math.abs(top - y - height / 2) > height / 2 + POST[1]);
  return boxes.find(clear) ?? boxes[0];
}

/** @param {Track} track @param {number} place @returns {Point} */
export const postFoot = (track, place) => track.verge(place, 34, 43);

/** Every place on the way from one to another, both included. @param {number} from @param {number} to */
export function way(from, to) {
  const steps = Math.abs(to - from);
  const side = Math.sign(to - from);
  return Array.from({ length: steps + 1 }, (_, index) => from + side * index);
}
