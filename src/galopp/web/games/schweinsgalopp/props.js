/** Small drawings of this game alone: the sack for secured food, the start player's flag, a race card's back. */

import { svg } from "lit";
import { picture } from "../../art/picture.js";
import { food, trough } from "../../art/things.js";

const KINDS = ["carrot", "apple", "corn", "turnip", "pear", "acorn", "potato"];

/**
 * A drawing somewhere else, larger or smaller.
 * @param {number} x @param {number} y @param {number} size @param {unknown} drawing
 */
export const put = (x, y, size, drawing) => svg`<g transform="translate(${x} ${y}) scale(${size})">${drawing}</g>`;

/** One of seven kinds of food, by any number. @param {number} number */
export const someFood = (number) => food(KINDS[number % KINDS.length]);

/** Food as a picture of its own, for flights and buttons. @param {number} number */
export const foodPicture = (number) => picture(someFood(number), { width: 44, height: 44 });

/** The trough, where food goes that is given back. */
export const troughPicture = () => picture(trough(), { width: 104, height: 56, top: -42 });

/** A tied sack, 48 by 52 round the origin: what is in it is safe. */
export const sack = () => svg`<g class="schweinsgalopp-sack">
  <path class="schweinsgalopp-cloth" d="M-7-14C-18-8-24 6-21 17-17 25 17 25 21 17 24 6 18-8 7-14z"></path>
  <path class="schweinsgalopp-fold" d="M-14 17C-17 8-13-1-8-6M12 18C15 10 13 2 9-4"></path>
  <path class="schweinsgalopp-cloth"
    d="M-7-15C-13-20-13-25-9-25-5-23-3-25 0-26 3-24 6-24 10-25 13-23 11-19 7-15z"></path>
  <path class="schweinsgalopp-string" d="M-8-14q8 3 16 0"></path>
</g>`;

/** The chequered flag of whoever starts, 40 by 48 round the origin. */
export const flag = () => svg`<g class="schweinsgalopp-flag">
  <path class="schweinsgalopp-pole" d="M-14 24V-22"></path>
  <path class="schweinsgalopp-sheet" d="M-14-21C-6-25 2-16 18-20V2C4 6-4-3-14 2z"></path>
  <path class="schweinsgalopp-flag-check"
    d="M-14-21c4-2 7-1 11 0v11c-4-1-7-1-11 0zM8-19c4 1 6 0 10-1v11c-4 1-7 1-10 0zM-3-10C1-9 4-8 8-8v11C4 2 1 1-3 0z"></path>
</g>`;

/** A race card from behind, 30 by 42 round the origin. */
export const littleBack = () => svg`<g class="schweinsgalopp-back">
  <rect class="schweinsgalopp-back-ground" x="-15" y="-21" width="30" height="42" rx="5"></rect>
  <path class="schweinsgalopp-shoe" d="M-6-8C-9 0-7 8-2 11M6-8C9 0 7 8 2 11M-6-8h4M6-8H2"></path>
</g>`;
