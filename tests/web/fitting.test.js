// Names on a board that are longer than the room for them.

import assert from "node:assert/strict";
import { test } from "node:test";

const { cut, drawnWidth, widthOf } = await import("../../src/galopp/web/games/fitting.js");

test("a name is cut to its room, by how broad its letters are", () => {
  for (const name of ["M".repeat(24), "Wilhelmine von der Ostfr", "i".repeat(24), "Åsa", ""]) {
    const shown = cut(name, 248, 20);
    assert.ok(widthOf(shown, 20) <= 248, shown);
    assert.ok(shown === name || name.startsWith(shown.slice(0, -1)));
  }
  assert.equal(cut("Wilhelmine", 248, 20), "Wilhelmine");
  assert.ok(cut("i".repeat(24), 248, 20).length > cut("M".repeat(24), 248, 20).length);
});

test("what all but fills its room is drawn no wider than that, in whatever font there is", () => {
  assert.equal(drawnWidth("Huschborste", 206, 20), widthOf("Huschborste", 20)); // a broader font would run out
  assert.equal(drawnWidth("Wilhelmine", 150, 20), 150);
  assert.equal(drawnWidth("Ida", 206, 20), null);
});
