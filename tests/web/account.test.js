// How each point came about, told from what happened. Whole games are in tests/table/test_accounts.py.

import assert from "node:assert/strict";
import { test } from "node:test";

import { account as lauf } from "../../src/galopp/web/games/ostfriesenlauf/account.js";
import { account as maumau } from "../../src/galopp/web/games/saumaumau/account.js";
import { account as galopp } from "../../src/galopp/web/games/schweinsgalopp/account.js";

const words = {
  say: (key, told = {}) => [key, ...Object.values(told)].join(" "),
  word: (about, name) => `${about}.${name}`,
  seat: (seat) => `seat ${seat}`,
};
const happen = (...events) => events.map(([key, told = {}]) => ({ key, arguments: told }));
const values = ({ cells }) => cells.map(({ value }) => value);
const told = ({ parts }) => parts.map((part) => part.told);

// --- Sau Mau Mau

const RACE = happen(
  ["race_over_both", { race: 1, seat: 1 }],
  ["points_for_laurel", { seat: 1, count: 3 }],
  ["points_for_last_card", { seat: 1, count: 5 }],
  ["pig_won", { pig: "pink" }],
  ["bet_revealed", { seat: 1, pig: "pink", place: 1 }],
  ["bet_revealed", { seat: 0, pig: "black", place: 2 }],
  ["points_for_bet", { seat: 1, pig: "pink", count: 6 }],
);

test("a race of Sau Mau Mau tells of laurel, last card and bets, also of the bet that was lost", () => {
  const { rows, total } = maumau({ players: 3, points: [0, 14, 0] }, RACE, words);
  assert.deepEqual(values(rows[0]), ["0", "14", "0"]);
  assert.deepEqual(values(total), ["0", "14", "0"]);
  assert.deepEqual(rows[0].about, ["event.race_over_both 1 1", "event.pig_won pink"]);
  assert.deepEqual(rows[0].cells.map(told), [
    ["account.bet 0 black"],
    ["account.laurel 3", "account.last_card 5", "account.bet 6 pink"],
    ["account.no_bet"],
  ]);
});

test("races that this page was not told of are one row, and the total holds", () => {
  const { rows, total } = maumau({ players: 3, points: [4, 20, 0] }, RACE, words);
  assert.deepEqual(rows.map(({ title }) => title), ["account.before", "account.race 1"]);
  assert.deepEqual(values(rows[0]), ["4", "6", "0"]);
  assert.deepEqual(values(total), ["4", "20", "0"]);
});

test("who knows nothing of a game still knows how it ended", () => {
  const { rows } = maumau({ players: 2, points: [7, 0] }, [], words);
  assert.deepEqual(rows.map(values), [["7", "0"]]);
});

// --- Schweinsgalopp

test("food for the lead and from the track is told apart, and so is what was lost with the last card", () => {
  const happened = happen(
    ["food_for_the_lead", { seat: 0 }], ["food_for_the_lead", { seat: 0 }], ["food_from_track", { seat: 0 }],
    ["secured", { seat: 0, count: 3 }],
    ["food_from_track", { seat: 1 }], ["given_back", { seat: 1, count: 1 }],
    ["race_over", { race: 1 }], ["next_race", { race: 2, seat: 1 }],
    ["secured", { seat: 0, count: 0 }], ["food_for_the_lead", { seat: 1 }], ["secured", { seat: 1, count: 1 }],
    ["race_over", { race: 2 }],
  );
  const { rows, total } = galopp({ players: 2, secured: [3, 1] }, happened, words);
  assert.deepEqual(rows.map(values), [["3", "0"], ["0", "1"]]);
  assert.deepEqual(values(total), ["3", "1"]);
  assert.deepEqual(told(rows[0].cells[0]), ["account.lead 2", "account.track 1", "account.secured 3"]);
  assert.deepEqual(told(rows[0].cells[1]), ["account.track 1", "account.given_back 1", "account.secured 0"]);
  assert.deepEqual(rows[0].cells[1].parts.map(({ value }) => value), ["1", "−1", ""]);
  assert.deepEqual(told(rows[1].cells[0]), ["account.nothing"]);
});

test("food that lay there when a table began in the middle of a race is told as well", () => {
  const happened = happen(
    ["food_for_the_lead", { seat: 0 }], ["secured", { seat: 0, count: 3 }],
    ["food_for_the_lead", { seat: 1 }], ["given_back", { seat: 1, count: 2 }],
    ["race_over", { race: 1 }],
  );
  const { rows } = galopp({ players: 2, secured: [3, 0] }, happened, words);
  assert.deepEqual(told(rows[0].cells[0]), ["account.held 2", "account.lead 1", "account.secured 3"]);
  assert.deepEqual(told(rows[0].cells[1]), ["account.held 1", "account.lead 1", "account.given_back 2", "account.secured 0"]);
});

// --- Ostfriesenlauf

const FINISH = {
  players: 2, round_number: 4, sign: 28, options: { board: "default" }, won: ["blue"], ended: { forward: 0, backward: 1 },
  places: { red: 20, yellow: 29, blue: -14, white: 3 },
};

test("who has won comes first, and whoever is over the line is so forwards or backwards", () => {
  const { heads, total } = lauf(FINISH, [], words);
  assert.deepEqual(heads.map(({ name }) => name), ["runner.blue", "seat 1", "seat 0", "runner.white"]);
  assert.deepEqual(heads.map(({ seat }) => seat), [null, 1, 0, null]);
  assert.deepEqual(values(total), ["account.backwards 2", "account.forwards 2", "account.to_go 8", "account.to_go 16"]);
  assert.deepEqual(total.about, ["ending.backward"]);
});

test("a round tells how far each runner came and by which cards; the rounds count from the last", () => {
  const happened = happen(
    ["turned_over", { count: 2 }],
    ["card_turned", { runner: "red", card: "1:+3a" }], ["ran", { runner: "yellow", start: 4, place: 7 }],
    ["card_turned", { runner: "blue", card: "4:swap-1" }],
    ["swapped", { runner: "red", other_runner: "yellow", start: 2, place: 7 }],
    ["next_round", { round: 4 }],
    ["turned_over", { count: 1 }],
    ["card_turned", { runner: "red", card: "4:sheep" }], ["sign_moved", { animal: "sheep", start: 28, place: 36 }],
    ["over_backwards", { runner: "blue", count: 2 }],
  );
  const { rows } = lauf(FINISH, happened, words);
  assert.deepEqual(rows.map(({ title }) => title), ["account.round 3", "account.round 4"]);
  assert.deepEqual(values(rows[0]), ["0", "−2", "+5", "0"]); // blue, yellow, red, white
  assert.deepEqual(told(rows[0].cells[1]), ["account.ahead 3 1:+3a", "account.back 5 4:swap-1"]);
  assert.deepEqual(told(rows[0].cells[0]), ["account.stood"]);
  assert.deepEqual(rows[1].about, ["event.sign_moved sheep 28 36", "event.over_backwards blue 2"]);
});
