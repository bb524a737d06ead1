/** Styles that are loaded when they are needed. */

import { web } from "./root.js";

/** Resolves when the style is there. @param {string} name of a file in style/ */
export function dress(name) {
  const address = `${web}style/${name}.css`;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const there = new Promise((settle) => (link.onload = link.onerror = settle));
  document.head.append(link);
  return there;
}
