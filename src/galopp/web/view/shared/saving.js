/** Saving a game of this device as a file. */

import { bring } from "../../parts.js";

/** @param {string} id of a recorded game */
export async function saveHere(id) {
  const { replaysHere } = await bring("replaysHere");
  const { text, game } = await replaysHere.record(id);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = `${game}-${id}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still read it
}
