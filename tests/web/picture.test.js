// What stands on a picture that is shown to others, where it lies, and the same in letters.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placesOf } from "../../src/galopp/web/view/picture/layout.js";
import { squares, textOf } from "../../src/galopp/web/view/picture/text.js";

const row = (name, more = {}) => ({ place: "1", name, pig: "rosy", note: "", values: ["3"], won: false, ...more });
const shown = (more = {}) => ({
  title: "Sau Mau Mau", about: "12 May 2026", game: "saumaumau", told: "Rosa has won!", faces: [], went: [], heads: [], rows: [], footer: "", file: "x", ...more,
});
const rows = (count) => Array.from({ length: count }, (_, n) => row(`seat ${n}`));

test("a picture is a square, or higher where there is more to say, and nothing lies on anything else", () => {
  for (let count = 0; count <= 40; count += 1)
    for (const more of [{}, { told: "" }, { went: ["best", "last"] }, { heads: ["Victories", "Points"] }, { went: ["best"], heads: ["Points"] }]) {
      const { high, banner, told, went, heads, rows: begin, row: each, shown: fit, left } = placesOf(shown({ rows: rows(count), ...more }));
      assert.ok(high === 1080 || high === 1350);
      assert.ok(banner >= 280 && banner < told && told <= went && went <= heads && heads <= begin);
      assert.ok(begin + (fit + (left ? 1 : 0)) * each < high, `${count} rows`);
      assert.equal(fit + left, count);
      if (count <= 7) assert.equal(left, 0);
    }
});

test("the same in letters: who came where, and with what", () => {
  const told = textOf(shown({ rows: [row("Rosa", { note: "won backwards" }), row("Otto", { place: "2", values: [] })], went: ["best", "middle", "last"] }), "https://here/");
  assert.equal(told, "Sau Mau Mau, 12 May 2026\nRosa has won!\n🟩🟨⬜\n1. Rosa: 3, won backwards\n2. Otto\nhttps://here/");
});

test("values are told by what they are", () => {
  const told = textOf(shown({ told: "", heads: ["Victories", "Points"], rows: [row("Rosa", { values: ["3", "41"] })] }));
  assert.equal(told, "Sau Mau Mau, 12 May 2026\n1. Rosa: Victories 3, Points 41");
});

test("a square a race", () => assert.equal(squares(["middle", "best"]), "🟨🟩"));
