import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** What waits for its time; the test says when it has come. @type {Map<number, () => void>} */
const waiting = new Map();
let number = 0;

Object.assign(globalThis, {
  setTimeout: (/** @type {() => void} */ deed) => (waiting.set((number += 1), deed), number),
  clearTimeout: (/** @type {number} */ which) => waiting.delete(which),
});

const { RoomScreen } = await import("../../src/galopp/web/model/room_screen.js");

beforeEach(() => waiting.clear());

function timePasses() {
  for (const [which, deed] of [...waiting]) if (waiting.delete(which)) deed();
}

/** A device that has counted so many screens, one news after the other. @param {number[]} counts */
function counted(...counts) {
  let changes = 0;
  const screen = new RoomScreen(() => (changes += 1));
  for (const count of counts) screen.count(count);
  return { screen, changes: () => changes };
}

test("a screen is there as soon as the table says so", () => {
  assert.equal(counted(0).screen.there, false);
  assert.equal(counted(0, 1).screen.there, true);
});

test("a screen that is gone for a moment is waited for", () => {
  const { screen, changes } = counted(1, 0, 0);
  assert.equal(screen.there, true);
  screen.count(2);
  timePasses();
  assert.equal(screen.there, true);
  assert.equal(changes(), 0);
});

test("the wait for a screen does not begin anew with all that is heard of the table meanwhile", () => {
  const { screen, changes } = counted(1, 0);
  const [begun] = waiting.keys();
  screen.count(0);
  assert.deepEqual([...waiting.keys()], [begun]);
  timePasses();
  assert.equal(screen.there, false);
  assert.equal(changes(), 1);
});

test("a screen that has been given up may come again", () => {
  const { screen } = counted(1, 0);
  timePasses();
  screen.count(1);
  assert.equal(screen.there, true);
});
