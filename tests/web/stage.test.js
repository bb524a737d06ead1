import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { Stage } = await import("../../src/galopp/web/stage/stage.js");

/** A game of one number: each event adds to it. */
const game = /** @type {any} */ ({
  scene: (/** @type {any} */ view) => ({ sum: view.sum }),
  after: (/** @type {any} */ scene, /** @type {any} */ event) => ({ sum: scene.sum + event.arguments.by }),
  motions: (/** @type {any} */ event) => [{ kind: "pause", beats: event.arguments.by }],
});
const plus = (/** @type {number} */ by) => ({ key: "plus", arguments: { by } });

/** A performer whose motions end when the test says so. */
class Slow {
  constructor() {
    /** @type {any[]} */
    this.shown = [];
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  /** @param {any} motion @param {number} speed @returns {Promise<void>} */
  perform(motion, speed) {
    this.shown.push([motion.beats, speed]);
    return new Promise((settle) => this.ends.push(settle));
  }

  hurry() {
    for (const end of this.ends.splice(0)) end();
  }

  async drawn() {}
}

const soon = () => new Promise((settle) => setImmediate(settle));

function staged(pace = 1) {
  const stage = new Stage(game, /** @type {any} */ ({}), { sum: 0 });
  const performer = new Slow();
  stage.performer = performer;
  stage.pace = pace;
  return { stage, performer };
}

test("events are shown one after another, and the view has the last word", async () => {
  const { stage, performer } = staged();
  stage.push({ happened: [plus(1), plus(2)], view: { sum: 30 } });
  assert.deepEqual(performer.shown, [[1, 1]]);
  assert.equal(stage.scene.sum, 0, "nothing is there before it was shown");
  performer.hurry();
  await soon();
  assert.equal(stage.scene.sum, 1);
  performer.hurry();
  await soon();
  assert.equal(stage.scene.sum, 30);
  assert.ok(stage.idle);
});

test("a slower pace makes each motion slower", () => {
  const { stage, performer } = staged(2);
  stage.push({ happened: [plus(1)], view: { sum: 1 } });
  assert.deepEqual(performer.shown, [[1, 0.5]]);
});

test("without motion the end is there at once", async () => {
  const { stage, performer } = staged(0);
  stage.push({ happened: [plus(1), plus(2)], view: { sum: 3 } });
  await soon();
  assert.deepEqual(performer.shown, []);
  assert.equal(stage.scene.sum, 3);
  assert.ok(stage.idle);
});

test("skipping ends what runs and all that waits", async () => {
  const { stage, performer } = staged();
  stage.push({ happened: [plus(1), plus(2)], view: { sum: 3 } });
  stage.push({ happened: [plus(4)], view: { sum: 7 } });
  stage.skip();
  await soon();
  assert.equal(stage.scene.sum, 7);
  assert.deepEqual(performer.shown, [[1, 1]]);
  stage.push({ happened: [plus(1)], view: { sum: 8 } });
  assert.equal(performer.shown.length, 2, "what comes later is shown again");
});

/** Somebody sits at seat 0 of the stage. */
function seated() {
  const { stage, performer } = staged();
  stage.view = { sum: 0, viewer: 0 };
  stage.isOwn = (/** @type {number} */ seat) => seat === 0;
  return { stage, performer };
}

test("whoever skips sees at once what comes until it is their turn, and then watches again", async () => {
  const { stage, performer } = seated();
  stage.push({ happened: [plus(1)], view: { sum: 1, viewer: 0 }, asked: [1] });
  stage.skip();
  await soon();
  stage.skip(); // whoever presses once more does not want to see more
  stage.push({ happened: [plus(2)], view: { sum: 3, viewer: 0 }, asked: [2] });
  await soon();
  assert.ok(stage.idle, "a bot's move is not shown any more");
  stage.push({ happened: [plus(3)], view: { sum: 6, viewer: 0 }, asked: [0] });
  await soon();
  assert.equal(performer.shown.length, 1);
  stage.push({ happened: [plus(4)], view: { sum: 10, viewer: 0 }, asked: [1] });
  assert.equal(performer.shown.length, 2);
});

test("catching up is for what waits, and for nothing that comes", async () => {
  const { stage, performer } = seated();
  stage.push({ happened: [plus(1)], view: { sum: 1, viewer: 0 }, asked: [1] });
  stage.catchUp();
  await soon();
  stage.push({ happened: [plus(2)], view: { sum: 3, viewer: 0 }, asked: [2] });
  assert.equal(performer.shown.length, 2);
});

const quietly = { key: "quiet", arguments: { by: 0 } };
const beside = (/** @type {number} */ by) => ({ key: "beside", arguments: { by } });

test("what belongs together is shown at once, and what nobody would see costs no time", async () => {
  const { stage, performer } = staged();
  stage.game = {
    ...game,
    motions: (/** @type {any} */ event) => (event.key === "quiet" ? [] : game.motions(event)),
    joins: (/** @type {any} */ { key }) => key === "beside",
  };
  stage.push({ happened: [plus(1), quietly, beside(2), plus(4)], view: { sum: 7 } });
  assert.deepEqual(performer.shown, [[1, 1], [2, 1]]);
  performer.hurry();
  await soon();
  assert.equal(stage.scene.sum, 3);
  assert.deepEqual(performer.shown.at(-1), [4, 1]);
});

const over = { key: "over", arguments: { by: 0 } };

/** A stage on which a race ends. @param {number} [pace] */
function racing(pace) {
  const { stage, performer } = staged(pace);
  stage.game = { ...game, ends: (/** @type {any} */ { key }) => key === "over" };
  stage.rest = 60_000;
  return { stage, performer };
}

test("the account of a race stands until it is read, before anything else is shown", async () => {
  const { stage, performer } = racing();
  stage.push({ happened: [over], view: { sum: 0 }, seq: 9 });
  await soon();
  assert.deepEqual([stage.interval?.ended.seq, performer.shown.length], [9, 0]);
  stage.interval?.end();
  await soon();
  assert.deepEqual([stage.interval, performer.shown.length], [null, 1]);
});

test("whoever skips has read it, and to whoever has skipped it is not shown", async () => {
  const { stage } = racing();
  stage.push({ happened: [over], view: { sum: 0 } });
  stage.skip();
  await soon();
  assert.deepEqual([stage.interval, stage.idle], [null, true]);
});

test("without motion the account stands beside the next question", async () => {
  const { stage } = racing(0);
  stage.push({ happened: [over], view: { sum: 0 } });
  await soon();
  assert.ok(stage.idle && stage.interval);
  stage.reset({ view: { sum: 0 }, asked: [], seq: 10 });
  await soon();
  assert.equal(stage.interval, null);
});

test("time stands still for whoever points at the account", async (test) => {
  test.mock.timers.enable({ apis: ["setInterval"] });
  const { stage } = racing();
  stage.rest = 5000;
  stage.push({ happened: [over], view: { sum: 0 } });
  const { interval } = stage;
  interval.hold("pointer", true);
  test.mock.timers.tick(9000);
  assert.equal(interval.left, 5000);
  interval.hold("pointer", false);
  test.mock.timers.tick(5000);
  await interval.over;
});

test("whoever is too far behind sees the end", async () => {
  const { stage, performer } = staged();
  for (let sum = 1; sum <= 70; sum += 1) stage.push({ happened: [plus(1)], view: { sum } });
  performer.hurry();
  await soon();
  await soon();
  assert.equal(stage.scene.sum, 70);
});

test("a preview is shown instead, until something happens", async () => {
  const { stage } = staged(0);
  stage.show({ sum: 99 });
  assert.equal(stage.shown.sum, 99);
  stage.push({ happened: [], view: { sum: 1 } });
  await soon();
  assert.equal(stage.shown.sum, 1);
});

test("what happened without a view is added up, and news of the table change nothing", async () => {
  const { stage } = staged(0);
  stage.push({ happened: [plus(2), { key: "table.sat", arguments: {} }, plus(3)], view: null });
  await soon();
  assert.equal(stage.scene.sum, 5);
});

test("a page that nobody looks at does not animate", async () => {
  const { stage, performer } = staged();
  Object.assign(globalThis.document, { hidden: true });
  stage.push({ happened: [plus(1)], view: { sum: 1 } });
  await soon();
  Object.assign(globalThis.document, { hidden: false });
  assert.deepEqual(performer.shown, []);
  assert.equal(stage.scene.sum, 1);
});

test("whoever watches is told of every change, until they stop", () => {
  const { stage } = staged(0);
  let told = 0;
  const stop = stage.watch(() => (told += 1));
  stage.show(null);
  stop();
  stage.show(null);
  assert.equal(told, 1);
});
