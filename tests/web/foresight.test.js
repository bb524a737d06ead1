// What is certain of a move: where it leads on the board, and in which words. No page is needed for that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { game as lauf } from "../../src/galopp/web/games/ostfriesenlauf/game.js";
import { game as mau } from "../../src/galopp/web/games/saumaumau/game.js";
import { game as galopp } from "../../src/galopp/web/games/schweinsgalopp/game.js";
import "./page.js"; // after what draws, which would want more of a page
import { Foresight, sceneAfter } from "../../src/galopp/web/model/foresight.js";

/** The key of a sentence and what is filled in, for want of a catalogue. */
const words = {
  say: (key, filled = {}) => [key.replace("foresight.", ""), ...Object.values(filled)].join(" "),
  word: (_about, name) => name,
  seat: (seat) => `seat ${seat}`,
};
const event = (key, told = {}) => ({ key, arguments: told });
const foreseen = (happens, later = []) => ({ move: 0, happens, later });
const told = (game, scene, move) => {
  const after = sceneAfter(game, scene, move);
  return { after, words: game.foretell(move, scene, after, words) };
};

// --- Schweinsgalopp

const RACE = {
  viewer: 0, ring: 22, places: { red: 0, yellow: -1, green: -2, blue: -3, white: -4 }, played: null, hand: null,
  handSizes: [3, 3], open: [0, 0], secured: [0, 0], stack: 50, trackFood: [], winners: [],
};
const galopps = (pig, place, ...then) =>
  foreseen([event("played", { seat: 0, pig }), event("ran", { pig, start: -4, place }), ...then]);

test("Schweinsgalopp: the pig stands where it will, and leads", () => {
  const { after, words: said } = told(galopp, RACE, galopps("white", 1, event("food_for_the_lead", { seat: 0, pig: "white" })));
  assert.equal(after.places.white, 1);
  assert.deepEqual(said, ["ran white 1", "ranks white, red, yellow, green, blue", "food_for_the_lead 0 white"]);
});

test("Schweinsgalopp: where ranks change all are told, and spaces are those of the ring", () => {
  const places = { ...RACE.places, red: 30, yellow: 28 };
  const said = told(galopp, { ...RACE, places }, galopps("white", 23)).words;
  assert.deepEqual(said, ["ran white 1", "ranks red, yellow, white, green, blue"]);
});

test("Schweinsgalopp: where they stay, who does not lead is told the rank", () => {
  const places = { red: 30, yellow: 28, white: 20, green: 9, blue: 4 };
  assert.deepEqual(told(galopp, { ...RACE, places }, galopps("white", 23)).words, ["ran white 1", "rank 3"]);
  assert.deepEqual(told(galopp, { ...RACE, places }, galopps("red", 32)).words, ["ran red 10"]);
});

test("Schweinsgalopp: food that is not there is not given back, and the next race does not clear the ghost", () => {
  const over = [event("given_back", { seat: 0, count: 0 }), event("race_over", { race: 1 }), event("next_race", { race: 2, seat: 1 })];
  const { after, words: said } = told(galopp, RACE, galopps("white", 1, ...over));
  assert.equal(after.places.white, 1);
  assert.deepEqual(said, ["ran white 1", "ranks white, red, yellow, green, blue", "race_over 1"]);
});

// --- Sau Mau Mau

const MAU = {
  viewer: 0, players: 3, goal: 17, exact: false, mau: false, pigs: { pink: 4, brown: 13, black: 4, beige: 0 }, hands: [3, 3, 3],
  discards: 0, debt: 0, laid: null, pending: [], queue: [1], bet: null, winners: [], points: [0, 0, 0], ending: null,
};
const runs = (pig, place, ...then) =>
  foreseen([event("played", { seat: 0, card: `${pig}-4` }), event("ran", { pig, start: 0, place }), ...then]);

test("Sau Mau Mau: a pig that reaches the laurel stands there, whatever is dealt then", () => {
  const over = [
    event("race_over_laurel", { race: 1, seat: 0 }), event("points_for_laurel", { seat: 0, count: 3 }), event("pig_won", { pig: "brown" }),
    event("next_race", { race: 2, seat: 1 }), event("dealt", { count: 5 }),
  ];
  const { after, words: said } = told(mau, MAU, runs("brown", 17, ...over));
  assert.equal(after.pigs.brown, 17);
  assert.deepEqual(said, ["ran brown 0 17", "race_over_laurel 1 0", "points_for_laurel 0 3"]);
});

test("Sau Mau Mau: that a pig takes the lead is told, that it keeps it is not", () => {
  assert.deepEqual(told(mau, MAU, runs("pink", 14)).words, ["ran pink 0 14", "leads pink", "ranks pink, brown, black, beige"]);
  assert.deepEqual(told(mau, MAU, runs("brown", 14)).words, ["ran brown 0 14"]);
});

test("Sau Mau Mau: all ranks are told where they change, level pigs as such", () => {
  assert.deepEqual(told(mau, MAU, runs("beige", 4)).words, ["ran beige 0 4", "ranks brown, pink = black = beige"]);
  assert.deepEqual(told(mau, MAU, runs("pink", 13)).words, ["ran pink 0 13", "ranks pink = brown, black, beige"]);
  const retreats = foreseen(["pink", "black"].map((pig) => event("retreated", { seat: 0, pig, place: 3 })));
  assert.deepEqual(told(mau, MAU, retreats).words, ["retreated 0 pink 3", "retreated 0 black 3"]);
  const back = foreseen([event("retreated", { seat: 0, pig: "brown", place: 4 })]);
  assert.deepEqual(told(mau, MAU, back).words, ["retreated 0 brown 4", "ranks pink = brown = black, beige"]);
});

