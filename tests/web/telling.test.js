import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogues } from "./page.js";

const { learn } = await import("../../src/galopp/web/language/words.js");
const { Teller, isTold } = await import("../../src/galopp/web/language/telling.js");

catalogues.fr = {
  and: "{first} et {last}",
  nobody: "personne",
  "table.said": "{seat} : {phrase}",
  "table.bot": "{seat}: {level}",
  "phrase.oink": "Groin !",
  "level.casual": "gourmand",
};
await learn();

/** Who sits at the table, and who of them reads. */
const company = (you = null) => ({
  name: (seat) => ["Rosa", "Otto"][seat],
  viewpoint: { you },
  shown: { payouts: [], owned: { runner: ["red", "yellow", "blue", "white"] } },
  news: { players: 2 },
});

const teller = new Teller(
  {
    "event.played": "{seat} joue {card}.",
    "event.won": "{winners} : {pigs}",
    "event.moved": "{runner} passe {other_runner} ({steps})",
    "card.pink-1": "le 1 rose",
    "pigs.pink": "le rose",
    "pigs.brown": "le brun",
    "runner.blue": "Bleu",
    "runner.white": "Blanc",
    "move.bet": "Parier sur {pig}",
    "move.draw": "Piocher",
    "pig.pink": "le rose",
  },
  company(),
);

test("seats become names, cards and pigs become words", () => {
  assert.equal(teller.event({ key: "played", arguments: { seat: 1, card: "pink-1" } }), "Otto joue le 1 rose.");
});

test("lists become one phrase", () => {
  assert.equal(teller.event({ key: "won", arguments: { winners: [0, 1], pigs: ["pink", "brown"] } }), "Rosa et Otto : le rose et le brun");
});

test("another runner is a runner, and a number below zero has a minus sign", () => {
  assert.equal(teller.event({ key: "moved", arguments: { runner: "blue", other_runner: "white", steps: -3 } }), "Bleu passe Blanc (−3)");
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
  const hostile = new Teller({ "event.played": "{seat} joue {card}." }, { ...company(), name: () => "{card} __proto__ $&" });
  assert.equal(hostile.event({ key: "played", arguments: { seat: 0, card: "x" } }), "{card} __proto__ $& joue x.");
});

// --- Whoever reads of themselves reads "you"

const OWN = {
  "event.played": "{seat} joue {card}.",
  "event.played.you": "Tu joues {card}.",
  "event.drew": ["{seat} pioche {count} carte.", "{seat} pioche {count} cartes."],
  "event.drew.you": ["Tu pioches {count} carte.", "Tu pioches {count} cartes."],
  "event.over": "La victoire va à {winners}.",
  "event.over.you_winners": "Tu as gagné.",
  "event.swapped": "{runner} et {other_runner} échangent.",
  "event.swapped.you_other_runner": "Tu échanges avec {runner}.",
  "event.started": "{seat} commence.",
  "reason.near": "{runner_alone} est tout près.",
  "runner.red": "Vert",
  "runner.yellow": "Jaune",
  "runner.blue": "Bleu",
  "runner.owned": "{seat} ({runner})",
  "runner.yours": "{runner} (ton coureur)",
};
const told = (you, key, filled) => new Teller(OWN, company(you)).event({ key, arguments: filled });

test("one's own deeds are told in the second person, to oneself alone", () => {
  assert.equal(told(0, "played", { seat: 0, card: "x" }), "Tu joues x.");
  assert.equal(told(1, "played", { seat: 0, card: "x" }), "Rosa joue x.");
  assert.equal(told(null, "played", { seat: 0, card: "x" }), "Rosa joue x.");
  assert.equal(told(0, "drew", { seat: 0, count: 2 }), "Tu pioches 2 cartes.");
  assert.equal(told(0, "started", { seat: 0 }), "Rosa commence."); // a sentence without such a form
});

test("whoever wins alone has won; who shares it is named with the others", () => {
  assert.equal(told(0, "over", { winners: [0] }), "Tu as gagné.");
  assert.equal(told(0, "over", { winners: [0, 1] }), "La victoire va à Rosa et Otto.");
});

test("a runner is told with its player, and nobody's by its colour alone", () => {
  assert.equal(told(null, "swapped", { runner: "red", other_runner: "blue" }), "Rosa (Vert) et Bleu échangent.");
  assert.equal(told(1, "swapped", { runner: "red", other_runner: "yellow" }), "Tu échanges avec Rosa (Vert).");
  assert.equal(told(0, "swapped", { runner: "red", other_runner: "yellow" }), "Vert (ton coureur) et Otto (Jaune) échangent.");
  assert.equal(new Teller(OWN, company(0)).say("reason.near", { runner: "red" }), "Vert est tout près.");
});
