/** Schweinsgalopp at the table in the browser. */

import { pigHeadPicture } from "../../art/picture.js";
import { account } from "./account.js";
import { board } from "./board.js";
import { card } from "./cards.js";
import { hand, plan } from "./choosing.js";
import { describe, result, seatFacts, stage } from "./facts.js";
import { foretell } from "./foretelling.js";
import { ends, joins, motions } from "./motions.js";
import { noted } from "./noted.js";
import { foodPicture } from "./props.js";
import { after, opened, scene, veiled } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** What is laid on a space, whichever that is. */
const FOOD = foodPicture(1);

/** @type {import("../../types.js").BrowserGame} */
export const game = {
  name: "schweinsgalopp",
  scene,
  after: (before, event) => after(/** @type {Scene} */ (before), event),
  veiled: (shown) => veiled(/** @type {Scene} */ (shown)),
  opened: (scenes) => opened(/** @type {Scene[]} */ (scenes)),
  motions: (event, before, then, words, { shape }) =>
    motions(event, /** @type {Scene} */ (before), /** @type {Scene} */ (then), words, { shape, food: foodPicture }),
  joins,
  ends,
  board: (shown, context) => board(/** @type {Scene} */ (shown), context),
  card,
  cardName: (name, words) => words.say("card.race", { pig: name }),
  cardAbout: (name, words) => words.say("about.card", { pig: name }),
  hand,
  seatFacts: (shown, seat, words) => seatFacts(/** @type {Scene} */ (shown), seat, words),
  choicePicture: ({ about, subject }) => (about === "space" ? FOOD : pigHeadPicture(subject)),
  plan,
  foretell: (foreseen, before, after, words) =>
    foretell(foreseen, /** @type {Scene} */ (before), /** @type {Scene} */ (after), words),
  stage: (shown, words) => stage(/** @type {Scene} */ (shown), words),
  describe: (shown, words) => describe(/** @type {Scene} */ (shown), words),
  result,
  account,
  noted,
};
