/**
 * Things and scenery: prizes, food, the animals of the finish sign, and what grows and lies about on a farm.
 *
 * Food and animals lie in boxes of 40 by 40 round the origin; things that stand have the origin at their foot.
 */
import { svg } from "lit";

/** @typedef {import("lit").TemplateResult<2>} Drawing */

/** @type {Record<string, Drawing>} */
const FOOD = {
  carrot: svg`<path class="leaf" d="M4-8C0-14 3-18 6-18 8-15 8-12 8-10 11-14 14-15 17-14 17-10 14-7 9-5z" />
    <path class="orange" d="M9-6c3 3 1 8-3 12C0 12-9 17-15 17c0-7 5-16 11-21s10-5 13-2z" /><path class="line thin" d="M-5-1l4 3M-9 6l4 3M1-5l2 2" />`,
  apple: svg`<path class="rosy" d="M0-8c4-4 15-4 16 6 0 9-7 19-13 18-2-1-4-1-6 0-6 1-13-9-13-18 1-10 12-10 16-6z" />
    <path class="line" d="M0-8c0-4 1-7 3-9" /><path class="leaf" d="M3-12c3-6 8-6 11-5-1 5-5 8-11 5z" /><path class="shine" d="M-11-1q0-3 3-4" />`,
  corn: svg`<path class="straw" d="M0-18c7 0 9 9 8 18s-4 15-8 15-7-6-8-15 1-18 8-18z" />
    <path class="line thin" d="M-3-17C-5-6-4 6-2 14M3-17C5-6 4 6 2 14M-7-9h14M-8-2H8M-7 5H7" />
    <path class="leaf" d="M-1 18C-12 17-15 6-14-4c6 3 11 11 13 22zM1 18C12 17 15 6 14-4 8-1 3 7 1 18z" />`,
  turnip: svg`<path class="leaf" d="M-2-7c-8 0-11-5-11-9 5-1 9 2 11 5 0-4 1-7 4-8 3 3 3 6 2 9 3-3 6-5 10-3 0 4-4 7-12 6z" />
    <path class="cream" d="M0-8c9-1 16 3 15 10C14 10 6 13 1 19-2 13-14 10-15 2-16-5-9-9 0-8z" />
    <path class="plum flat" d="M0-8c9-1 16 3 15 9-9 4-21 4-30 0C-15-5-9-9 0-8z" /><path class="line" d="M0-8c9-1 16 3 15 10C14 10 6 13 1 19-2 13-14 10-15 2-16-5-9-9 0-8z" />`,
  pear: svg`<path class="lime" d="M1-11c5 0 5 6 7 10 3 4 7 7 6 12C13 17 6 18 0 18s-13-1-14-7c-1-5 3-8 6-12 2-4 3-10 9-10z" />
    <path class="line" d="M1-11c0-3 1-5 3-7" /><path class="leaf" d="M3-13c4-5 9-4 11-2-2 4-7 5-11 2z" /><path class="shine" d="M-8 8q1-3 3-5" />`,
  acorn: svg`<path class="nut" d="M-10-3H10C11 7 6 14 0 18-6 14-11 7-10-3z" />
    <path class="bark" d="M-13-4c-2-8 5-12 13-12s15 4 13 12c-8 3-18 3-26 0z" /><path class="line thin" d="M0-16c0-2 1-3 3-4M-7-11l3 3M-1-12l3 3M6-11l3 3" /><path class="shine" d="M-5 3q0 3 1 5" />`,
  potato: svg`<path class="spud" d="M-10-11C-3-16 9-14 14-7c5 6 3 16-4 20-7 3-18 3-23-3-5-7-4-16 3-21z" />
    <path class="line thin" d="M-6-4l3 1M4-7l3 1M6 4l3-1M-5 7l3 1M0 1l2 0" />`,
};