test("Sau Mau Mau: a bet lies where it will, and drawing one card is no news", () => {
  const { after } = told(mau, MAU, foreseen([event("bet_on", { seat: 0, place: 2, pig: "pink" })]));
  assert.deepEqual([after.queue, after.bet], [[1, 0], "pink"]);
  assert.deepEqual(told(mau, MAU, foreseen([event("drew", { seat: 0, count: 1 })])).words, []);
  assert.deepEqual(told(mau, MAU, foreseen([event("drew", { seat: 0, count: 4 })])).words, ["drew 0 4"]);
});

// --- Ostfriesenlauf

const stand = (place) => ({ place, lane: 1 });
const LAUF = {
  viewer: 0, players: 4, spaces: 40, sign: 28, order: ["white", "blue", "yellow", "red"], laid: 0, pile: [null, null, null, null],
  hands: [5, 4, 4, 4], backs: [{}, {}, {}, {}], stacks: {}, runners: { red: stand(21), yellow: stand(15), blue: stand(9), white: stand(2) },
};
const LAID = event("laid_card", { seat: 0, stack: "2", card: "2:+5" });

test("Ostfriesenlauf: the first card of a round is told with what it does later", () => {
  const way = { runner: "yellow", start: 15, start_lane: 1, place: 22, lane: 1 };
  const move = foreseen([LAID], [event("card_turned", { runner: "white", card: "2:+5" }), event("ran", way)]);
  const { after, words: said } = told(lauf, LAUF, move);
  assert.equal(after.runners.yellow.place, 22);
  assert.deepEqual(said, ["first", "ran yellow 15 1 22 1", "ranks yellow, red, blue, white"]);
});

test("Ostfriesenlauf: after a swap all ranks are told, where they stay that of whoever ran, behind the start too", () => {
  const turned = event("card_turned", { runner: "white", card: "4:+2" });
  const swap = event("swapped", { runner: "white", start: 2, start_lane: 1, place: 21, lane: 1, other_runner: "red" });
  const swapped = told(lauf, LAUF, foreseen([LAID], [turned, swap])).words;
  assert.deepEqual(swapped.slice(2), ["ranks white, yellow, blue, red"]);
  const back = event("ran", { runner: "white", start: 2, start_lane: 1, place: -3, lane: 1 });
  assert.deepEqual(told(lauf, LAUF, foreseen([LAID], [turned, back])).words, ["first", "ran white 2 1 -3 1", "rank 4"]);
});

test("Ostfriesenlauf: any other card waits, and all that is certain is who has its rank now", () => {
  const { after, words: said } = told(lauf, { ...LAUF, laid: 2 }, foreseen([LAID]));
  assert.deepEqual(after.runners, LAUF.runners);
  assert.deepEqual(said, ["waits 3", "rank_now 2 yellow"]);
});

// --- Asking

/** A table at which seat 0 may decide on 3 or 4, and what is being chosen there. */
const table = ({ viewer = 0, covered = false, now = { decision: 5, window: null } } = {}) => ({
  viewpoint: { viewer, covered }, now, drawn: 0, changed() { this.drawn += 1; },
});
const choosing = ({ options = [3, 4] } = {}) => ({ options, picked: [] });
/** Somebody who knows the rules, and what they were asked. */
const referee = (asked = []) => ({
  foresee: async (seat, picked) => {
    asked.push([seat, ...picked]);
    return { decision: 5, moves: [3, 4].map((move) => ({ move, happens: [], later: [] })) };
  },
});
const answered = () => new Promise((done) => setTimeout(done, 5));

test("the rules are asked once for a decision, when somebody first points at something possible", async () => {
  const asked = [];
  const choice = choosing();
  const foresight = new Foresight(table(), choice, referee(asked));
  foresight.point(9); // not possible now
  assert.deepEqual(asked, []);
  foresight.point(3);
  assert.equal(foresight.foreseen, null); // nothing waits for the answer
  await answered();
  assert.equal(foresight.foreseen?.move, 3);
  foresight.point(4);
  assert.equal(foresight.foreseen?.move, 4);
  foresight.point(null);
  assert.equal(foresight.foreseen, null);
  assert.deepEqual(asked, [[0]]);
  choice.picked = [3];
  foresight.point(4);
  await answered();
  assert.deepEqual(asked.at(-1), [0, 3]);
});

test("nothing is shown behind the curtain, in a window, or of a decision that is past", async () => {
  const foresight = new Foresight(table(), choosing(), referee());
  foresight.point(3);
  await answered();
  assert.ok(foresight.foreseen);
  for (const past of [{ covered: true }, { now: { decision: 5, window: {} } }, { now: { decision: 6, window: null } }, { options: [] }, { viewer: 1 }]) {
    Object.assign(foresight, { table: table(past), choice: choosing(past) });
    assert.equal(foresight.foreseen, null);
  }
});
