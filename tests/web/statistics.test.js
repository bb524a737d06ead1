// What can be said of the games that somebody played, held against somebody who counts slowly.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";
import { behindOf } from "../../src/galopp/web/model/noted.js";
import { NotTaken, readGames, writtenGames } from "../../src/galopp/web/model/played_file.js";
import { counts, isVictory, rivalOf, statistics, tallyOf } from "../../src/galopp/web/model/statistics.js";

const ORDER = ["saumaumau", "ostfriesenlauf", "schweinsgalopp"];
const LEVELS = ["beginner", "casual", "strong", "strongest"];

/** Luck that can be had again. */
function luckOf(seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return { below: (most) => Math.floor(next() * most), chance: (share) => next() < share, any: (all) => all[Math.floor(next() * all.length)] };
}

const seat = (more = {}) => ({ name: "Trudi", pig: "bot", kind: "bot", level: "casual", score: 3, place: 1, ...more });
const person = (more = {}) => seat({ name: "Rosa", pig: "rosy", kind: "person", level: "", ...more });
const game = (more = {}) => ({
  id: "KQHTZM-1-abc", game: "saumaumau", rules: 1, at: 1000, where: "https://play.example/games", replay: "KQHTZM-1", record: "", day: "", again: false,
  options: {}, seats: [person(), seat({ place: 2 })], own: [0], winners: [0], nobodys: [], rivals: 2, ending: "", behind: 0, ...more,
});

function randomGame(luck, number) {
  const players = 2 + luck.below(4);
  const own = [...Array(players).keys()].filter((one) => one === 0 || luck.chance(0.15));
  const seats = Array.from({ length: players }, (_, one) =>
    own.includes(one) ? person({ level: luck.chance(0.05) ? "strong" : "" }) : luck.chance(0.2) ? person() : seat({ level: luck.any(LEVELS) }));
  const nobodys = luck.chance(0.1) ? ["blue"] : [];
  const winners = [...Array(players).keys()].filter(() => luck.chance(0.3));
  const won = own.some((one) => winners.includes(one));
  return game({
    id: `TABLE-${number}`, game: luck.any(ORDER), at: luck.below(500), seats, own, winners, nobodys, rivals: players, again: luck.chance(0.1),
    day: luck.chance(0.1) ? "2026-11-18" : "", ending: luck.any(["", "backward", "forward"]), behind: won ? luck.below(9) : null,
  });
}

