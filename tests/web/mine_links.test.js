// Where a game that was played can be watched again.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

globalThis.location = /** @type {any} */ ({ origin: "https://play.example" });
const { isClosed, watchPath } = await import("../../src/galopp/web/view/mine/links.js");

const noted = (more = {}) => /** @type {any} */ ({ where: "https://play.example", replay: "KQHTZM-1", record: "", day: "", own: [2], ...more });

test("a game at this server is watched there, through one's own eyes, and can be judged", () => {
  assert.equal(watchPath(noted()), "/replay/KQHTZM-1?seat=2");
  assert.equal(watchPath(noted(), true), "/replay/KQHTZM-1?seat=2&review");
  assert.equal(watchPath(noted({ own: [0, 1] })), "/replay/KQHTZM-1");
});

test("a game at another server is watched at that one", () => {
  assert.equal(watchPath(noted({ where: "https://other.example/games" })), "https://other.example/games/replay/KQHTZM-1?seat=2");
});

test("a game of which nobody has the record cannot be watched, and no server judges one of this device", () => {
  assert.equal(watchPath(noted({ where: "", replay: "HERE-ABCDEF-1" })), "");
  assert.equal(watchPath(noted({ where: "", replay: "HERE-ABCDEF-1", record: "galopp record 1" }), true), "");
});

test("a server's deal of the day is closed while others may still play it; one of this device never is", () => {
  const at = (written) => Date.parse(written);
  const deal = { where: "https://play.example", day: "2026-11-18" };
  assert.ok(isClosed(noted(deal), at("2026-11-18T12:00:00Z")));
  assert.ok(isClosed(noted(deal), at("2026-11-19T23:59:00Z")));
  assert.ok(!isClosed(noted(deal), at("2026-11-20T00:01:00Z")));
  assert.ok(!isClosed(noted({ ...deal, where: "" }), at("2026-11-18T12:00:00Z")));
});
