/**
 * Everything that was found out, put together so that it adds up to the last digit: `galopp.review.account`.
 *
 * Each node of the curve is rounded once, to millionths that add up to a victory, and all parts are differences of nodes.
 */

import { DEALT, START } from "./curve.js";

/** @typedef {import("./curve.js").Curve} Curve */
/** @typedef {import("./timeline.js").Step} Step */
/** @typedef {import("./trials.js").Judgement} Judgement */
/** @typedef {import("../../types.js").ReviewGiven} ReviewGiven */
/** @typedef {import("../../types.js").ReviewAccount} ReviewAccount */
/** @typedef {import("../../types.js").StepReview} StepReview */
/** What speaks for the best decision, and where it would have led. @typedef {Pick<StepReview, "because" | "instead">} Told */
/** A decision that has been judged. @typedef {Judgement & Told} Judged */

/**
 * All that was found out about a game.
 * @typedef {object} Found
 * @property {Step[]} steps
 * @property {string[]} notations
 * @property {Curve} curve
 * @property {(Judged | null)[]} judged
 * @property {boolean[]} chance whether chance had anything to say
 * @property {number} slight what costs less is no mistake
 * @property {boolean} nobody
 * @property {number} players
 */

const WHOLE = 1_000_000; // a victory

/** The review of a game, but for what its record says. @param {Found} found @returns {Pick<ReviewGiven, "trials" | "start" | "deal" | "dealt" | "steps" | "accounts">} */
export function putTogether(found) {
  const { curve, steps, judged, nobody, players } = found;
  const rows = curve.values.map(inMillionths).map((row) => (nobody ? row : row.slice(0, players)));
  const told = steps.map((_, number) => stepOf(found, rows, number));
  const end = curve.places.at(-1)?.[2] ?? DEALT;
  return {
    trials: curve.trials + sum(judged.map((one) => one?.trials ?? 0)),
    start: rows[START],
    deal: minus(rows[DEALT], rows[START]),
    dealt: rows[DEALT],
    steps: told,
    accounts: rows[START].map((_, seat) => accountOf(found, told, rows, end, seat)),
  };
}

/** @param {Found} found @param {number[][]} rows @param {number} number @returns {StepReview} */
function stepOf(found, rows, number) {
  const { steps, notations, curve: { places } } = found;
  const { seat, code } = steps[number];
  const [before, decided, after] = places[number];
  const play = minus(rows[decided], rows[before]);
  const verdict = verdictOf(found, number);
  return {
    number: steps[number].number, seat, move: notations[code], ...verdict, blind: play[seat] + verdict.loss - verdict.edge, play,
    chance: found.chance[number], luck: minus(rows[after], rows[decided]), values: rows[after],
  };
}

/** A judgement in millionths and notations. @param {Found} found @param {number} number */
function verdictOf({ steps, notations, judged, slight }, number) {
  const { code } = steps[number];
  const one = judged[number];
  if (!one) return { options: [], best: notations[code], loss: 0, error: 0, mistake: false, because: null, instead: [], edge: 0 };
  const loss = millionths(one.loss);
  return {
    options: one.codes.map((option, n) => ({ move: notations[option], value: millionths(one.values[n]), error: millionths(one.errors[n]) })),
    best: notations[one.best], loss, error: millionths(one.error), mistake: one.loss >= slight, because: one.because, instead: one.instead,
    edge: millionths(one.values[one.codes.indexOf(code)] - one.usual) + loss,
  };
}

/** What the game consisted of, for one seat. @param {Found} found @param {StepReview[]} steps @param {number[][]} rows @param {number} end @param {number} seat @returns {ReviewAccount} */
function accountOf({ curve, players, judged }, steps, rows, end, seat) {
  const own = steps.filter((step) => step.seat === seat);
  const luck = rows[DEALT][seat] - rows[START][seat] + sum(steps.map((step) => step.luck[seat]));
  const bySeat = Array.from({ length: players }, (_, maker) => sum(steps.filter((step) => step.seat === maker).map(({ play }) => play[seat])));
  return {
    start: rows[START][seat], luck, loss: sum(own.map(({ loss }) => loss)), edge: sum(own.map(({ edge }) => edge)), blind: sum(own.map(({ blind }) => blind)),
    by_seat: bySeat, others: sum(bySeat) - (bySeat[seat] ?? 0), result: rows[end][seat], adjusted: rows[end][seat] - luck,
    luck_error: millionths(curve.luckErrors[seat]), play_error: millionths(playError(steps, judged, seat)),
  };
}

/** The standard error of a seat's play: trials of its decisions have nothing in common. @param {{seat: number}[]} steps @param {(Judged | null)[]} judged @param {number} seat */
export function playError(steps, judged, seat) {
  const own = judged.filter((_, n) => steps[n].seat === seat);
  return Math.sqrt(sum(own.map((one) => (one ? one.playError * one.playError : 0))));
}

// --- Numbers

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** @param {number[]} one @param {number[]} other */
const minus = (one, other) => one.map((share, seat) => share - other[seat]);

/** Rounded as Python does it: half-way to the even number. @param {number} share */
function millionths(share) {
  const wanted = share * WHOLE;
  const low = Math.floor(wanted);
  if (wanted - low !== 0.5) return Math.round(wanted) + 0; // no -0
  return low % 2 ? low + 1 : low;
}

/** Whole numbers that add up to a victory, by the largest remainder; what is below nothing is nothing. @param {number[]} shares */
function inMillionths(shares) {
  const kept = shares.map((share) => Math.max(share, 0));
  const all = sum(kept);
  const parts = kept.map((share) => (share / all) * WHOLE);
  const whole = parts.map(Math.floor);
  const byRemainder = [...parts.keys()].sort((one, other) => whole[one] - parts[one] - (whole[other] - parts[other]) || one - other);
  for (const place of byRemainder.slice(0, WHOLE - sum(whole))) whole[place] += 1;
  return whole;
}
