// A recorded game inside a link: what goes in comes out, and nothing else does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fragmentOf, hasGame, readGame } from "../../src/galopp/web/net/link.js";

const GAME = `galopp record 1\ngame: saumaumau\nseat 0: Zoë\n\n${"1. 0 black-6\n".repeat(200)}end: 200\n`;

test("a game comes out of a link as it went in", async () => {
  const fragment = await fragmentOf(GAME);
  assert.match(fragment, /^game=[\w-]+$/); // nothing that a messenger would cut off or change
  assert.ok(fragment.length < GAME.length / 4);
  assert.equal(await readGame(`#${fragment}`), GAME);
});

test("keys of a table are no game", () => {
  assert.equal(hasGame("#game=abc"), true);
  assert.equal(hasGame("#seat0=abc"), false);
  assert.equal(hasGame(""), false);
});

test("what was cut short or is no game gives nothing", async () => {
  const fragment = await fragmentOf(GAME);
  assert.equal(await readGame(`#${fragment.slice(0, -9)}`), null);
  assert.equal(await readGame("#game=%%%"), null);
  assert.equal(await readGame("#game=AAAA"), null);
});

test("a small link cannot hold something without an end", async () => {
  const fragment = await fragmentOf("x".repeat(2 ** 24));
  assert.ok(fragment.length < 2 ** 16);
  assert.equal(await readGame(`#${fragment}`), null);
});
