/**
 * Our own art as images, for a canvas.
 *
 * The art is styled by the page, which an image does not know. So it is put on the page for a moment, unseen, and
 * whatever the page says of its colours and strokes is written into it.
 */

import { html, render } from "lit";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity"];

/** @typedef {{width: number, height: number, box?: string}} Size in pixels; which part of the drawing, if not all of it */

/** @param {unknown} picture a whole `<svg>`, as `art/picture.js` frames it @param {Size} size @returns {Promise<HTMLImageElement>} */
export async function imageOf(picture, { width, height, box }) {
  const place = document.createElement("div");
  place.hidden = true;
  document.body.append(place);
  render(html`${picture}`, place);
  const drawing = place.querySelector("svg");
  if (drawing) inked(drawing);
  place.remove();
  const known = { viewBox: box ?? drawing?.getAttribute("viewBox") ?? "", width, height, preserveAspectRatio: "xMidYMid slice" };
  for (const [name, value] of Object.entries(known)) drawing?.setAttribute(name, String(value));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing ?? place))}`;
  await image.decode();
  return image;
}

/** Write down what the page says of a drawing. @param {SVGSVGElement} drawing */
function inked(drawing) {
  const parts = [...drawing.querySelectorAll("*")];
  const styles = parts.map((part) => {
    const style = getComputedStyle(part);
    return STYLES.map((name) => style.getPropertyValue(name));
  });
  parts.forEach((part, index) => {
    STYLES.forEach((name, nth) => part.setAttribute(name, styles[index][nth]));
    part.removeAttribute("class");
  });
}
