// What a review says to its reader: marks, points that add up, the way from mistake to mistake; and how it comes.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const facts = await import("../../src/galopp/web/model/review_facts.js");
const { Review } = await import("../../src/galopp/web/model/review.js");
const { Replay } = await import("../../src/galopp/web/model/replay.js");

const OPTION = { move: "draw", value: 500_000, error: 1000 };

/** A decision of two players; what luck gave to the first is taken from the second. */
function step(number, seat, value, { loss = 0, luck = 0, judged = true } = {}) {
  return {
    number, seat, move: "draw", best: loss ? "play" : "draw", options: judged ? [OPTION, OPTION] : [], loss, error: 100,
    mistake: loss >= 10_000, because: null, instead: [], edge: 0, blind: 0, play: [0, 0], chance: luck !== 0,
    luck: [luck, -luck], values: [value, 1_000_000 - value],
  };
}

const account = (given) => ({ start: 500_000, luck: 0, loss: 0, edge: 0, blind: 0, others: 0, by_seat: [0, 0], result: 500_000, adjusted: 500_000, luck_error: 0, play_error: 0, ...given });

/** A game of six decisions: two mistakes of the first seat, one of the second, one great stroke of luck. */
const REVIEW = {
  players: 2, finished: true, nobody: false, start: [500_000, 500_000], deal: [20_000, -20_000], dealt: [520_000, 480_000],
  steps: [step(1, 0, 470_000, { loss: 50_000 }), step(2, 1, 560_000, { loss: 90_000 }), step(3, 0, 700_000, { luck: 140_000 }), step(4, 1, 690_000, { loss: 4_000 }), step(5, 0, 600_000, { loss: 80_000 }), step(6, 1, 1_000_000, { luck: 400_000 })],
  accounts: [account({ luck: 560_000, loss: 130_000, edge: 44_000, blind: -70_000, others: 96_000, result: 1_000_000, luck_error: 21_000 }), account({ luck: -560_000, result: 0, play_error: 12_000 })],
};

test("a mistake is looked at before it is made, a stroke of luck after it", () => {
  assert.deepEqual(facts.mistakes(REVIEW).map(({ at }) => at), [0, 1, 4]);
  assert.deepEqual(facts.mistakes(REVIEW, 0).map(({ at }) => at), [0, 4]);
  assert.deepEqual(facts.costliest(REVIEW).map(({ at }) => at), [1, 4, 0]);
  assert.deepEqual(facts.strokes(REVIEW).map(({ at, seat, luck }) => [at, seat, luck]), [[3, 0, 140_000], [6, 0, 400_000]]);
  assert.deepEqual(facts.strokes(REVIEW, 1).map(({ at, luck }) => [at, luck]), [[3, -140_000], [6, -400_000]]);
  const lucky = { ...REVIEW, deal: [-150_000, 150_000] };
  assert.deepEqual(facts.strokes(lucky).map(({ at, seat, step }) => [at, seat, !!step])[0], [0, 1, false]);
});

test("one goes from mistake to mistake, and stays at the ends", () => {
  const all = facts.mistakes(REVIEW, 0);
  assert.equal(facts.nextMistake(all, 0, 1)?.at, 4);
  assert.equal(facts.nextMistake(all, 4, 1), null);
  assert.equal(facts.nextMistake(all, 4, -1)?.at, 0);
  assert.equal(facts.nextMistake(all, 0, -1), null);
});

test("what is rounded adds up all the same", () => {
  assert.deepEqual(facts.addUp([33.4, 33.3, 33.3], 100), [34, 33, 33]);
  assert.deepEqual(facts.addUp([-1.5, 0.7, 0.8], 0), [-2, 1, 1]);
  const points = facts.inPoints(REVIEW.accounts[0]);
  assert.deepEqual(points, { start: 50, luck: 56, play: -9, blind: -7, others: 10, result: 100, adjusted: 44 });
  assert.equal(points.start + points.luck + points.play + points.blind + points.others, points.result);
  assert.deepEqual(facts.inPercent([333_333, 333_333, 333_334]), [33, 33, 34]);
  assert.deepEqual(facts.luckInPoints([15_000, -15_000]), [2, -2]);
  assert.equal(facts.error(REVIEW), 2.1);
});

