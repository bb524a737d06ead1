/**
 * The race cards: a pig, its coat along the edge, its colour in words.
 *
 * A card is a drawing of 100 by 140 with its corner at the origin.
 */

import { html, svg } from "lit";
import { blot, pig } from "../../art/pigs.js";
import { daisy, tuft } from "../../art/things.js";
import { put } from "./props.js";

/** @typedef {import("../../types.js").GameWords} GameWords */

/** The front of a race card. @param {string} name @param {GameWords} words */
export const front = (name, words) => svg`<g class="schweinsgalopp-card pig-${name}">
  <rect class="schweinsgalopp-card-paper" x="1.5" y="1.5" width="97" height="137" rx="11"></rect>
  <path class="schweinsgalopp-card-band" d="M7 12q0-5 5-5h76q5 0 5 5v20q-43 8-86 0z"></path>
  ${put(22, 20, 0.54, blot(name))}
  ${put(50, 20, 0.54, blot(name))}
  ${put(78, 20, 0.54, blot(name))}
  <path class="schweinsgalopp-card-grass" d="M7 98q43-16 86 0v9H7z"></path>
  ${put(16, 103, 0.6, tuft())}
  ${put(86, 102, 0.6, daisy())}
  ${put(50, 103, 0.86, pig(name))}
  <text class="schweinsgalopp-card-name" x="50" y="128" text-anchor="middle">${words.word("pig", name)}</text>
</g>`;

/** The back, the same for all: hoof prints on mud. */
export const back = () => svg`<g class="schweinsgalopp-card">
  <rect class="schweinsgalopp-card-mud" x="1.5" y="1.5" width="97" height="137" rx="11"></rect>
  <rect class="schweinsgalopp-card-frame" x="9" y="9" width="82" height="122" rx="7"></rect>
  ${[[32, 40, -14], [66, 62, 12], [34, 86, -10], [66, 110, 14]].map(
    ([x, y, turn]) => svg`<g transform="translate(${x} ${y}) rotate(${turn})">${hoofPrint()}</g>`,
  )}
</g>`;

/** Two toes, 22 by 26 round the origin. */
export const hoofPrint = () => svg`<path class="schweinsgalopp-print"
  d="M-2-11C-9-9-10 2-8 11-3 11-2 5-2-11zM2-11C9-9 10 2 8 11 3 11 2 5 2-11z"></path>`;

/** A card as an element of the page; null is its back. @param {string | null} name @param {GameWords} words */
export const card = (name, words) => html`<svg class="card" viewBox="0 0 100 140" aria-hidden="true">
  ${name === null ? back() : front(name, words)}
</svg>`;
