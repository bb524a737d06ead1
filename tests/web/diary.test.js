import assert from "node:assert/strict";
import { test } from "node:test";
import { Diary } from "../../src/galopp/web/model/diary.js";

const played = (/** @type {number} */ seat, card = "pink-1") => ({ key: "played", arguments: { seat, card } });
const joined = { key: "table.sat", arguments: { seat: 1 } };

test("what one seat does in a row is one turn", () => {
  const diary = new Diary();
  diary.write(1, 10, [played(0)]);
  diary.write(2, 11, [played(0)]);
  diary.write(3, 12, [played(1)]);
  assert.deepEqual(diary.turns().map(({ seat, happened }) => [seat, happened.length]), [[0, 2], [1, 1]]);
});

test("what happens at the table belongs to nobody", () => {
  const diary = new Diary();
  diary.write(1, 10, [joined]);
  assert.equal(diary.turns()[0].seat, null);
});

test("what is heard twice is written once, and late news stand where they belong", () => {
  const diary = new Diary();
  diary.write(5, 10, [played(1)]);
  diary.write(5, 10, [played(1)]);
  diary.fill([{ seq: 2, at: 9, happened: [played(0)] }]);
  assert.deepEqual(diary.turns().map(({ seq }) => seq), [2, 5]);
  assert.ok(diary.complete);
});

test("another viewer begins with an empty page, the same one keeps theirs", () => {
  const diary = new Diary();
  diary.begin(0);
  diary.write(1, 10, [played(0)]);
  diary.begin(0);
  assert.equal(diary.entries.size, 1);
  diary.begin(1);
  assert.equal(diary.entries.size, 0);
});

test("the turns are made anew each time, so nothing grows by being looked at", () => {
  const diary = new Diary();
  diary.write(1, 10, [played(0)]);
  diary.write(2, 10, [played(0)]);
  assert.equal(diary.turns()[0].happened.length, 2);
  assert.equal(diary.turns()[0].happened.length, 2);
});

test("what is still to be shown on the board is not told before", () => {
  const diary = new Diary();
  diary.write(4, 10, [{ key: "played", arguments: { seat: 0 } }]);
  diary.write(5, 11, [{ key: "played", arguments: { seat: 1 } }]);
  assert.deepEqual(diary.turns(4).map(({ seat }) => seat), [0]);
  assert.deepEqual(diary.turns().map(({ seat }) => seat), [0, 1]);
});

test("who has decided something may want to take it back, until the next game begins", () => {
  const diary = new Diary();
  diary.write(4, 10, [{ key: "played", arguments: { seat: 0 } }]);
  assert.ok(diary.deciders.has(0));
  diary.write(9, 20, [{ key: "table.began", arguments: {} }]);
  assert.equal(diary.deciders.size, 0);
});

const began = { key: "table.began", arguments: {} };
const undone = (/** @type {number} */ to) => ({ key: "table.undone", arguments: { seat: 0, to } });
const cards = (/** @type {Diary} */ diary) => diary.ofThisGame().map((event) => event.arguments.card);

test("what was taken back is no part of the game, whatever came of it", () => {
  const diary = new Diary();
  diary.fill([
    { seq: 1, at: 1, happened: [began], decision: 1 },
    { seq: 2, at: 2, happened: [played(0, "a")], decision: 2 },
    { seq: 3, at: 3, happened: [played(1, "b")], decision: 4 },
    { seq: 4, at: 4, happened: [played(0, "c")], decision: 5 },
    { seq: 5, at: 5, happened: [undone(2)], decision: 6 },
    { seq: 6, at: 6, happened: [played(1, "d"), joined], decision: 7 },
  ]);
  assert.deepEqual(cards(diary), ["a", "d"]);
  assert.equal(diary.turns().length, 6, "the log still tells all of it");
});

test("what an undo takes back is the first thing that holds no more", () => {
  const diary = new Diary();
  diary.fill([
    { seq: 1, at: 1, happened: [began], decision: 1 },
    { seq: 2, at: 2, happened: [played(0, "a")], decision: 2 },
    { seq: 3, at: 3, happened: [undone(1)], decision: 1 },
    { seq: 4, at: 4, happened: [played(0, "b")], decision: 2 },
    { seq: 5, at: 5, happened: [joined] },
    { seq: 6, at: 6, happened: [undone(1)], decision: 1 },
  ]);
  assert.equal(diary.takenBack(3, 1)?.arguments.card, "a");
  assert.equal(diary.takenBack(6, 1)?.arguments.card, "b");
  assert.equal(diary.takenBack(6, 7), null);
});

test("the game is the one that was begun last; where nobody says so, it is all there is", () => {
  const diary = new Diary();
  diary.write(2, 2, [played(0, "a")], 2);
  assert.deepEqual(cards(diary), ["a"]);
  diary.write(5, 5, [played(1, "b")], 2);
  diary.write(4, 4, [began], 1);
  assert.deepEqual(cards(diary), ["b"]);
});