/** The same, the slow way: every row of victories is looked at from each of its games. */
function slowly(games) {
  const inTime = games.map((one) => one).sort((a, b) => (a.at !== b.at ? a.at - b.at : a.id < b.id ? -1 : 1));
  const won = inTime.map(({ own, winners }) => winners.filter((one) => own.includes(one)).length > 0);
  let longest = 0;
  for (let from = 0; from < won.length; from += 1)
    for (let to = from + 1; to <= won.length; to += 1) if (won.slice(from, to).every(Boolean)) longest = Math.max(longest, to - from);
  let current = 0;
  while (current < won.length && won[won.length - 1 - current]) current += 1;
  let [share, expected, comeback, shared] = [0, 0, 0, 0];
  for (const { own, winners, nobodys, rivals, behind } of inTime) {
    for (const one of winners) if (own.includes(one)) share += 1 / (winners.length + nobodys.length) / inTime.length;
    for (let one = 0; one < own.length; one += 1) expected += 1 / rivals / inTime.length;
    comeback = Math.max(comeback, behind ?? 0);
    const others = nobodys.length + winners.filter((one) => !own.includes(one)).length;
    if (others && winners.some((one) => own.includes(one))) shared += 1;
  }
  return { games: games.length, victories: won.filter(Boolean).length, shared, share, expected, longest, current, comeback };
}

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} and ${other}`);

function same(tally, games) {
  const slow = slowly(games);
  for (const name of ["games", "victories", "shared", "longest", "current"]) assert.equal(tally[name], slow[name], name);
  near(tally.share, slow.share);
  near(tally.expected, slow.expected);
  assert.equal(tally.comeback?.behind ?? 0, slow.comeback);
}

test("figures are what somebody counts who counts slowly, whatever was played and in whichever order it is read", () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const luck = luckOf(seed);
    const all = Array.from({ length: luck.below(40) }, (_, number) => randomGame(luck, number));
    const found = statistics(all, ORDER);
    const counted = all.filter((one) => !one.again && one.own.length < one.rivals && !one.own.some((seat) => one.seats[seat].level));
    assert.equal(found.uncounted, all.length - counted.length);
    same(found.all, counted);
    for (const { game: name, all: tally, against } of found.games) {
      const ofGame = counted.filter((one) => one.game === name);
      same(tally, ofGame);
      assert.equal(against.reduce((sum, { tally: { games } }) => sum + games, 0), ofGame.length);
      for (const { rival, tally: part } of against) same(part, ofGame.filter((one) => rivalOf(one) === rival));
    }
    assert.deepEqual(statistics([...all].reverse(), ORDER), found);
  }
});

test("a first is a victory that counts, and none of its kind is older", () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const luck = luckOf(1000 + seed);
    const all = Array.from({ length: 30 }, (_, number) => randomGame(luck, number));
    const { firsts } = statistics(all, ORDER);
    const won = all.filter((one) => counts(one) && isVictory(one));
    const earliest = (fits) => Math.min(...won.filter(fits).map(({ at }) => at));
    const at = Object.fromEntries(firsts.map(({ key, noted }) => [key, noted.at]));
    assert.equal(at.victory ?? Infinity, earliest(() => true));
    assert.equal(at.backwards ?? Infinity, earliest(({ ending }) => ending === "backward"));
    assert.equal(at.crowd ?? Infinity, earliest(({ seats }) => seats.length === 5));
    assert.equal(at.day ?? Infinity, earliest(({ day }) => day !== ""));
    assert.equal(at.all_games ?? Infinity, Math.max(...ORDER.map((name) => earliest(({ game: of }) => of === name))));
    assert.equal("in_a_row" in at, statistics(all, ORDER).all.longest >= 3);
    assert.deepEqual(firsts.map(({ noted }) => noted.at), firsts.map(({ noted }) => noted.at).sort((a, b) => a - b));
  }
});

test("the strongest opponent is a person, the best bot, or nobody", () => {
  const against = (...others) => rivalOf(game({ seats: [person(), ...others] }));
  assert.equal(against(seat(), seat({ level: "strongest" }), seat({ level: "strong" })), "strongest");
  assert.equal(against(seat({ level: "strongest" }), person()), "people");
  assert.equal(against(), "alone");
  assert.equal(against(seat({ level: "some.package:Bot" }), seat()), "some.package:Bot");
});

test("nobody has won or lost anything before the first game", () => {
  assert.deepEqual(tallyOf([]), { games: 0, victories: 0, shared: 0, share: 0, expected: 0, current: 0, longest: 0, comeback: null });
  assert.deepEqual(statistics([], ORDER), { all: tallyOf([]), games: [], firsts: [], uncounted: 0 });
});

test("a comeback is the most that a winner was behind whoever was best, and nobody else has one", () => {
  const course = [[0, 0, 0], [3, 9, 4], [10, 9, 12]];
  assert.equal(behindOf(course, [0], [0]), 6);
  assert.equal(behindOf(course, [1], [1]), 3);
  assert.equal(behindOf(course, [0, 2], [0, 2]), 6);
  assert.equal(behindOf(course, [0], [1]), null);
  assert.equal(behindOf([], [0], [0]), 0);
});

// --- The file

const refused = (text, key, number = 0) => assert.throws(() => readGames(text), (error) => error instanceof NotTaken && error.key === key && error.number === number);
const file = (...games) => JSON.stringify({ kind: "galopp games", version: 1, games });

test("what is written is read again, to the last field", () => {
  const luck = luckOf(5);
  const games = [game({ options: { races: 2, board: [40, 20], edition: "2009", mau: true } }), ...Array.from({ length: 20 }, (_, number) => randomGame(luck, number))];
  assert.deepEqual(readGames(writtenGames(games)), games);
});

test("what is unknown in a game is left behind", () => {
  assert.deepEqual(readGames(file({ ...game(), more: "<script>" })), [game()]);
});

test("a file that is not ours, is newer, or is damaged is refused, and says where", () => {
  for (const text of ["", "{", "null", "[]", "galopp record 1", JSON.stringify({ games: [game()] })]) refused(text, "not_ours");
  refused(JSON.stringify({ kind: "galopp games", version: 2, games: [] }), "newer");
  const wrong = {
    id: "<b>", game: "chess", rules: 0, at: "now", where: "javascript:alert(1)", replay: "../..", record: null, day: "today", again: 1,
    options: [], seats: [], own: [], winners: [7], nobodys: "blue", rivals: 1, ending: "a b", behind: -1,
  };
  for (const [name, value] of Object.entries(wrong)) refused(file(game(), game({ [name]: value })), "damaged", 2);
  for (const bad of [null, 3, "game", []]) refused(file(bad), "damaged", 1);
  refused(file(game({ seats: [person({ name: 3 }), seat()] })), "damaged", 1);
  refused(file(game({ own: [0, 0] })), "damaged", 1);
});
