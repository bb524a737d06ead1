import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { found, holds, inTurns, isRuling, piecesOf, places, sectionsOf, wordsOf } from "../../src/galopp/web/view/rules/text.js";

const text = `# A game

Points S1 to S3 are marked.

## A turn

You play (S1). Then *we look* (S2).

- **Draw** one (S3).
  It waits.
- Pass.

## Options

| name | does |
|---|---|
| **Exact** | more (S2). |
| **Other** | less (S4). |
`;
const sections = sectionsOf(text);
const blocks = sections.flatMap(({ blocks }) => blocks);

test("a text is sections, and what stands above the first of them", () => {
  assert.deepEqual(sections.map(({ title }) => title), ["", "A turn", "Options"]);
  assert.deepEqual(blocks.map(({ kind }) => kind), ["paragraph", "paragraph", "list", "table"]);
});

test("a ruling is told where its number stands in brackets, and only spoken of elsewhere", () => {
  const [above, turn, list, options] = blocks;
  assert.deepEqual(above.told.rulings, []);
  assert.deepEqual(turn.told.rulings, ["S1", "S2"]);
  assert.deepEqual(list.items.map(({ rulings }) => rulings), [["S3"], []]);
  assert.deepEqual(options.rows.map(({ rulings }) => rulings), [["S2"], ["S4"]]);
});

test("an item goes on in the next line", () => {
  assert.equal(blocks[2].items[0].text, "**Draw** one (S3). It waits.");
});

test("bold, italics and rulings are pieces; a mark stands behind the stop", () => {
  const told = piecesOf("**Draw** one, *or* see S2 (S3). It waits.").map(({ kind, text }) => `${kind}:${text}`);
  assert.deepEqual(told, ["bold:Draw", "text: one, ", "italic:or", "text: see ", "name:S2", "text:. ", "mark:S3", "text: It waits."]);
});

test("nothing in a text becomes anything else than text", () => {
  assert.deepEqual(piecesOf("<b onclick=x> [a](javascript:x) 2 * 3"), [{ kind: "text", text: "<b onclick=x> [a](javascript:x) 2 * 3" }]);
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

for (const language of ["de", "en", "fr"]) {
  for (const [game, last] of [["saumaumau", "V13"], ["ostfriesenlauf", "O36"], ["schweinsgalopp", "G27"]]) {
    test(`every line of the rules of ${game} is read as what it is, in ${language}`, () => {
      const written = readFileSync(new URL(`../../src/galopp/locale/${language}/rules/${game}.md`, import.meta.url), "utf8");
      const read = sectionsOf(written).flatMap(({ blocks }) => blocks);
      const rulings = read.flatMap((block) =>
        block.kind === "paragraph" ? block.told.rulings : (block.kind === "list" ? block.items : block.rows).flatMap((one) => one.rulings));
      assert.ok(rulings.includes(last));
      const told = read.filter(({ kind }) => kind === "paragraph").map(({ told }) => told.text);
      assert.deepEqual(told.filter((one) => /^[-|#\d]/.test(one)), []);
    });
  }
}
