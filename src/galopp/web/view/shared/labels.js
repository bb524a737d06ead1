/** What stands on badges and buttons: a face, an icon with its words. */

import { html } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";

/** @typedef {import("../../types.js").SeatShown} SeatShown */

/** Whoever sits there; a bot that plays on for somebody does not take the face away. @param {SeatShown} [seat] */
export const face = (seat) => html`<span class="face">
  ${avatarPicture(seat?.pig ?? "")}
</span>`;

/** @param {string} icon @param {string} told */
export const labelled = (icon, told) => html`${iconPicture(icon)}<span>${told}</span>`;

/** Stands beside whatever is the reader's own. */
export const ownMark = () => html`<span class="mark mark-you">${say("seat.you")}</span>`;

/** How many letters the longest word of a name has: where room is scarce they are as small as that word needs.
 * @param {string} name */
export const lettersOf = (name) => `--letters: ${Math.max(...name.split(/[\s-]+/).map((word) => word.length))}`;
