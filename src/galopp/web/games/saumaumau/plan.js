/**
 * Choices of several steps: a retreat of several pigs, a Farmer with its colour, a Floppy with its pig.
 *
 * They are put together here and sent as one.
 */

import { FIRST_CODE, PIGS, cardOf, codeFor, pigOf, readCard } from "./deck.js";
import { after, scene } from "./scene.js";

/** @typedef {import("../../types.js").Plan} Plan */
/** @typedef {import("../../types.js").View} View */

/** @param {View} view @param {number[]} legal @param {number[]} picked @returns {Plan | null} */
export function plan(view, legal, picked) {
  if (view.phase === "retreat") return retreat(view, picked);
  if (view.phase === "play" && picked.length) return play(view, legal, picked);
  return null;
}

/**
 * Step by step back, until the steps are used up or the player has enough.
 * @param {View} view @param {number[]} picked @returns {Plan}
 */
function retreat(view, picked) {
  const now = scene(view);
  for (const code of picked) {
    const pig = pigOf("retreat", code);
    if (pig) now.pigs[pig] = Math.max(0, now.pigs[pig] - 1);
  }
  now.steps -= picked.length;
  const back = PIGS.filter((pig) => now.steps > 0 && now.pigs[pig] > 0);
  return {
    ask: back.length ? "question.retreat" : "question.retreated",
    filled: { count: now.steps },
    confirm: picked.length
      ? { key: "offer.retreat_done", arguments: { number: picked.length, all: view.steps } }
      : { key: "offer.retreat_none", arguments: {} },
    options: back.map((pig) => codeFor("retreat", pig)),
    send: back.length ? [...picked, FIRST_CODE.stop] : picked,
    atOnce: false,
    scene: now,
  };
}

/**
 * A card that asks for something more.
 * @param {View} view @param {number[]} legal @param {number[]} picked @returns {Plan | null}
 */
function play(view, legal, picked) {
  const card = cardOf(picked[0]);
  const asked = card && legal.includes(picked[0]) ? asks(view, card) : null;
  if (!card || !asked) return null;
  return {
    ask: `phase.${asked.kind}`,
    options: asked.pigs.map((pig) => codeFor(asked.kind, pig)),
    send: picked.length > 1 ? picked : null,
    atOnce: true,
    scene: after(scene(view), { key: "played", arguments: { seat: view.viewer, card } }),
  };
}

/**
 * What a card will ask as soon as it is played. A call that is due comes first, so nothing is asked here;
 * a Farmer as last card asks for nothing (S24), a Floppy does (S23).
 * @param {View} view @param {string} card @returns {{kind: "name" | "run", pigs: string[]} | null}
 */
function asks(view, card) {
  const left = view.hand.length - 1;
  const { kind } = readCard(card);
  if (view.options.mau && left <= 1) return null;
  if (kind === "farmer" && left > 0) return { kind: "name", pigs: PIGS };
  const tied = lastPigs(view);
  return kind === "floppy" && tied.length > 1 ? { kind: "run", pigs: tied } : null;
}

/** The pigs furthest back. @param {View} view */
function lastPigs(view) {
  const last = Math.min(...PIGS.map((pig) => view.pigs[pig]));
  return PIGS.filter((pig) => view.pigs[pig] === last);
}
