/**
 * The racing pigs: four of Sau Mau Mau, five of Schweinsgalopp.
 *
 * A pig is a row of parts. No two share colour, coat pattern and silhouette, so each is known in grey, as a
 * shadow and by name. `pig` stands in a box of 100 by 80 with the origin between its feet and looks right;
 * `pigHead` looks at us from a box of 60 by 60 round the origin; `blot` is its coat as a swatch of 40 by 40.
 * All lie on a light edge, like cut-outs, so that they stand out on any ground; it may reach 3 out of the box.
 */
import { svg } from "lit";

import { face } from "./faces.js";

/** @typedef {import("lit").TemplateResult<2>} Drawing */

/** @type {Record<string, {outline: string, belly: string}>} From tail to neck; the head covers the right end. */
const BODIES = {
  round: {
    outline: "M-37-31C-39-48-25-57-7-57 12-57 30-50 31-33 32-16 18-9-3-9-24-9-36-15-37-31z",
    belly: "M-36-25C-32-13-20-9-3-9 16-9 29-14 31-29 24-17 12-15-3-15-18-15-30-17-36-25z",
  },
  long: {
    outline: "M-44-25C-45-39-38-44-26-43-10-41 8-44 24-43 33-38 33-14 22-9 6-6-22-6-34-9-41-12-44-17-44-25z",
    belly: "M-43-19C-41-12-37-9-30-8-10-6 10-6 22-9 28-12 30-19 31-26 26-17 18-14 10-14-10-12-32-13-43-19z",
  },
  tall: {
    outline: "M-34-35C-36-57-20-68-4-67 16-67 30-54 30-34 30-16 16-7-3-8-22-8-33-17-34-35z",
    belly: "M-33-27C-29-13-18-8-3-8 14-8 27-14 30-31 23-18 12-15-3-15-17-15-27-18-33-27z",
  },
  bristly: {
    outline:
      "M-38-30C-39-40-37-46-31-51l-1-6 8 2 2-8 7 5 4-9 6 7 6-9 4 8 8-7 2 9 8-3C27-48 31-41 31-33 32-16 18-9-3-9-24-9-37-15-38-30z",
    belly: "M-37-25C-33-13-20-9-3-9 16-9 29-14 31-29 24-17 12-15-3-15-18-15-31-17-37-25z",
  },
  crested: {
    outline:
      "M-38-27C-40-38-37-44-31-47l-2-9 9 5 2-13 8 9 5-14 6 13c8-2 14-1 20 0C27-52 31-42 31-32 31-17 19-12 4-12-5-12-12-16-18-12-30-9-37-16-38-27z",
    belly: "M-37-22C-34-12-26-9-18-12-12-16-5-12 4-12 18-12 29-16 31-29 24-19 14-18 4-18-6-18-12-21-20-18-28-15-34-16-37-22z",
  },
  woolly: {
    outline:
      "M-36-22c-6-4-7-12-2-16-4-6 0-14 7-14 1-7 9-9 14-5 4-6 12-5 15 0 5-5 13-2 14 3 7-1 11 4 10 10 6 3 8 10 4 14 3 6 0 12-6 13-2 6-9 8-14 5-4 4-11 3-13-1-4 4-11 3-13-1-6 2-12-1-13-5-3 1-5-1-5-3z",
    belly: "M-37-24c4 5 9 4 12 2 4 5 11 5 14 1 5 4 11 4 15 0 5 4 12 2 14-3 5 2 9 1 12-4 2 7-2 12-8 12-2 6-9 8-14 5-4 4-11 3-13-1-4 4-11 3-13-1-6 2-12-1-13-5-3 1-5-1-6-6z",
  },
};

/** Tails are strokes: the line's colour below, the coat's above. @type {Record<string, string>} */
const TAILS = {
  curled: "M-35-37c-7 4-13-1-10-6 4-4 9 1 5 5-2 2-5 3-8 2",
  straight: "M-33-35c-8 0-13 4-13 14",
  hanging: "M-42-34c-5 2-7 7-5 13",
  cocked: "M-34-42c-6-1-10-5-10-12",
};