/** @type {Record<string, Drawing>} */
const ANIMALS = {
  fish: svg`<path class="water" d="M18 0C13-10-1-12-9-4L-19-10c1 6 1 14 0 20L-9 4C-1 12 13 10 18 0z" />
    <path class="line thin" d="M6-8q-4 8 0 16M0-3h-3M1 3h-3" /><circle class="ink" cx="11" cy="-2" r="1.9" />`,
  hedgehog: svg`<path class="bark" d="M-13 10l-5-1 2-4-3-4 4-2-1-5 5 0 1-5 4 2 3-5 4 4 4-3 2 5 4 0 0 5 4 3-3 3 1 7z" />
    <path class="spud" d="M2 10C1 2 5-2 9 0c4 2 6 5 10 7-1 3-4 4-6 4H-8c-3 0-3-2-1-3 4-1 8 0 11 2z" />
    <circle class="ink" cx="11" cy="4" r="1.5" /><circle class="ink" cx="18.5" cy="7" r="1.8" />`,
  turtle: svg`<path class="lime" d="M-14 5c-4 0-5 3-2 4h3l1 4h6l1-4h8l1 4h6l1-5c6 0 9-5 8-9-1-5-7-5-9-1l-2 5z" />
    <path class="leaf" d="M-15 6C-16-6-8-12-2-12S11-6 11 6z" /><path class="line thin" d="M-2-5l5 3-1 6h-8l-1-6zM-2-5v-6M3-2l5-3M-7-2l-5-3" /><circle class="ink" cx="14.5" cy="-2" r="1.5" />`,
  snail: svg`<path class="cream" d="M-18 12c8 1 20 1 28 0 6-1 8-6 8-12l2-6-4 3-1-5-2 6c-2 6-4 7-8 7z" />
    <path class="orange" d="M-4-13c8 0 13 6 12 12-1 7-7 11-13 10-6 0-10-5-10-11s5-11 11-11z" />
    <path class="line thin" d="M2 0c0-3-2-5-5-5s-5 2-5 5 2 5 5 5c5 0 8-3 8-7" />`,
  sheep: svg`<path class="line" d="M-8 8v7M-1 9v6M6 8v7" />
    <path class="cream" d="M-13 8c-5 0-6-6-3-8-2-5 2-9 6-8 1-5 8-6 10-2 4-3 9 0 9 4 4 1 5 7 2 9 0 5-5 7-8 5-4 3-8 2-9 0-3 2-6 2-7 0z" />
    <path class="soot" d="M9-10c5-2 10 2 10 8 0 4-2 6-5 6-4 0-7-7-5-14z" /><path class="soot" d="M9-9c-3-1-5 1-5 3 2 1 4 1 6-1z" /><circle class="eye" cx="14.5" cy="-4" r="1.5" />`,
};

/** Scenery lies on the ground as it is. @param {unknown} shapes */
const scenery = (shapes) => svg`<g class="art thing">${shapes}</g>`;

/**
 * A thing that counts is lifted off the ground by a light edge.
 * @param {unknown} shapes
 * @param {number} [scale] below 1, room for the edge in the same box
 */
const token = (shapes, scale = 1) =>
  svg`<g class="art thing"><g transform="scale(${scale})"><g class="edge">${shapes}</g>${shapes}</g></g>`;

/** Something to eat, 40 by 40. @param {string} kind */
export const food = (kind) => token(FOOD[kind] ?? FOOD.carrot, .92);

/** An animal of the finish sign, 40 by 40, looking where it goes. @param {string} name */
export const animal = (name) => token(ANIMALS[name] ?? ANIMALS.sheep, .92);

/** A laurel wreath tied with a ribbon, 60 by 60 round the origin. */
export function laurel() {
  const leaf = "M0 0c-4-6-3-12 1-16 5 4 6 11 2 16z";
  const branch = [0, 1, 2, 3, 4, 5].map(
    (i) => svg`<g transform="rotate(${i * 25 + 24}) translate(0 20) rotate(78)"><path class="leaf" transform="rotate(28)" d=${leaf} />
      <path class="leaf-light" transform="rotate(-30)" d=${leaf} /></g>`,
  );
  return token(svg`<g class="twig">${branch}</g><g class="twig" transform="scale(-1 1)">${branch}</g>
    <path class="rosy" d="M-2 20c-6-6-14-4-14 1s9 6 13 2l-6 8 7-3c1 0 3 0 4 0l7 3-6-8c4 4 13 3 13-2s-8-7-14-1c-1-1-3-1-4 0z" />`);
}

