// A table without a server: whoever knows the rules is asked, and the views' choice is the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { Choice } = await import("../../src/galopp/web/model/choice.js");
const { Viewpoint } = await import("../../src/galopp/web/model/viewpoint.js");
const { NotDone } = await import("../../src/galopp/web/net/api.js");

const LINE_UP = { viewer: 0, phase: "line_up", places: { red: null, yellow: null, green: null, blue: null, white: null } };

/** A table of one seat that may decide on some codes, and rules that take what they are told to. */
function sitting({ legal = [1, 2], takes = true, phase = "play", ...changes } = {}) {
  const asked = [];
  const referee = {
    there: true,
    decide: async (...told) => (asked.push(["decide", ...told]), takes),
    undo: async (...told) => (asked.push(["undo", ...told]), true),
    hint: async (seat) => ({ seat, decision: 7, moves: [2], level: "expert", chance: 0.5, tries: 9, chances: [], reason: null }),
    foresee: async () => ({ decision: 7, moves: [] }),
  };
  const news = { type: "game", viewer: 0, decision: 7, asked: [0], legal, window: null, view: { ...LINE_UP, phase }, happened: [] };
  const table = {
    games: new Map([[0, news]]), now: news, playing: true, notice: null, said: [], drawn: 0,
    game: { plan: (_view, options, picked) => (phase === "play" ? null : planned(options, picked)) },
    diary: { deciders: new Set() }, viewpoint: new Viewpoint(() => 0, false),
    stage: { idle: true, shown: [], show(scene) { this.shown.push(scene); } },
    name: (seat) => `seat ${seat}`, isAsked: () => true, changed() { this.drawn += 1; }, sayNotice(...told) { this.said.push(told); }, ...changes,
  };
  Object.assign(table.viewpoint, { seats: [0], viewer: 0 });
  const choice = new Choice(table, referee);
  return { table, choice, referee, asked };
}

/** Two steps, to be confirmed. */
const planned = (options, picked) => ({
  ask: "ask.both", options: options.filter((code) => !picked.includes(code)), send: picked.length === 2 ? picked : null, atOnce: false, scene: { picked },
});

test("what can be done at once is decided with one press", async () => {
  const { choice, asked, table } = sitting();
  choice.press(2);
  assert.deepEqual([choice.busy, choice.sent, choice.legal], [true, [2], []]);
  await Promise.resolve();
  assert.deepEqual(asked, [["decide", 0, 7, [2]]]);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([choice.busy, choice.sent], [false, []]);
  assert.ok(table.drawn >= 2);
});

test("a choice of several steps is picked, taken back and confirmed", () => {
  const { choice, asked, table } = sitting({ phase: "line_up", legal: [1, 2, 3] });
  choice.press(1);
  choice.press(3);
  assert.deepEqual([choice.picked, choice.options], [[1, 3], [2]]);
  choice.undo();
  assert.deepEqual(choice.picked, [1]);
  assert.deepEqual(table.stage.shown.at(-1), { picked: [1] });
  choice.press(2);
  choice.confirm();
  assert.deepEqual(asked, [["decide", 0, 7, [1, 2]]]);
});

test("where nothing is picked, taking back is a decision of the table", () => {
  const { choice, asked, table } = sitting();
  assert.equal(choice.mayUndo, false);
  table.diary.deciders.add(0);
  assert.ok(choice.mayUndo);
  choice.undo();
  assert.deepEqual(asked, [["undo", 0]]);
});

test("what is not possible is asked for all the same, to be told why not", () => {
  const { choice, asked } = sitting();
  choice.press(9);
  assert.deepEqual(asked, [["decide", 0, 7, [9]]]);
});

test("without anybody to ask nothing can be pressed, and that is said", () => {
  const { choice, asked, referee, table } = sitting();
  referee.there = false;
  choice.press(1);
  assert.deepEqual([choice.legal, asked, table.said.length], [[], [], 1]);
});

test("a hint is for one decision; that there is none is said", async () => {
  const { choice, referee, table } = sitting();
  const asking = choice.askHint();
  assert.ok(choice.awaitsHint);
  await asking;
  assert.deepEqual([choice.awaitsHint, choice.hint.moves], [false, [2]]);
  choice.unpick();
  assert.equal(choice.hint, null);
  referee.hint = async () => {
    throw new NotDone("no_hints", "There are no hints here.");
  };
  await choice.askHint();
  assert.deepEqual(table.said, [["no", "There are no hints here."]]);
});

test("a hint stays when something is refused, and goes when something is decided", async () => {
  const { choice, referee } = sitting();
  await choice.askHint();
  referee.decide = async () => false;
  await choice.decide([9]);
  assert.deepEqual(choice.hint?.moves, [2]);
  referee.decide = async () => true;
  await choice.decide([2]);
  assert.equal(choice.hint, null);
});

test("behind the curtain nothing is legal, and only what others did is told", () => {
  const { choice, table: { viewpoint } } = sitting();
  viewpoint.seats = [0, 1];
  viewpoint.cover();
  assert.deepEqual([choice.legal, viewpoint.you, viewpoint.covered], [[], null, true]);
  assert.deepEqual([0, 1, 2].map((seat) => viewpoint.isPublic({ key: "played", arguments: { seat } })), [false, false, true]);
});

test("a view of another seat that is still on the board is covered", () => {
  const viewpoint = new Viewpoint(() => 1, false);
  Object.assign(viewpoint, { seats: [0, 1], viewer: 0 });
  assert.ok(viewpoint.covered);
});
