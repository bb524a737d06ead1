/**
 * Pigs that look at us: what the racing pigs and the pigs people are known by have in common.
 *
 * A face lies in a box of 60 by 60 round the origin; its colours come from the class of the group around it.
 */
import { svg } from "lit";

/** @typedef {import("lit").TemplateResult<2>} Drawing */

/** The outline of a face, for coats that must end where it ends. */
const FACE = "M0-17C14-18 23-9 23 4 23 18 14 26 0 26-14 26-23 18-23 4-23-9-14-18 0-17z";

/** Both ears, behind the face unless they hang over it. @type {Record<string, Drawing>} */
const EARS = {
  standing: svg`<path class="coat" d="M-21-5C-25-15-24-24-20-28-12-26-7-21-5-14zM21-5C25-15 24-24 20-28 12-26 7-21 5-14z" />
    <path class="nose flat" d="M-19-10c-2-5-2-9 0-13 4 1 7 4 9 8zM19-10c2-5 2-9 0-13-4 1-7 4-9 8z" />`,
  small: svg`<path class="coat" d="M-20-6c-5-4-6-11-4-16 7-1 12 3 14 9zM20-6c5-4 6-11 4-16-7-1-12 3-14 9z" />`,
  swept: svg`<path class="coat" d="M-18-4c-7 1-11-4-11-11 7-5 15-3 19 4zM18-4c7 1 11-4 11-11-7-5-15-3-19 4z" />
    <path class="nose flat" d="M-18-7c-4 0-7-3-8-7 5-2 9 0 12 3zM18-7c4 0 7-3 8-7-5-2-9 0-12 3z" />`,
};

/** Ears that hang over the face. @type {Record<string, Drawing>} */
const OVER = {
  floppy: svg`<path class="shade" d="M-8-16c-8-6-19-3-20 5-1 6 1 10 4 12 7-3 14-9 16-17zM8-16c8-6 19-3 20 5 1 6-1 10-4 12C17-2 10-8 8-16z" />`,
  hanging: svg`<path class="shade" d="M-12-15c-9-4-16 3-16 12 0 8 1 14 4 18 7-4 14-18 12-30zM12-15c9-4 16 3 16 12 0 8-1 14-4 18-7-4-14-18-12-30z" />`,
};

/** Hats and the like, from the front. @type {Record<string, Drawing>} */
const WORN = {
  strawHat: svg`<path class="straw" d="M-13-14c0-11 3-15 13-15s13 4 13 15z" />
    <path class="accent flat" d="M-13-15h26l-.5-4.5h-25z" />
    <path class="straw" d="M-25-13c8-4 42-4 50 0-4 5-46 5-50 0z" />`,
  bobbleHat: svg`<path class="accent" d="M-18-8c-1-12 7-17 18-17s19 5 18 17z" />
    <path class="wool" d="M-20-5c-1-5 0-7 3-8 10-3 24-3 34 0 3 1 4 3 3 8-12-4-28-4-40 0z" />
    <circle class="wool" cx="0" cy="-25" r="4.5" />`,
  scarf: svg`<path class="accent" d="M16 21c5-1 9 0 12 2-1 2-3 2-4 3l2 4c-5 0-9-2-12-6z" />
    <path class="accent" d="M-19 16c10 8 28 8 38 0l3 5c-12 10-32 10-44 0z" />`,
  fleece: svg`<path class="coat" d="M-13-8c-5-4-3-10 3-10 1-5 7-7 10-4 3-3 9-1 10 4 6 0 8 6 3 10-3 2-6 1-7-1-4 3-8 3-11 0-3 2-6 3-8 1z" />`,
  tusk: svg`<path class="tusk" d="M-10 18c-3-3-3-6-2-8 3 2 4 5 4 8zM10 18c3-3 3-6 2-8-3 2-4 5-4 8z" />`,
};

const LOOK = svg`<path class="cheeks" d="M-15.5 8h1M14.5 8h1" /><path class="eyes" d="M-9.5-1h.01M9.5-1h.01" />
  <path class="pupils" d="M-9-.6h.01M9-.6h.01" /><path class="glints" d="M-8.2-1.6h.01M9.8-1.6h.01" />`;

const SNOUT = svg`<path class="nose" d="M0 3c6 0 10 3 10 7.5S6 18 0 18s-10-3-10-7.5S-6 3 0 3z" />
  <path class="line nostril" d="M-3.5 9v3M3.5 9v3" /><path class="line" d="M-5 21.5q5 3 10 0" />`;

/**
 * What makes a face this pig's and no other's.
 * @typedef {object} Features
 * @property {string} ears
 * @property {Drawing | ""} [coat] the pattern, under eyes and snout
 * @property {string} [wears]
 * @property {Drawing | ""} [over] what lies over everything
 */

/**
 * A pig's face.
 * @param {Features} features
 */
export function face({ ears, coat, wears, over }) {
  const worn = wears ? WORN[wears] : "";
  return svg`<g class="edge">${EARS[ears]}<path d=${FACE} />${OVER[ears]}${worn}${over}</g>
    ${EARS[ears]}<path class="coat" d=${FACE} />${coat}<path class="line" d=${FACE} />
    ${LOOK}${SNOUT}${OVER[ears]}${worn}${over}`;
}
