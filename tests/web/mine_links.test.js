// Where a game that was played can be watched again.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

// A browser that can play by itself, and a page that brought the games along.
globalThis.document.querySelector = (at) => (at.includes("galopp-here") ? { getAttribute: () => "yes" } : null);
Object.assign(globalThis, { location: { origin: "https://play.example" }, indexedDB: {}, Worker: class {} });
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

test("a game of this device is watched and judged here, where its record is", () => {
  const here = { where: "", replay: "HERE-ABCDEF-1" };
  assert.equal(watchPath(noted(here)), "");
  assert.equal(watchPath(noted({ ...here, record: "galopp record 1" })), "/here?replay=HERE-ABCDEF-1&seat=2");
  assert.equal(watchPath(noted({ ...here, record: "galopp record 1" }), true), "/here?replay=HERE-ABCDEF-1&seat=2&review");
});

test("a server's deal of the day is closed while others may still play it; one of this device never is", () => {
  const at = (written) => Date.parse(written);
  const deal = { where: "https://play.example", day: "2026-11-18" };
  assert.ok(isClosed(noted(deal), at("2026-11-18T12:00:00Z")));
  assert.ok(isClosed(noted(deal), at("2026-11-19T23:59:00Z")));
  assert.ok(!isClosed(noted(deal), at("2026-11-20T00:01:00Z")));
  assert.ok(!isClosed(noted({ ...deal, where: "" }), at("2026-11-18T12:00:00Z")));
});