/** A feeding trough, 100 by 40, foot at the origin. */
export const trough = () =>
  token(svg`<path class="bark" d="M-36-6-40 1h10l3-7zM36-6 40 1H30l-3-7z" />
    <path class="mash" d="M-46-30c10-7 82-7 92 0z" />
    <path class="wood" d="M-49-30c16 3 82 3 98 0l-9 26c-22 3-58 3-80 0z" />
    <path class="wood-shade flat" d="M-43-13c26 4 60 4 86 0l-3.5 9C18-1-18-1-39.5-4z" />
    <path class="line" d="M-49-30c16 3 82 3 98 0l-9 26c-22 3-58 3-80 0z" />
    <path class="line thin" d="M-38-21c8 1 14 2 22 2M-4-18c14 1 24 0 36-2M-34-9c6 1 12 1 18 1M8-8h14" />`);

/** The finish sign with its animal, 60 by 90, foot at the origin. @param {string} name */
export const signpost = (name) =>
  scenery(svg`<path class="edge" d="M-27-88c18-2 38-2 54 0 1 12 1 28 0 42L4-43V0h-8v-43l-23-3c-1-14-1-28 0-42z" />
    <path class="bark" d="M-4.5-50-5 1C-2 2 2 2 5 1l-.5-51z" /><path class="leaf" d="M-14 1c1-6 3-8 4-10 1 3 2 5 2 8 1-4 2-5 4-7 1 4 1 6 1 9z" />
    <path class="wood" d="M-27-87c18-2 38-1 54 0 1 12 1 28-1 41-17 2-36 2-53 0-1-13-1-27 0-41z" />
    <path class="line thin" d="M-24-60c4 0 6 1 9 1M14-52c4 1 6 1 9 0M-22-82h6" /><path class="rivet" d="M-22-50h.01M22-82h.01" />
    <g transform="translate(0 -66)">${ANIMALS[name] ?? ANIMALS.sheep}</g>`);

/** A straw bale, 60 by 44, foot at the origin. */
export const straw = () =>
  token(svg`<path class="straw" d="M-28-36c18-3 38-3 56 0 3 10 3 26 0 37-18 2-38 2-56 0-3-11-3-27 0-37z" />
    <path class="straw-shade flat" d="M-29.5-8c19 3 40 3 59 0-.2 3-.7 6-1.5 9-18 2-38 2-56 0-.8-3-1.2-6-1.5-9z" />
    <path class="line thin" d="M-24-28l12 2M-22-16l9 1M2-30l10 2M-4-20l12 1M18-14l8-1M-6-6l9 1M16-27l8 2M18-3l7-1" />
    <path class="twine" d="M-13-38c-1 12-1 26 0 40M14-38c1 12 1 26 0 40" />`);

/** A puddle of mud, 100 by 40 round the origin. */
export const mud = () =>
  scenery(svg`<path class="mud flat" d="M-46 2c-4-9 8-14 18-13C-24-19-8-19-2-15c8-5 24-4 28 3 12-1 24 5 21 13-2 9-16 9-22 9-6 8-24 8-30 4-10 4-24 3-27-4-8 0-12-3-14-8z" />
    <path class="mud-wet flat" d="M-30 0c4-7 18-8 26-5 6-4 22-3 25 2 6 4-2 8-9 8-8 4-22 4-27 0-8 2-17 0-15-5z" />
    <path class="mud-shine" d="M-18-2q6-3 12-1M8 2q5-2 9 0" />`);

