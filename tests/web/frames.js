/** Short games as the page is sent them; frames.py makes them. */

import { readFileSync } from "node:fs";

const GAMES = JSON.parse(readFileSync(new URL("frames.json", import.meta.url), "utf8"));

export const NAMES = Object.keys(GAMES);

/** @param {string} name @returns {{replay: any, moves: any[], viewers: {viewer: number | null, frames: any[]}[]}} */
export function recorded(name) {
  const { replay, moves, viewers } = structuredClone(GAMES[name]);
  for (const { frames } of viewers) {
    let view = {};
    for (const frame of frames) view = frame.view = { ...view, ...frame.view };
  }
  return { replay, moves, viewers };
}
