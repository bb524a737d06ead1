import assert from "node:assert/strict";
import { test } from "node:test";

const { fit } = await import("../../src/galopp/web/hand_fit.js");

/** The room of a hand on three phones, upright and on its side. */
const ROOMS = [[366, 340], [296, 160], [430, 360]];

test("all cards fit in rows, or are said to be crowded", () => {
  for (const [width, height] of ROOMS) {
    for (let cards = 1; cards <= 40; cards += 1) {
      const { card, crowded } = fit(cards, width, height);
      const columns = Math.floor(width / (card + 8));
      const rows = Math.ceil(cards / columns);
      assert.equal(rows * (1.4 * card + 8) > height + 1, crowded, `${cards} in ${width}×${height}`);
    }
  }
});

test("few cards are large, but not as large as the phone", () => {
  assert.deepEqual(fit(1, 366, 340), { card: 150, crowded: false });
  assert.ok(fit(6, 366, 340).card > 100);
});

test("no card is too small for a thumb", () => {
  assert.deepEqual(fit(40, 296, 160), { card: 44, crowded: true });
});

test("an empty hand is not crowded", () => {
  assert.equal(fit(0, 366, 340).crowded, false);
});
