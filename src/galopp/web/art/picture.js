/**
 * A drawing of ours in an `<svg>` of its own, for a page that is not itself a drawing.
 *
 * Boards put the fragments of the other modules straight into their own `<svg>`; the lobby, the hand and
 * the buttons take them framed from here. A picture is decoration unless it is given a label.
 */
import { html, nothing } from "lit";

import { avatar } from "./avatars.js";
import { icon } from "./icons.js";
import { pigHead } from "./pigs.js";
import { runnerHead } from "./runners.js";

/** @typedef {import("lit").TemplateResult<1>} Picture a whole element for the page */

/**
 * Where a picture looks and what it is called.
 * @typedef {object} Frame
 * @property {number} [width] of the view, in the drawing's own units
 * @property {number} [height]
 * @property {number} [left] the view's left edge; without it the origin is in the middle
 * @property {number} [top]
 * @property {string} [label] what a screen reader says; without it the picture is skipped
 * @property {string} [kind] a class beside `picture`
 */

/**
 * Frame a drawing.
 * @param {unknown} drawing an svg fragment
 * @param {Frame} [frame]
 * @returns {Picture}
 */
export function picture(drawing, frame = {}) {
  const { width = 60, height = 60, left = -width / 2, top = -height / 2, label, kind = "" } = frame;
  return html`<svg
    class="picture ${kind}"
    viewBox="${left} ${top} ${width} ${height}"
    role=${label ? "img" : nothing}
    aria-label=${label ?? nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${drawing}
  </svg>`;
}

/** The view of a face, with room for the light edge. */
const FACING = { width: 66, height: 66 };

/**
 * A pig's face.
 * @param {string} name
 * @param {string} [label]
 */
export const pigHeadPicture = (name, label) => picture(pigHead(name), { ...FACING, label });

/**
 * A runner's face.
 * @param {string} name
 * @param {string} [label]
 */
export const runnerHeadPicture = (name, label) => picture(runnerHead(name), { ...FACING, label });

/**
 * The pig a person is known by.
 * @param {string} name
 * @param {string} [label]
 */
export const avatarPicture = (name, label) => picture(avatar(name), { ...FACING, label });

/**
 * A line icon in the colour of the text around it.
 * @param {string} name
 * @param {string} [label]
 */
export const iconPicture = (name, label) =>
  picture(icon(name), { width: 24, height: 24, left: 0, top: 0, label, kind: "picture-icon" });
