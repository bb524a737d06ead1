/** What a player chooses from: the cards in hand, and the line-up, pig after pig. */

import { PIGS, scene } from "./scene.js";

/** @typedef {import("../../types.js").View} View */
/** @typedef {import("../../types.js").Plan} Plan */

// The first codes of two kinds of moves; docs/schweinsgalopp.md lists them.
const PLAY = 0;
const LINE_UP = 5;

/**
 * The key of one of several cards of a colour: the last one goes first.
 * @param {string} pig @param {number} number
 */
export const keyOf = (pig, number) => `${pig}-${number}`;

/**
 * The cards in hand, each for itself, by colour.
 * @param {View} view @returns {import("../../types.js").HandCard[]}
 */
export function hand(view) {
  return PIGS.flatMap((pig, index) => {
    const held = Array.from({ length: view.hand?.[pig] ?? 0 }, (_, i) => keyOf(pig, i));
    return held.map((key) => ({ key, card: pig, code: PLAY + index }));
  });
}

/**
 * The line-up as far as it is chosen; the last pig falls into place.
 * @param {View} view @param {number[]} legal @param {number[]} picked @returns {Plan | null}
 */
export function plan(view, legal, picked) {
  if (view.phase !== "line_up" || !legal.length) return null;
  const left = legal.filter((code) => !picked.includes(code));
  const complete = left.length === 1;
  return {
    ask: complete ? "plan.line_up" : "phase.line_up",
    options: complete ? [] : left,
    send: complete ? picked : null,
    atOnce: false,
    scene: linedUp(view, complete ? [...picked, ...left] : picked),
  };
}

/** How the line-up would look. @param {View} view @param {number[]} codes front first */
function linedUp(view, codes) {
  const shown = scene(view);
  const there = PIGS.filter((pig) => shown.places[pig] !== null).length;
  const chosen = codes.map((code, i) => [PIGS[code - LINE_UP], 0 - there - i]);
  return { ...shown, places: { ...shown.places, ...Object.fromEntries(chosen) } };
}