/** What a tail ends in. @type {Record<string, Drawing>} */
const TUFTS = {
  brush: svg`<path class="mark" d="M-46-24c-4 3-5 9-2 14 4-3 6-8 5-14z" />`,
  plume: svg`<path class="mark" d="M-44-50c-6-3-8-11-3-18 2 3 4 4 7 4 1 6 0 11-4 14z" />`,
};

/** Ears on the near side, over the head. @type {Record<string, Drawing>} */
const EARS = {
  standing: svg`<path class="coat" d="M15-52C12-62 13-71 17-75c6 4 11 9 12 17z" />
    <path class="nose flat" d="M18.5-56c-2-6-1-10 0-13 3 3 5 6 6 11z" />`,
  small: svg`<path class="coat" d="M16-54c-3-5-3-11-1-15 6 1 10 5 11 11z" />`,
  floppy: svg`<path class="shade" d="M12-58c8-4 17 0 17 9 0 6-3 11-6 14-8-3-14-11-11-23z" />`,
  hanging: svg`<path class="shade" d="M21-58c-8-3-15 3-15 12 0 8 2 14 5 18 8-5 14-17 10-30z" />`,
  swept: svg`<path class="coat" d="M23-54C14-53 4-58 0-68c9-4 21-1 28 9z" />
    <path class="nose flat" d="M19-58c-5 0-10-3-13-8 6-1 12 2 15 6z" />`,
};

/** Ears on the far side, behind the head. @type {Record<string, Drawing>} */
const FAR_EARS = {
  standing: svg`<path class="shade" d="M27-56c0-8 3-14 8-17 3 5 3 12 0 18z" />`,
  small: svg`<path class="shade" d="M27-56c0-6 3-11 8-13 2 5 2 10-1 14z" />`,
};

/** @type {Record<string, {head: string, nose: Drawing}>} */
const SNOUTS = {
  short: {
    head: "M9-41C9-53 17-60 27-60 37-60 42-54 43-46 46-41 45-33 41-30 37-24 31-21 25-21 15-21 9-31 9-41z",
    nose: svg`<ellipse class="nose" cx="44" cy="-38" rx="4.4" ry="7.6" />
      <path class="line" d="M43.5-41v2M45.5-37v2M31-27q5 1 8-3" />`,
  },
  long: {
    head: "M7-42C8-54 16-60 25-59 32-58 35-52 37-48 41-47 46-46 48-44 50-40 50-32 47-29 42-26 38-27 35-25 30-21 25-21 22-21 12-23 7-31 7-42z",
    nose: svg`<ellipse class="nose" cx="46.5" cy="-37" rx="3.8" ry="8" />
      <path class="line" d="M46-40v2M47.5-36v2M28-28q7 2 11-3" />`,
  },
};

/** Things a pig wears, under its near ear. @type {Record<string, Drawing>} */
const CLOTHES = {
  strawHat: svg`<path class="straw" d="M15-58c0-12 4-17 11-17s10 5 11 17z" />
    <path class="accent flat" d="M15-60h22v-4.5h-21.5z" />
    <path class="straw" d="M7-57c6-4 32-5 38-1-4 5-32 6-38 1z" />`,
  bobbleHat: svg`<path class="accent" d="M13-53c-1-12 5-18 13-18s14 6 14 16z" />
    <path class="wool" d="M11-50c-1-5 0-7 3-7 8-3 18-3 26-1 3 1 3 4 2 7-9-4-22-4-31 1z" />
    <circle class="wool" cx="22" cy="-71" r="4.5" />`,
  scarf: svg`<path class="accent" d="M11-55C0-56-6-66-17-65c-6 1-11-1-15-5 0 7-1 11-5 15 8 3 13 1 19 1 10 0 15 8 26 7z" />
    <path class="accent" d="M5-51c1 13 10 26 24 28 3 3 2 7-1 9C11-15 0-30-1-46z" />`,
  fleece: svg`<path class="coat" d="M13-51c-5-2-5-9 1-10 0-6 7-8 11-5 4-4 11-2 11 3 5 0 7 6 3 9-3 2-7 2-9-1-4 4-14 6-17 4z" />`,
  tusk: svg`<path class="tusk" d="M38-30c-1-4 0-7 2-9 2 3 2 6 1 9z" />`,
};

