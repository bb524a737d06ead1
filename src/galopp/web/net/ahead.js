/**
 * Modules that are wanted soon, all at once: asked for by whoever imports them, they would come one after the other.
 *
 * Which ones these are stands in the page that a worker keeps; any other page knows of none, and loads nothing by this.
 */

import { web } from "./root.js";

const written = document.querySelector('meta[name="galopp-ahead"]')?.getAttribute("content");

/** What to load, by what it is for. @type {Record<string, string[]>} */
const ahead = written ? JSON.parse(written) : {};

/** Let the modules come that a table on this device needs, or a game. @param {string} what "table", or a game */
export function loadAhead(what) {
  const links = (ahead[what] ?? []).map(linkTo);
  delete ahead[what];
  document.head.append(...links);
}

/** @param {string} path */
function linkTo(path) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = web + path;
  return link;
}
