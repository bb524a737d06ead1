// What a host has chosen anew, for whoever did not choose it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changes } from "../../src/galopp/web/view/lobby/changes.js";

const TABLE = { players: 3, options: { races: 4, goal_distances: [15, 17, 19, 21] }, settings: { pace: 1, thinking: { kind: "off", seconds: 600, bonus: 0 } } };

test("what was left alone is not told", () => {
  assert.deepEqual(changes(TABLE, structuredClone(TABLE)), []);
});

test("of several numbers only those are told that changed, with what they were", () => {
  const after = { ...TABLE, options: { ...TABLE.options, goal_distances: [15, 19, 19, 21] } };
  assert.deepEqual(changes(TABLE, after), [{ kind: "option", name: "goal_distances", at: 1, before: 17, after: 19 }]);
});

test("numbers in whose place a name was chosen are told as one", () => {
  const after = { ...TABLE, options: { ...TABLE.options, goal_distances: "short" } };
  assert.deepEqual(changes(TABLE, after).map(({ at, after: now }) => [at, now]), [[null, "short"]]);
});

test("seats and settings are told as well", () => {
  const after = { players: 4, options: TABLE.options, settings: { pace: 0, thinking: { kind: "days", seconds: 86400, bonus: 0 } } };
  assert.deepEqual(changes(TABLE, after).map(({ kind, name }) => [kind, name]), [["players", "players"], ["setting", "pace"], ["setting", "thinking"]]);
});
