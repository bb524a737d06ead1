// Where an address leads, also one that was mutilated on its way.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { replayPath } = await import("../../src/galopp/web/model/replay_path.js");
const { route } = await import("../../src/galopp/web/routes.js");

function at(pathname, search = "") {
  globalThis.location = { pathname, search };
  return route();
}

test("a link to a move that there is not leads to the game all the same", () => {
  assert.deepEqual(at("/replay/KQHTZM-1/20", "?seat=1"), { page: "replay", id: "KQHTZM-1", at: 20, look: 1, review: false });
  for (const [written, read] of [["abc", 0], ["-1", -1], ["99999999", 99999999], ["", 0]])
    assert.deepEqual(at(`/replay/KQHTZM-1/${written}`), { page: "replay", id: "KQHTZM-1", at: read, look: "all", review: false });
});

test("a game that is over lies open, unless the address names eyes to see it through", () => {
  for (const [search, look] of [["", "all"], ["?seat=all", "all"], ["?seat=9", "all"], ["?seat=nobody", null], ["?seat=0", 0]])
    assert.equal(at("/replay/KQHTZM-1", search).look, look);
  for (const look of ["all", null, 2]) {
    const [path, search = ""] = replayPath("KQHTZM-1", 7, look).split("?");
    assert.equal(at(path, search && `?${search}`).look, look);
  }
});

test("a link may ask for the review of a game, beside the eyes to see it through", () => {
  for (const look of ["all", null, 1]) {
    const [path, search] = replayPath("KQHTZM-1", 7, look, true).split("?");
    assert.deepEqual(at(path, `?${search}`), { page: "replay", id: "KQHTZM-1", at: 7, look, review: true });
  }
});

test("an address that cannot be read leads home", () => {
  assert.deepEqual(at("/replay/%E4%B8/3"), { page: "home" });
  assert.deepEqual(at("/%"), { page: "home" });
});

test("the games of this browser have an address", () => {
  for (const path of ["/mine", "/mine/"]) assert.deepEqual(at(path), { page: "mine" });
});

test("a group has an address, also where it is opened and on a screen, which a table's code does not reach", () => {
  assert.deepEqual(at("/g/bcdfghkl"), { page: "group", code: "BCDFGHKL" });
  for (const path of ["/g", "/g/"]) assert.deepEqual(at(path), { page: "group", code: "" });
  assert.deepEqual(at("/tv/BCDFGHKL"), { page: "groupTv", code: "BCDFGHKL" });
  assert.deepEqual(at("/tv/KQHTZM"), { page: "tv", code: "KQHTZM" });
  assert.deepEqual(at("/tv"), { page: "tv", code: "" });
  assert.deepEqual(at("/t"), { page: "home" });
});