test("the curve begins with the deal, and its short table ends with the result", () => {
  const rows = facts.chances(REVIEW);
  assert.equal(rows.length, 7);
  assert.deepEqual(rows[0], REVIEW.dealt);
  const told = facts.shortTable(REVIEW);
  assert.deepEqual([told[0].at, told.at(-1)?.at], [0, 6]);
  assert.deepEqual(told.at(-1)?.shares, [100, 0]);
  const long = { ...REVIEW, steps: Array.from({ length: 300 }, (_, at) => step(at + 1, 0, at === 200 ? 900_000 : 500_000 + at)) };
  assert.ok(facts.shortTable(long).length <= 8);
  assert.ok(facts.shortTable(long).some(({ at }) => at === 201));
});

// --- How it comes

/** A server that gives one answer after the other, the last one again and again. */
function server(...answers) {
  const asked = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (address) => {
    asked.push(address);
    const [status, body] = answers[Math.min(asked.length, answers.length) - 1];
    return { ok: status < 400, status, headers: { get: () => "application/json" }, json: async () => body };
  };
  return { asked, close: () => (globalThis.fetch = before) };
}

const draft = { ...REVIEW, steps: REVIEW.steps.map((one) => ({ ...one, options: [], mistake: false })) };

/** A replay that nobody watches: what a review asks of it. */
const replay = (wanted = 0) => ({ id: "KQHTZM-1", wanted, playback: { at: 0 }, left: false, await() {}, insist: Replay.prototype.insist });

test("drafts are shown until it is whole, and then nobody asks any more", async () => {
  const { asked, close } = server([200, { progress: 0, review: null }], [200, { progress: 0.4, review: draft }], [200, { progress: 1, review: REVIEW }]);
  const review = new Review(replay());
  const seen = [];
  review.watch(() => seen.push([review.part, review.found?.steps.length ?? 0, review.mistakes.length]));
  await review.made;
  close();
  assert.deepEqual(seen, [[0, 0, 0], [0.4, 6, 0], [1, 6, 2]]);
  assert.ok(review.done);
  assert.equal(asked.length, 3);
  assert.match(asked[0], /\/api\/replays\/KQHTZM-1\/review$/);
});

test("why there is none is told; and whoever has left asks no more", async () => {
  const { close } = server([404, { key: "no_such_replay", sentence: "There is no such game." }]);
  const review = new Review(replay());
  await review.made;
  close();
  assert.equal(review.trouble, "There is no such game.");
  const waiting = server([200, { progress: 0.1, review: null }]);
  const another = new Review(replay());
  another.leave();
  await another.made;
  waiting.close();
  assert.ok(waiting.asked.length <= 1);
});

test("what is told follows the moment and the eyes one looks through", async () => {
  const { close } = server([200, { progress: 1, review: REVIEW }]);
  const about = replay("all");
  const review = new Review(about);
  await review.made;
  close();
  assert.deepEqual(review.mistakes.map(({ at }) => at), [0, 1, 4]);
  assert.deepEqual(review.luck, REVIEW.deal);
  assert.equal(review.number, 1);
  about.wanted = 1;
  about.playback.at = 3;
  assert.deepEqual(review.mistakes.map(({ at }) => at), [1]);
  assert.equal(review.step?.number, 4);
  assert.deepEqual(review.luck, [140_000, -140_000]);
  assert.deepEqual(review.chances, [700_000, 300_000]);
  assert.deepEqual([review.next(1), review.next(-1)?.at, review.number], [null, 1, 0]);
  about.playback.at = 6;
  assert.equal(review.step, null);
});