/**
 * Coats: how the pattern is painted, and where it lies on the body, on the face, over the ears and on a swatch.
 * @typedef {{kind: string, body?: string, face?: string, ears?: string, swatch: string}} Coat
 * @type {Record<string, Coat>}
 */
const COATS = {
  plain: {
    kind: "blush flat",
    swatch: "M-9 0c3 0 5 2 5 4s-2 4-5 4-5-2-5-4 2-4 5-4zM9 0c3 0 5 2 5 4S12 8 9 8 4 6 4 4s2-4 5-4z",
  },
  alongStripes: {
    kind: "stripe",
    body: "M-29-44q16-5 34-1M-33-34q18-5 40-1M-31-24q16-4 36-1",
    face: "M0-15v7M-6.5-14.5q-.5 4-2.5 6.5M6.5-14.5q.5 4 2.5 6.5",
    swatch: "M-15-10q14-4 30 0M-16 1q16-4 32 0M-14 12q14-4 28 0",
  },
  saddle: {
    kind: "mark flat",
    body: "M-14-42C-7-30-8-18-13-7.5L4-7C8-18 8-30 3-42.5z",
    face: "M-4-15q4-1 8 0c1 7 1 12 3 18H-7c2-6 2-11 3-18z",
    swatch: "M-6-17H7C5-8 5 6 8 17H-5C-8 6-8-8-6-17z",
  },
  spots: {
    kind: "mark flat",
    body: "M-22-53c6-4 13-1 13 5s-7 8-12 6-6-8-1-11zM4-58c6-1 10 3 8 8s-9 4-11 0 0-7 3-8zM-27-33c4-3 9 0 8 5s-8 5-10 2-1-5 2-7zM-5-33c6-4 14 0 13 6s-9 8-13 5-5-8 0-11zM-14-17c3-2 6 0 6 2s-5 3-7 2-1-3 1-4z",
    face: "M3-6c4-4 11-4 13 1s1 11-4 12S3 5 2 1s-1-5 1-7zM-12 18c3-2 6 0 6 2s-2 4-5 3-3-4-1-5z",
    swatch: "M-12-13c4-4 10-1 10 4s-6 6-9 4-4-6-1-8zM5-8c4-4 10-1 10 4s-6 7-9 4-4-5-1-8zM-8 4c4-4 10-1 10 4s-6 6-9 4-4-5-1-8zM7 11c2-2 5 0 5 2s-3 3-5 2-2-3 0-4z",
  },
  dots: {
    kind: "dot",
    body: "M-26-42h.01M-15-49h.01M-2-50h.01M-10-38h.01M-27-29h.01M-16-25h.01M-1-14h.01M1-40h.01M-22-16h.01",
    face: "M0-11h.01M-9-10h.01M9-10h.01M-17 1h.01M17 1h.01",
    swatch: "M-10-10h.01M2-10h.01M13-9h.01M-4 1h.01M8 1h.01M-14 3h.01M-9 12h.01M3 12h.01M13 11h.01",
  },
  bands: {
    kind: "mark flat",
    body: "M-33-42.5C-28-30-29-18-34-9.5l-6-3c5-8 5-19 0-30zM-19-42.5C-14-30-14-18-18-7.5l-8-.7c4-9 4-22-1-34.5zM-3-42.5C2-30 2-18-2-7l-8-.2c4-10 4-23-1-35zM11-43C15-35 15-27 13-22L7-18C8-27 7-36 3-42.7z",
    face: "M-2.5-16h5v8q-2.5 4-5 0zM-11-14h5q1 4-1 7-3 2-4-1zM11-14H6q-1 4 1 7 3 2 4-1zM-21.5 1q6 0 7 4t-7 3zM21.5 1q-6 0-7 4t7 3z",
    swatch: "M-14-17h6c2 10 2 24 0 34h-6c2-10 2-24 0-34zM-2-17.5h6c2 10 2 25 0 35h-6c2-10 2-25 0-35zM10-17.5h3c4 1 5 4 5 8 1 7 0 13 0 18s-3 8-6 9h-2c2-10 2-24 0-35z",
  },
  patches: {
    kind: "mark flat",
    body: "M-30-46C-22-51-11-50-10-44-10-38-18-39-22-34-26-30-34-29-37-31-37-38-35-43-30-46zM-1-55C5-55 9-51 8-46 4-39-5-42-5-48-5-51-3-54-1-55zM-13-30c6-5 15-3 16 4 1 6-4 11-9 12-3-1-7-1-9 0-5-3-4-13 2-16z",
    face: "M-21 0c-1-9 6-15 14-15 5 3 4 11-1 14s-10 1-13 1zM12 14c2-6 6-7 9-7 0 6-4 11-9 14z",
    swatch: "M-17-14c4-4 14-4 16 1s-3 9-8 10-9-1-9.5-4 0-6 1.5-7zM4-2c5-5 11-4 13 0s1 13-3 17-12 1-14-4 1-10 4-13zM-14 9c3-2 7 0 7 3s-3 5-6 4-4-5-1-7z",
  },
  rings: {
    kind: "ring",
    body: "M-22-54a5.5 5.5 0 1 0 .1 0M-3-60a5 5 0 1 0 .1 0M-8-42a6 6 0 1 0 .1 0M-26-36a4.5 4.5 0 1 0 .1 0M-17-24a4 4 0 1 0 .1 0M1-23a4 4 0 1 0 .1 0",
    ears: "M-21-6a4 4 0 1 0 .1 0M21-6a4 4 0 1 0 .1 0",
    swatch: "M-8-14a6 6 0 1 0 .1 0M9-12a4 4 0 1 0 .1 0M-9 4a4.5 4.5 0 1 0 .1 0M7 2a6 6 0 1 0 .1 0",
  },
  curls: {
    kind: "curl",
    body: "M-27-43c0-5 7-5 7 0s-5 4-5 1M-12-48c0-5 7-5 7 0s-5 4-5 1M-20-29c0-5 7-5 7 0s-5 4-5 1M-4-32c0-5 7-5 7 0s-5 4-5 1M-33-30c0-4 6-4 6 0",
    swatch: "M-14-6c0-6 8-6 8 0s-6 5-6 1M1-7c0-6 8-6 8 0s-6 5-6 1M-11 10c0-6 8-6 8 0s-6 5-6 1M4 9c0-6 8-6 8 0s-6 5-6 1",
  },
};

