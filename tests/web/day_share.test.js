// What somebody tells others of the deal of a day.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countsPoints, nextDeal, placeOfDay, wentOf } from "../../src/galopp/web/view/day/share.js";

const cells = (...values) => values.map((value) => ({ value, parts: [] }));
const ACCOUNT = {
  column: "", total: { title: "", about: [], cells: [] },
  heads: [0, 1, 2].map((seat) => ({ seat, name: "", picture: null })),
  rows: [["3", "9", "4"], ["+5", "−3", "0"], ["2", "2", "1"]].map((row) => ({ title: "", about: [], cells: cells(...row) })),
};

test("race by race it is told how somebody did, and equals are equal", () => {
  assert.deepEqual(wentOf(ACCOUNT, 0), ["last", "best", "best"]);
  assert.deepEqual(wentOf(ACCOUNT, 1), ["best", "last", "best"]);
  assert.deepEqual(wentOf(ACCOUNT, 2), ["middle", "middle", "last"]);
  assert.deepEqual(wentOf(ACCOUNT, 4), []);
});

test("who did as well has the same place", () => {
  const results = [{ won: true, points: 9 }, { won: true, points: 7 }, { won: true, points: 7 }, { won: false, points: 8 }];
  assert.deepEqual(results.map((_, index) => placeOfDay(results, index)), [1, 2, 2, 4]);
});

test("points that only say who has won are not counted", () => {
  assert.ok(!countsPoints([{ won: true, points: 1 }, { won: false, points: 0 }]));
  assert.ok(countsPoints([{ won: true, points: 12 }]));
});

test("the next deal comes at midnight UTC", () => {
  assert.equal(new Date(nextDeal("2026-12-31")).toISOString(), "2027-01-01T00:00:00.000Z");
});
