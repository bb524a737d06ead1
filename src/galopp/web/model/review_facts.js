/**
 * What a review says, worked out for whoever reads it: marks on the curve, points that add up, a short table.
 *
 * A moment of a game is how many decisions have been made by then. A decision is looked at in the moment before it,
 * where it was to be made; what luck gave, in the moment after it.
 */

/** @typedef {import("../types.js").ReviewGiven} ReviewGiven */
/** @typedef {import("../types.js").StepReview} StepReview */
/** @typedef {import("../types.js").ReviewAccount} ReviewAccount */

/** @typedef {number | null} Whose a seat's decisions alone, or everybody's */
/** @typedef {{at: number, step: StepReview}} Moment */
/** @typedef {{at: number, seat: number, luck: number, step: StepReview | null}} Stroke no step: the deal */

export const WHOLE = 1_000_000; // a victory
const A_POINT = WHOLE / 100;
const BIG_STROKE = WHOLE / 10; // luck from here on is marked
const MOST_ROWS = 8; // of the short table

/** Each seat's chance to win after each decision, the deal first. @param {ReviewGiven} review */
export const chances = ({ dealt, steps }) => [dealt, ...steps.map(({ values }) => values)];

/** Whether the decision has been judged: drafts come before that. @param {StepReview} step */
export const isJudged = ({ options }) => options.length > 0;

// --- Marks

/** The mistakes of a seat or of all, in the order of the game. @param {ReviewGiven} review @param {Whose} [whose] @returns {Moment[]} */
export function mistakes({ steps }, whose = null) {
  return steps.flatMap((step, at) => (step.mistake && (whose ?? step.seat) === step.seat ? [{ at, step }] : []));
}

/** The same, the costliest first. @param {ReviewGiven} review @param {Whose} [whose] */
export const costliest = (review, whose = null) => mistakes(review, whose).sort((one, other) => other.step.loss - one.step.loss || one.at - other.at);

/** Where luck gave or took much: to a seat, or whomever it gave most. @param {ReviewGiven} review @param {Whose} [whose] @returns {Stroke[]} */
export function strokes(review, whose = null) {
  const found = [{ at: 0, row: review.deal, step: null }, ...review.steps.map((step, at) => ({ at: at + 1, row: step.luck, step }))];
  return found
    .map(({ at, row, step }) => ({ at, step, seat: whose ?? luckiest(row), luck: row[whose ?? luckiest(row)] }))
    .filter(({ luck }) => Math.abs(luck) >= BIG_STROKE);
}

/** @param {number[]} row */
const luckiest = (row) => row.indexOf(Math.max(...row));

/** The next mistake after a moment, or the last one before it. @param {Moment[]} all in the order of the game @param {number} at @param {1 | -1} by */
export const nextMistake = (all, at, by) => (by > 0 ? all.find((one) => one.at > at) : all.findLast((one) => one.at < at)) ?? null;

// --- Numbers

/** Whole numbers next to these parts, which add up to the total: by the largest remainder. @param {number[]} parts @param {number} total */
export function addUp(parts, total) {
  const whole = parts.map(Math.floor);
  const missing = total - whole.reduce((sum, part) => sum + part, 0);
  const byRemainder = parts.map((part, place) => ({ place, rest: part - whole[place] })).sort((one, other) => other.rest - one.rest || one.place - other.place);
  for (const { place } of byRemainder.slice(0, missing)) whole[place] += 1;
  return whole;
}

/** An account in whole points that add up to its result. @param {ReviewAccount} account */
export function inPoints({ start, luck, edge, loss, blind, others, result }) {
  const total = Math.round(result / A_POINT);
  const parts = addUp([start, luck, edge - loss, blind, others].map((part) => part / A_POINT), total);
  return { start: parts[0], luck: parts[1], play: parts[2], blind: parts[3], others: parts[4], result: total, adjusted: total - parts[1] };
}

/** A row of shares in whole percent, 100 in all. @param {number[]} row */
export const inPercent = (row) => addUp(row.map((share) => share / A_POINT), 100);

/** What luck gave to each seat, in whole points that add up to nothing. @param {number[]} row */
export const luckInPoints = (row) => addUp(row.map((part) => part / A_POINT), 0);

/** How far a seat's luck and play may be off, in points. @param {ReviewGiven} review */
export function error({ accounts, players }) {
  return Math.max(...accounts.slice(0, players).map((account) => Math.max(account.luck_error, account.play_error))) / A_POINT;
}

/** What a decision cost, in points. @param {StepReview} step */
export const cost = ({ loss }) => loss / A_POINT;

// --- For whoever does not see the curve

/** A few moments that tell the game: the deal, where most changed, the end; each with everybody's chances in percent.
 * @param {ReviewGiven} review @returns {{at: number, shares: number[]}[]} */
export function shortTable(review) {
  const rows = chances(review);
  const change = rows.map((row, at) => (at ? Math.max(...row.map((share, seat) => Math.abs(share - rows[at - 1][seat]))) : 0));
  const told = [...rows.keys()].slice(1, -1).sort((one, other) => change[other] - change[one] || one - other).slice(0, MOST_ROWS - 2);
  const all = [...new Set([0, ...told, rows.length - 1])].sort((one, other) => one - other);
  return all.map((at) => ({ at, shares: inPercent(rows[at]) }));
}
