/** Sau Mau Mau in the browser: four pigs, a hand of cards to get rid of, and a bet on who will lead. */

import { blot, pigHead } from "../../art/pigs.js";
import { picture } from "../../art/picture.js";
import { trophy } from "../../art/things.js";
import { account } from "./account.js";
import { offer, question } from "./asking.js";
import { board } from "./board.js";
import { back, card, cardName } from "./cards.js";
import { CARDS, FIRST_CODE, readCard } from "./deck.js";
import { foretell } from "./foretelling.js";
import { LAYOUTS } from "./geometry.js";
import { ends, joins, motions } from "./motions.js";
import { noted } from "./noted.js";
import { betCard, coin } from "./pieces.js";
import { plan } from "./plan.js";
import { describe, result, stage } from "./saying.js";
import { after, opened, scene, veiled } from "./scene.js";

/** @typedef {import("../../types.js").BrowserGame} BrowserGame */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").MoveShown} MoveShown */
/** @typedef {import("../../types.js").SeatFact} SeatFact */
/** @typedef {import("../../types.js").View} View */
/** @typedef {import("./scene.js").Scene} Scene */

/** @type {BrowserGame} */
export const game = {
  name: "saumaumau",
  scene,
  after: (before, event) => after(/** @type {Scene} */ (before), event),
  veiled: (shown) => veiled(/** @type {Scene} */ (shown)),
  opened: (scenes) => opened(/** @type {Scene[]} */ (scenes)),
  motions(event, before, then, words, { shape }) {
    const drawn = { layout: LAYOUTS[shape], bet: BET, coin: coinPicture };
    return motions(event, /** @type {Scene} */ (before), /** @type {Scene} */ (then), words, drawn);
  },
  joins,
  ends,
  board: (shown, context) => board(/** @type {Scene} */ (shown), context),
  card,
  cardName,
  cardAbout: (name, words) => words.say(`about.${readCard(name).kind}`, { card: name }),
  question,
  offer,
  hand,
  seatFacts: (shown, seat, words) => seatFacts(/** @type {Scene} */ (shown), seat, words),
  ownFacts: (shown, words) => ownFacts(/** @type {Scene} */ (shown), words),
  choicePicture,
  plan,
  foretell: (foreseen, before, then, words) =>
    foretell(foreseen, /** @type {Scene} */ (before), /** @type {Scene} */ (then), words),
  stage: (shown, words) => stage(/** @type {Scene} */ (shown), words),
  describe: (shown, words) => describe(/** @type {Scene} */ (shown), words),
  result,
  account,
  noted,
};

/** The viewer's cards, by colour and sign as they are listed. @param {View} view */
function hand(view) {
  /** @type {string[]} */
  const names = view.hand;
  return names.map((name) => ({ key: name, card: name, code: FIRST_CODE.play + CARDS.indexOf(name) }));
}

const CARD_BACK = picture(back(), { left: 0, top: 0, width: 100, height: 140 });
const BET = picture(betCard(null), { width: 76, height: 102 });
/** @param {number} points */
const coinPicture = (points) => picture(coin(points), { width: 72, height: 72 });
const TROPHY = picture(trophy(), { left: -30, top: -58, width: 60, height: 60 });

/**
 * Cards in hand and points.
 * @param {Scene} shown @param {number} seat @param {GameWords} words @returns {SeatFact[]}
 */
function seatFacts({ hands, points }, seat, words) {
  const [cards, earned] = [hands[seat] ?? 0, points[seat] ?? 0];
  return [
    { picture: CARD_BACK, value: String(cards), label: words.say("fact.cards", { count: cards }) },
    { picture: TROPHY, value: String(earned), label: words.say("fact.points", { count: earned }) },
  ];
}

/** The viewer's bet, which lies face down for all others. @param {Scene} shown @param {GameWords} words @returns {SeatFact[]} */
function ownFacts({ bet, queue, viewer }, words) {
  if (!bet || viewer === null) return [];
  const payout = words.payouts[queue.indexOf(viewer)];
  return [{ picture: picture(pigHead(bet)), value: payout, label: words.say("own.bet", { pig: bet, payout }) }];
}

/** A pig's head, a colour, or the back of a card to draw. @param {MoveShown} move */
function choicePicture({ kind, about, subject }) {
  if (about === "pig") return picture(pigHead(subject));
  if (about === "colour") return picture(blot(subject), { width: 44, height: 44 });
  return kind === "draw" ? CARD_BACK : null;
}
