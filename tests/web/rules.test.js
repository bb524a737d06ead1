import assert from "node:assert/strict";
import { test } from "node:test";
import { found, holds, inTurns, isRuling, places, textOf, wordsOf } from "../../src/galopp/web/view/rules/text.js";

// As locale/rules_text.py reads it; tests/play/test_rules_text.py says how.
const blocks = [
  { kind: "paragraph", told: { pieces: ["You play. ", { kind: "mark", text: "S1" }, " Then ", { kind: "italic", text: "we look" }, ". ", { kind: "mark", text: "S2" }], rulings: ["S1", "S2"] } },
  { kind: "list", ordered: false, items: [{ pieces: [{ kind: "bold", text: "Draw" }, " one."], rulings: [] }, { pieces: ["Pass."], rulings: [] }] },
  {
    kind: "table", head: [["name"], ["does"]], rows: [
      { cells: [[{ kind: "bold", text: "Exact" }], ["more. ", { kind: "mark", text: "S2" }]], rulings: ["S2"] },
      { cells: [[{ kind: "bold", text: "Other" }], ["less. ", { kind: "mark", text: "S4" }]], rulings: ["S4"] },
    ],
  },
];

test("the text of a place is all that stands there, its number too", () => {
  assert.equal(textOf(blocks[0].told.pieces), "You play. (S1) Then we look. (S2)");
});

test("what is looked for is found without case and accents, word by word", () => {
  assert.deepEqual(wordsOf("  Ecole  GRÜN "), ["ecole", "grun"]);
  assert.ok(holds("Grüne Karten von der École", wordsOf("école grun")));
  assert.ok(!holds("Grüne Karten", wordsOf("grün blau")));
});

test("of lists and tables only what was found is left", () => {
  const left = blocks.flatMap((block) => found(block, wordsOf("s2")) ?? []);
  assert.deepEqual(left.map(({ kind }) => kind), ["paragraph", "table"]);
  assert.equal(left[1].rows.length, 1);
  assert.equal(places(left), 2);
});

test("what was found is lit up, and nothing is lost", () => {
  const turns = inTurns("Grüne und grüne Karten", wordsOf("grün kart"));
  assert.deepEqual(turns, ["", "Grün", "e und ", "grün", "e ", "Kart", "en"]);
  assert.deepEqual(inTurns("nothing", ["x"]), ["nothing"]);
});

test("an address may name a ruling, and nothing else", () => {
  assert.ok(isRuling("S10") && isRuling("G7"));
  assert.ok(!isRuling("") && !isRuling("10") && !isRuling('S10"]'));
});
