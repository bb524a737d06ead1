/** What the board says in words: where the race stands, all that lies on it, and the final standing. */

import { PIGS } from "./deck.js";

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").View} View */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene @param {GameWords} words */
export const stage = ({ race, races }, words) => words.say("board.race", { race, races });

/** @param {Scene} scene @param {GameWords} words */
export function describe(scene, words) {
  return [
    words.say("board.goal", { place: scene.goal }),
    ...PIGS.map((pig) => words.say("board.pig", { pig, place: scene.pigs[pig] })),
    ...piles(scene, words),
    ...queue(scene, words),
    ...scene.points.map((points, seat) => words.say("board.seat", { seat, points, cards: scene.hands[seat] })),
  ];
}

/** @param {Scene} scene @param {GameWords} words */
function piles(scene, words) {
  const { top, valid, turnedUp, laid, debt, steps, pile } = scene;
  const said = [];
  if (top) said.push(words.say(turnedUp ? "board.top_turned_up" : "board.top", { card: top }));
  if (top) said.push(valid === "any" ? words.say("board.any_counts") : words.say("board.counts", { colour: valid }));
  if (laid) said.push(words.say("board.laid", { card: laid }));
  if (debt) said.push(words.say("board.debt", { count: debt }));
  if (steps) said.push(words.say("board.steps", { count: steps }));
  return [...said, words.say("board.pile", { count: pile })];
}

/** @param {Scene} scene @param {GameWords} words */
function queue({ queue, bet, revealed, viewer }, words) {
  if (!queue.length) return [words.say("board.no_bets")];
  return queue.map((seat, index) => {
    const pig = revealed[seat] ?? (seat === viewer ? bet : null);
    return words.say(pig ? "board.bet_on" : "board.bet", { payout: words.payouts[index], seat, pig });
  });
}

/** The final standing. @param {View} view @param {GameWords} words */
export function result(view, words) {
  /** @type {number[]} */
  const earned = view.points;
  const rows = earned.map((points, seat) => {
    const count = view.report_finish_points[seat] + view.report_bet_points[seat];
    return { seat, points, note: words.say("board.last_race", { count }) };
  });
  return rows.sort((one, other) => other.points - one.points);
}