/**
 * A pig, part by part.
 * @typedef {object} Build
 * @property {string} body
 * @property {string} tail
 * @property {string} [tuft]
 * @property {string} ears
 * @property {string} snout
 * @property {string} coat
 * @property {string} [wears]
 * @property {string} [headAt] where the head sits, if not where it is drawn
 */

/** @type {Record<string, Build>} */
const PIGS = {
  pink: { body: "round", tail: "curled", ears: "standing", snout: "short", coat: "plain" },
  brown: {
    body: "bristly", tail: "straight", tuft: "brush", ears: "small", snout: "long", coat: "alongStripes", wears: "tusk",
  },
  black: { body: "long", tail: "hanging", ears: "floppy", snout: "short", coat: "saddle", headAt: "translate(2 8)" },
  beige: { body: "tall", tail: "curled", ears: "hanging", snout: "short", coat: "spots", wears: "strawHat" },
  red: { body: "round", tail: "cocked", ears: "small", snout: "short", coat: "dots", wears: "scarf" },
  yellow: {
    body: "long", tail: "cocked", tuft: "plume", ears: "standing", snout: "long", coat: "bands", headAt: "translate(0 6)",
  },
  green: { body: "crested", tail: "curled", ears: "swept", snout: "long", coat: "patches" },
  blue: { body: "tall", tail: "straight", tuft: "brush", ears: "hanging", snout: "short", coat: "rings", wears: "bobbleHat" },
  white: { body: "woolly", tail: "curled", ears: "floppy", snout: "short", coat: "curls", wears: "fleece" },
};

