/** How large letters are, beside what the browser has them. */

import { like, likes } from "../../net/memory.js";

export const TEXTS = [1, 1.15, 1.3, 1.5];

/** @param {number} text */
export function enlarge(text) {
  like({ text });
  dispatchEvent(new Event("galopp-text"));
}

/** Which of the sizes there is now. */
export const textNow = () => Math.max(0, TEXTS.indexOf(likes().text));
