/**
 * The eight pigs people pick to be known by, and the tin pig that stands for a bot.
 *
 * Portraits from the front in a box of 60 by 60 round the origin.
 */
import { svg } from "lit";

import { face } from "./faces.js";

/** @type {Record<string, import("./faces.js").Features>} */
const AVATARS = {
  spotted: {
    ears: "floppy",
    coat: svg`<path class="mark flat" d="M3-13c5-4 13-2 14 4s-2 10-7 9-11-9-7-13zM-18 8c3-3 7 0 6 4s-4 5-6 3-2-5 0-7zM-9-13c3-1 5 1 4 3s-4 3-6 1 0-4 2-4z" />`,
  },
  striped: {
    ears: "small",
    coat: svg`<path class="stripe" d="M0-15v8M-7-14q-.5 4-3 7M7-14q.5 4 3 7M-21 4q4 0 6 2M21 4q-4 0-6 2M-20 12q3-1 5 0M20 12q-3-1-5 0" />`,
  },
  muddy: {
    ears: "standing",
    coat: svg`<path class="mark flat" d="M-21 13c4-4 5 1 8 0s4-3 6 1 3 5 7 5 4-6 8-4 3 0 6-3 6-1 7 1C19 21 11 26 0 26S-18 21-21 13zM6-14c5-2 10 0 12 4-3 4-6 2-7 5s-5 3-5-1-3-5 0-8z" />`,
  },
  curly: {
    ears: "hanging",
    over: svg`<path class="mark" d="M-12-8c-7 0-8-8-3-10-2-7 6-11 10-7 3-5 11-4 12 1 6-1 10 5 6 10 3 5-3 9-7 6-4 4-9 3-10-1-3 3-7 3-8 1z" />
      <path class="line" d="M-8-15c0-5 6-5 6 0M3-14c0-5 6-5 6 0" />`,
  },
  shaggy: {
    ears: "floppy",
    over: svg`<path class="mark" d="M-17-4c-4-12 2-23 15-24 13-2 21 7 20 17l-3-3-1 9-5-7-2 10-5-10-3 9-5-8-3 11-4-8z" />`,
  },
  sooty: {
    ears: "swept",
    coat: svg`<path class="mark flat" d="M0-2c9 0 14 5 15 12C13 20 7 24.5 0 24.5S-13 20-15 10C-14 3-9-2 0-2z" />`,
  },
  rosy: {
    ears: "standing",
    over: svg`<path class="petal" d="M15-19c-5-4 1-9 4-5 1-5 8-4 7 1 5 0 5 7 0 7 1 5-6 6-7 1-4 3-8-1-4-4z" /><circle class="straw" cx="20" cy="-18.5" r="2.6" />`,
  },
  golden: {
    ears: "small",
    coat: svg`<path class="shine" d="M-17-4c2-5 6-8 10-9M-19 3v-1" />`,
    over: svg`<path class="star" d="M0-29l3 6 6.5 1-4.7 4.6 1 6.5L0-14l-5.8 3.1 1-6.5L-9.5-22l6.5-1z" />`,
  },
};

/** The plates of a pig of tin: ears, bolts, an aerial, the head. */
const PLATES = svg`<path class="line" d="M0-16v-5" /><circle class="accent" cx="0" cy="-24.5" r="3.5" />
  <path class="shade" d="M-21-2h-3q-4 0-4 3v6q0 3 4 3h3zM21-2h3q4 0 4 3v6q0 3-4 3h-3zM-19-13-20-24-7-16zM19-13 20-24 7-16z" />
  <path class="coat" d="M-16-16C-6-18 6-18 16-16c4 1 5 3 5 6 1 9 1 19 0 28 0 4-2 5-5 6-10 2-22 2-32 0-3-1-5-2-5-6-1-9-1-19 0-28 0-3 1-5 5-6z" />`;

/** What makes the plates a face. */
const TIN_FACE = svg`<path class="shade flat" d="M-21 13c13 4 29 4 42 0v5c0 3-2 4-5 4.7-10 2-22 2-32 0-3-.7-5-1.7-5-4.7z" />
  <circle class="eye tin" cx="-9" cy="-5" r="4.8" /><circle class="eye tin" cx="9" cy="-5" r="4.8" />
  <circle class="ink" cx="-8.5" cy="-4.5" r="2.3" /><circle class="ink" cx="8.5" cy="-4.5" r="2.3" />
  <path class="nose" d="M-8 3q8-2 16 0 3 6 0 12-8 2-16 0-3-6 0-12z" /><path class="line" d="M-6 19.5q6 2 12 0" />
  <path class="line nostril" d="M-3.5 7.5v3M3.5 7.5v3" /><path class="rivet" d="M-16-11h.01M16-11h.01M-16.5 16h.01M16.5 16h.01" />`;

/**
 * The portrait a person or a bot is known by.
 * @param {string} name one of the eight, or `bot`
 */
export function avatar(name) {
  if (name === "bot") return svg`<g class="art avatar avatar-bot"><g class="edge">${PLATES}</g>${PLATES}${TIN_FACE}</g>`;
  const known = Object.hasOwn(AVATARS, name) ? name : "rosy";
  return svg`<g class="art avatar avatar-${known}">${face(AVATARS[known])}</g>`;
}