/**
 * A coat's pattern at one of its places.
 * @param {string} name
 * @param {"body" | "face" | "ears" | "swatch"} place
 */
function pattern(name, place) {
  const coat = COATS[name];
  return coat[place] ? svg`<path class=${coat.kind} d=${coat[place]} />` : "";
}

/** An unknown name draws the pink pig: a picture never stops a game. @param {string} name */
const known = (name) => (Object.hasOwn(PIGS, name) ? name : "pink");

/** A leg hangs from its hip at the origin. */
const LEG = svg`<path class="shin" d="M-6-2C-7 8-5 13-5 18q0 2 2 2h6q2 0 2-2C5 13 7 8 6-2" />
  <path class="hoof" d="M-5 14.5q5 1.5 10 0V18q0 2-2 2h-6q-2 0-2-2z" />`;

/** Four legs at a gallop, far ones first: where the hip is, how far it swings, which legs swing together. */
const LEGS = [
  [-14, -16, "far leg-b"], [13, 16, "far leg-a"], [-26, 15, "near leg-a"], [21, -13, "near leg-b"],
].map(([x, turn, kind]) => svg`<g transform="translate(${x} -18) rotate(${turn})"><g class="leg ${kind}">${LEG}</g></g>`);

/** @param {Build} build */
const tail = ({ tail, tuft }) => svg`<path class="tail-line" d=${TAILS[tail]} />
  ${tuft && TUFTS[tuft]}<path class="tail" d=${TAILS[tail]} />`;

/** @param {Build} build */
const body = ({ body, coat }) => svg`<path class="coat" d=${BODIES[body].outline} />
  <path class="shade flat" d=${BODIES[body].belly} />${pattern(coat, "body")}
  <path class="line" d=${BODIES[body].outline} />`;

/** @param {Build} build */
const head = ({ ears, snout, wears, headAt = "" }) => svg`<g transform=${headAt}>
  ${FAR_EARS[ears]}<path class="coat" d=${SNOUTS[snout].head} />
  <path class="cheeks" d="M29-34h2" /><path class="eyes" d="M34-46h.01" /><path class="pupils" d="M34.8-46h.01" />
  <path class="glints" d="M35.6-46.9h.01" />
  ${SNOUTS[snout].nose}${wears && CLOTHES[wears]}${EARS[ears]}</g>`;

/** The shapes that make the shadow of a pig, widened to the light edge. @param {Build} build */
const edge = ({ body, tail, tuft, ears, snout, wears, headAt = "" }) => svg`<g class="edge">
  <path d=${TAILS[tail]} />${tuft && TUFTS[tuft]}${LEGS}
  <path d=${BODIES[body].outline} /><g transform=${headAt}>${FAR_EARS[ears]}
  <path d=${SNOUTS[snout].head} />${EARS[ears]}${SNOUTS[snout].nose}${wears && CLOTHES[wears]}</g></g>`;

/**
 * A whole pig from the side.
 * @param {string} name
 */
export function pig(name) {
  const build = PIGS[known(name)];
  return svg`<g class="art pig pig-${known(name)}">${edge(build)}${tail(build)}
    ${LEGS}${body(build)}${head(build)}</g>`;
}

/**
 * A pig's face from the front.
 * @param {string} name
 */
export function pigHead(name) {
  const { ears, coat, wears } = PIGS[known(name)];
  return svg`<g class="art pig pig-${known(name)}">${face({ ears, wears, coat: pattern(coat, "face"), over: pattern(coat, "ears") })}</g>`;
}

/**
 * A pig's colour and pattern as a swatch.
 * @param {string} name
 */
export function blot(name) {
  const { coat } = PIGS[known(name)];
  const outline = "M-10-18C-3-19 5-18 11-18c6 0 7 4 7 9 1 7 0 13 0 18s-4 9-9 9c-6 1-13 0-19 0s-8-4-8-10c-1-6 0-13 0-18 0-6 3-8 8-8z";
  return svg`<g class="art pig pig-${known(name)}"><path class="edge" d=${outline} />
    <path class="coat" d=${outline} />${pattern(coat, "swatch")}<path class="line" d=${outline} /></g>`;
}