/** Poppy, cornflower, sunflower and clover, from their foot. @type {Drawing[]} */
const BLOSSOMS = [
  svg`<path class="petal-poppy" d="M-8-32c3-3 5 0 8-1 3 1 6-2 9 1 1 6-3 11-9 11s-10-5-8-11z" /><path class="ink" d="M-2-25h5l-2 3z" />`,
  svg`<path class="petal-corn" d="M0-21c-4 1-6-1-9-3l2-3-2-4 5 0 0-5 4 3 4-3 1 5 5 0-3 4 2 3c-3 2-5 4-9 3z" />`,
  svg`<path class="petal-sun" d="M0-19l-4-3-5 0 1-5-3-4 5-2 1-5 5 2 5-2 1 5 5 2-3 4 1 5-5 0z" /><circle class="bark" cy="-28" r="3.5" />`,
  svg`<path class="petal-clover" d="M-4-20c-6-1-6-7-3-8-1-5 4-7 7-5 3-2 8 0 7 5 4 2 3 8-3 8z" /><path class="line" d="M-3-25l1 3M3-25l-1 3M0-28v3" />`,
];

/** A flower of one of four kinds, 24 by 38, foot at the origin. @param {number} [n] */
export const flower = (n = 0) =>
  scenery(svg`<path class="stalk" d="M0 0c1-8-1-13 0-21M0-5c-4 0-7-3-8-7M0-8c4 0 6-3 7-6" /><g class="blossom">${BLOSSOMS[Math.abs(n) % 4]}</g>`);

const PETALS = [0, 1, 2, 3, 4, 5, 6].map(
  (i) => svg`<ellipse class="petal" cy="-5" rx="2.6" ry="3.6" transform="rotate(${i * 51.4})" />`,
);

/** A daisy seen from above, 18 by 18 round the origin. */
export const daisy = () => scenery(svg`${PETALS}<circle class="straw flat" r="3.2" />`);

/** A tuft of grass, 24 by 18, foot at the origin. */
export const tuft = () => scenery(svg`<path class="grass" d="M-8 0C-9-5-11-8-13-10M-4 0C-5-7-6-12-7-15M0 0C0-7 1-12 2-16M4 0C5-6 7-9 9-12M8 0c1-3 3-5 5-6" />`);

/** A fence of n panels of 40, 34 high, foot of its left end at the origin. @param {number} [n] */
export function fence(n = 1) {
  const posts = Array.from({ length: n * 2 + 1 }, (_, i) => svg`<path class="wood" transform="translate(${i * 20} 0)" d="M-4 1-4-28 0-33 4-28 4 1z" />`);
  const rail = n * 40 + 6;
  return scenery(svg`<path class="wood-shade" d="M-6-25h${rail + 6}v6h-${rail + 6}zM-6-12h${rail + 6}v6h-${rail + 6}z" />${posts}`);
}

/** A golden cup, 50 by 56, foot at the origin. */
export const trophy = () =>
  token(svg`<path class="line" d="M-14-46c-12-3-12 16 2 18M14-46c12-3 12 16-2 18" />
    <path class="straw" d="M-16-52c10-2 22-2 32 0 1 18-4 28-11 32l1 10 9 3c1 3 1 5 0 8h-30c-1-3-1-5 0-8l9-3 1-10c-7-4-12-14-11-32z" />
    <path class="shine" d="M-9-45c0 8 1 13 4 17" /><path class="line thin" d="M-5-20q5 2 10 0M-12-7q12-2 24 0" />
    <path class="nose" d="M0-44c5 0 8 3 8 6.5S5-31 0-31s-8-3-8-6.5S-5-44 0-44z" /><path class="line" d="M-2.5-38.5v2M2.5-38.5v2" />`);

/** A cloud, 80 by 36 round the origin. */
export const cloud = () =>
  scenery(svg`<path class="cloud flat" d="M-30 14c-12 0-13-14-3-16-1-11 13-15 19-8 5-9 22-8 24 3 9-4 17 2 16 9 11 1 10 12 0 12z" />
    <path class="cloud-shade" d="M-24 8c6-3 12-2 16 1M6 7c5-3 11-2 14 1" />`);

/** A gull on the wind, 40 by 20 round the origin. */
export const gull = () =>
  scenery(svg`<path class="cream" d="M-20-4C-14-11-6-9-1-1 2-10 10-13 19-9 12-8 8-3 6 3 10 3 12 4 13 6 7 9-3 9-8 5-5 4-4 3-3 2-6-3-12-6-20-4z" /><path class="orange thin" d="M13 5l5 1-5 2z" />`);
