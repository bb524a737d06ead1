/** Saving something of this device as a file. */

import { bring } from "../../parts.js";

/** @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still read it
}

/** A recorded game. @param {string} id */
export async function saveHere(id) {
  const { replaysHere } = await bring("replaysHere");
  const { text, game } = await replaysHere.record(id);
  save(`${game}-${id}.txt`, text, "text/plain");
}
