// Where an address leads, also one that was mutilated on its way.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { route } = await import("../../src/galopp/web/app_routes.js");

function at(pathname, search = "") {
  globalThis.location = { pathname, search };
  return route();
}

test("a link to a move that there is not leads to the game all the same", () => {
  assert.deepEqual(at("/replay/KQHTZM-1/20", "?seat=1"), { page: "replay", id: "KQHTZM-1", at: 20, look: 1 });
  for (const [written, read] of [["abc", 0], ["-1", -1], ["99999999", 99999999], ["", 0]])
    assert.deepEqual(at(`/replay/KQHTZM-1/${written}`), { page: "replay", id: "KQHTZM-1", at: read, look: null });
});

test("an address that cannot be read leads home", () => {
  assert.deepEqual(at("/replay/%E4%B8/3"), { page: "home" });
  assert.deepEqual(at("/%"), { page: "home" });
});
