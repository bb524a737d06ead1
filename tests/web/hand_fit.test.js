import assert from "node:assert/strict";
import { test } from "node:test";

const { fit, rowsOf } = await import("../../src/galopp/web/view/table/hand_fit.js");

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

test("beside the board, cards lie in one row as long as a thumb can hit each", () => {
  assert.deepEqual([5, 7, 8, 11, 14, 15, 20].map((cards) => rowsOf(cards, 366)), [1, 1, 2, 2, 2, 3, 3]);
  assert.deepEqual([5, 11, 20].map((cards) => rowsOf(cards, 1040)), [1, 1, 1]); // a laptop
  assert.equal(rowsOf(12, 0), 1); // not measured yet
});
