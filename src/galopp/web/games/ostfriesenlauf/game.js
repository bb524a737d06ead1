/** Ostfriesenlauf in the browser: what it brings to the table. */

import { account } from "./account.js";
import { board } from "./board.js";
import { card } from "./cards.js";
import { codeOf } from "./deck.js";
import { foretell } from "./foretelling.js";
import { joins, motions } from "./motions.js";
import { noted } from "./noted.js";
import { after, opened, scene, veiled } from "./scene.js";
import { brief, choicePicture, describe, offer, ownFacts, result, seatFacts, stage, unowned } from "./speech.js";

/** @type {import("../../types.js").BrowserGame} */
export const game = {
  name: "ostfriesenlauf",
  scene,
  after,
  veiled,
  opened,
  motions,
  joins,
  board,
  card,
  cardName: (name, words) => words.word("card", name),
  cardAbout: (name, words) => words.word("card", name), // which says it all
  brief,
  offer,
  hand: (view) => view.hand.map((/** @type {string} */ name) => ({ key: name, card: name, code: codeOf(name) })),
  seatFacts,
  ownFacts,
  choicePicture,
  plan: () => null, // every decision is one step
  foretell,
  stage,
  describe,
  result,
  unowned,
  account,
  noted,
};
