import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogues } from "./page.js";

const { learn } = await import("../../src/galopp/web/words.js");
const { Teller, isTold } = await import("../../src/galopp/web/telling.js");

catalogues.fr = {
  and: "{first} et {last}",
  nobody: "personne",
  "table.said": "{seat} : {phrase}",
  "table.bot": "{seat}: {level}",
  "phrase.oink": "Groin !",
  "level.casual": "gourmand",
};
await learn();

const teller = new Teller(
  {
    "event.played": "{seat} joue {card}.",
    "event.won": "{winners} : {pigs}",
    "event.moved": "{runner} passe {other_runner} ({steps})",
    "card.pink-1": "le 1 rose",
    "pigs.pink": "le rose",
    "pigs.brown": "le brun",
    "runner.red": "Vert",
    "runner.blue": "Bleu",
    "move.bet": "Parier sur {pig}",
    "move.draw": "Piocher",
    "pig.pink": "le rose",
  },
  (seat) => ["Rosa", "Otto"][seat],
);

test("seats become names, cards and pigs become words", () => {
  assert.equal(teller.event({ key: "played", arguments: { seat: 1, card: "pink-1" } }), "Otto joue le 1 rose.");
});

test("lists become one phrase", () => {
  assert.equal(teller.event({ key: "won", arguments: { winners: [0, 1], pigs: ["pink", "brown"] } }), "Rosa et Otto : le rose et le brun");
});

test("another runner is a runner, and numbers stay numbers", () => {
  assert.equal(teller.event({ key: "moved", arguments: { runner: "red", other_runner: "blue", steps: -3 } }), "Vert passe Bleu (-3)");
});

test("moves are told with what they are about", () => {
  assert.equal(teller.move({ code: 0, notation: "", kind: "bet", about: "pig", subject: "pink" }), "Parier sur le rose");
  assert.equal(teller.move({ code: 1, notation: "", kind: "draw", about: "", subject: "" }), "Piocher");
});

test("what happens at the table is told in the page's words", () => {
  assert.equal(teller.event({ key: "table.said", arguments: { seat: 0, phrase: "oink" } }), "Rosa : Groin !");
  assert.equal(teller.event({ key: "table.bot", arguments: { seat: 1, level: "casual" } }), "Otto: gourmand");
  assert.equal(teller.event({ key: "table.bot", arguments: { seat: 1, level: "rosa-2" } }), "Otto: rosa-2");
});

test("what the page has no words for is not told", () => {
  assert.ok(isTold({ key: "played", arguments: {} }));
  assert.ok(isTold({ key: "table.said", arguments: {} }));
  assert.ok(!isTold({ key: "table.decided", arguments: {} }));
});

test("a hostile name stays a name", () => {
  const hostile = new Teller({ "event.played": "{seat} joue {card}." }, () => "{card} __proto__ $&");
  assert.equal(hostile.event({ key: "played", arguments: { seat: 0, card: "x" } }), "{card} __proto__ $& joue x.");
});
