import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { Stage } = await import("../../src/galopp/web/stage.js");

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
