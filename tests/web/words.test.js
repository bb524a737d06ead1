import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogues } from "./page.js";

const { allOf, dateStyle, dated, gameWords, known, language, learn, number, say, sentence } = await import("../../src/galopp/web/language/words.js");

catalogues.fr = { hello: "Bonjour, {name} !", cards: ["{count} carte", "{count} cartes"], and: "{first} et {last}", nobody: "personne" };
catalogues["fr/saumaumau"] = { title: "Sau Mau Mau" };
await learn();

test("the page speaks the browser's language if it knows it", () => {
  assert.equal(language(), "fr");
  assert.equal(globalThis.document.documentElement.lang, "fr");
});

test("blanks are filled in once, whatever is in them", () => {
  assert.equal(say("hello", { name: "{name} $& $1 <b>" }), "Bonjour, {name} $& $1 <b> !");
  assert.equal(say("hello"), "Bonjour, {name} !");
});

test("a name is no property of the language", () => {
  assert.equal(say("hello", { name: "__proto__" }), "Bonjour, __proto__ !");
  assert.equal(sentence({}, "no.such.key", {}), "no.such.key");
});

test("French counts 0 and 1 alike", () => {
  assert.deepEqual([0, 1, 2].map((count) => say("cards", { count })), ["0 carte", "1 carte", "2 cartes"]);
});

test("several things are put together as the language does", () => {
  assert.equal(allOf([]), "personne");
  assert.equal(allOf(["A"]), "A");
  assert.equal(allOf(["A", "B", "C"]), "A, B et C");
});

test("numbers are written as the language does", () => {
  assert.equal(number(0.5), "0,5");
  assert.deepEqual([number(-1.25), number(-0), number(0.04, { signDisplay: "exceptZero" })], ["−1,25", "0", "+0,04"]);
});

test("it is known which words there are", () => {
  assert.ok(known("hello"));
  assert.ok(!known("goodbye"));
});

test("the words of a game are fetched, and what failed is tried again", async () => {
  assert.equal((await gameWords("saumaumau")).title, "Sau Mau Mau");
  await assert.rejects(gameWords("another"));
  catalogues["fr/another"] = { title: "Another" };
  assert.equal((await gameWords("another")).title, "Another");
});

test("dates are written as where the reader is at home, if that speaks the language of the page", () => {
  const day = new Date(2026, 2, 4, 12);
  const style = (...languages) => {
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    return dateStyle();
  };
  assert.equal(style("de-AT", "fr-CA", "fr"), "fr-CA");
  assert.equal(style("en-US", "fr"), "fr"); // no country of this language
  assert.match(dated(day), /^4 mars 2026$/);
});
