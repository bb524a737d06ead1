/** What a player is asked, and what the buttons offer, with the figures that are at stake. */

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").MoveShown} MoveShown */
/** @typedef {import("../../types.js").View} View */

/** What is at stake is asked for with its figures. @param {View} view @param {GameWords} words */
export function question(view, words) {
  if (view.phase === "bet") return askBet(view, words);
  if (view.phase === "play" && view.debt) return askDebt(view, words);
  return null;
}

/** Whoever has bet already is told what a new bet costs. @param {View} view @param {GameWords} words */
function askBet(view, words) {
  const { bet, queue, viewer } = view;
  const payout = newPayout(view, words);
  if (!bet) return words.say("question.bet", { payout });
  return words.say("question.bet_again", { pig: bet, points: words.payouts[queue.indexOf(viewer)], other_points: payout });
}

/** What a bet pays that is laid now, behind all others; one's own old one is taken up before. @param {View} view @param {GameWords} words */
const newPayout = ({ queue, viewer }, words) =>
  words.payouts[queue.filter((/** @type {number | null} */ seat) => seat !== null && seat !== viewer).length];

/** @param {View} view @param {GameWords} words */
function askDebt({ debt, legal }, words) {
  return words.say(legal.length > 1 ? "question.owes" : "question.must_draw", { count: debt });
}

/** What a bet would pay, and how many cards are drawn. @param {MoveShown} move @param {View} view @param {GameWords} words */
export function offer({ kind }, view, words) {
  if (kind === "bet") return { note: words.say("offer.bet", { points: newPayout(view, words) }) };
  if (kind === "draw" && view.debt) return { label: words.say("offer.draw", { number: view.debt }) };
  return {};
}
