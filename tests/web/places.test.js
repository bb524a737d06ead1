import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf } from "../../src/galopp/web/model/places.js";

/** @param {(number | null)[]} points @param {number[]} winners */
const places = (points, winners) => {
  const rows = points.map((one, seat) => ({ seat, points: one }));
  return rows.map((_, index) => placeOf(rows, index, winners));
};

test("equal points are an equal place, and the next place is left out", () => {
  assert.deepEqual(places([9, 4, 4, 4, 1], [0]), [1, 2, 2, 2, 5]);
});

test("who has won by something else than points is ahead", () => {
  assert.deepEqual(places([4, 4, 4], [0]), [1, 2, 2]);
});

test("who has won together is first together", () => {
  assert.deepEqual(places([5, 5, 0, 0], [0, 1]), [1, 1, 3, 3]);
  assert.deepEqual(places([5, 5, 5, 0], [0, 1]), [1, 1, 3, 4]);
  assert.deepEqual(places([null, null, null], [0, 1]), [1, 1, 3]);
});

test("where points do not count the order does", () => {
  assert.deepEqual(places([null, null, null], []), [1, 2, 3]);
});
