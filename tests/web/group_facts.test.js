// What follows from the news of a group, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const facts = await import("../../src/galopp/web/model/group_facts.js");

const member = (number, { name = `M${number}`, here = false } = {}) => ({ member: number, name, pig: "", founder: number === 0, here, joined: 0, passkeys: [] });
const seat = (number) => ({ member: number, name: "", level: "", place: 1, points: 0, share: 0, luck: null });
const table = (changed) => ({ table: "KQHTZM", game: "saumaumau", players: 4, phase: "lobby", round: 1, expected: [], seated: [], names: [], counts: true, opened: 0, tournament: 0, ...changed });
const played = (members, changed = {}) => ({ number: 1, game: "saumaumau", played: 0, seats: members.map(seat), replay: "", elsewhere: false, struck: false, cut_short: false, tournament: 0, added_by: null, ...changed });
const news = (changed) => ({ you: 0, founder: 0, members: [0, 1, 2, 3].map((one) => member(one, { here: true })), tables: [], latest: [], ...changed });

test("who played last plays next, everybody one seat further", () => {
  assert.deepEqual(facts.nextPeople(news({ latest: [played([0, 1, 2])] }), 5), [1, 2, 0, 3]);
  assert.deepEqual(facts.nextPeople(news({ latest: [played([0, null, 1])] }), 2), [1, 0]);
});

test("who is not here is not asked, unless they still sit at a table that is over", () => {
  const members = [member(0), member(1), member(2, { here: true }), member(3, { name: "" })];
  assert.deepEqual(facts.nextPeople(news({ members, latest: [played([0, 1, 2])] }), 5), [2, 0]);
  const tables = [table({ phase: "over", seated: [0, 1] })];
  assert.deepEqual(facts.nextPeople(news({ members, tables, latest: [played([0, 1, 2])] }), 5), [1, 2, 0]);
});

test("a game that was played elsewhere says nothing of seats", () => {
  assert.deepEqual(facts.nextPeople(news({ latest: [played([2, 1], { elsewhere: true })] }), 5), [0, 1, 2, 3]);
});

test("whoever opens a table is among those who sit down, however many are here", () => {
  assert.deepEqual(facts.nextPeople(news({ you: 3, latest: [played([0, 1, 2])] }), 3), [1, 2, 3]);
});

test("as many seats as last time, but one for everybody who is expected", () => {
  const game = { fewest: 2, most: 5 };
  assert.equal(facts.howMany(3, 4, game), 4);
  assert.equal(facts.howMany(5, 4, game), 5);
  assert.equal(facts.howMany(1, undefined, game), 4);
  assert.equal(facts.howMany(9, 2, { fewest: 1, most: 4 }), 4);
});

test("a table that expects us comes first, and none that is over is there, though it was ours", () => {
  const tables = [table({ table: "A", phase: "over", seated: [0], opened: 9 }), table({ table: "D", phase: "over", seated: [1] }), table({ table: "B", phase: "playing", opened: 1 }), table({ table: "C", expected: [0] })];
  assert.deepEqual(facts.tablesToShow(news({ tables })).map((one) => one.table), ["C", "B"]);
  assert.ok(!facts.awaits(news({}), table({ expected: [0], seated: [0] })));
});

const row = (number, changed) => ({ member: number, games: 9, victories: 0, expected: 0, points: 0, place: 1, rating: null, reviewed: 9, luck: null, luck_error: null, adjusted: null, ...changed });

test("tables of the tournament are shown with it, and nowhere else", () => {
  const tables = [table({ tournament: 2 }), table({ table: "B", tournament: 1 })];
  assert.deepEqual(facts.tablesToShow(news({ tables, tournament: { number: 2 } })).map((one) => one.table), ["B"]);
});

test("equals share a place, in whatever order", () => {
  const rows = [row(0, { place: 1, points: 5 }), row(1, { place: 2, points: 8 }), row(2, { place: 2, points: 8 })];
  assert.deepEqual(facts.ranked(rows, "points").map(({ row: { member: who }, place }) => [who, place]), [[1, 1], [2, 1], [0, 3]]);
  assert.deepEqual(facts.ranked(rows, "victories").map(({ place }) => place), [1, 2, 2]);
  assert.deepEqual(facts.ranked([row(0), row(1, { rating: { strength: 20, uncertainty: 1 } })], "rating")[0].row.member, 1);
});

test("nobody is called lucky by accident, or after a game or two", () => {
  const rows = [row(0, { luck: 1, luck_error: 0.6, adjusted: 3 }), row(1, { luck: 5, luck_error: 0.1, reviewed: 2, adjusted: 9 }), row(2, { luck: -2, luck_error: 0.3, adjusted: 4 })];
  const { most, least, first } = facts.lucky(rows);
  assert.equal(most, null);
  assert.equal(least.member, 2);
  assert.equal(first.member, 2);
  assert.equal(facts.lucky([row(0)]).first, null);
});

test("who is ahead of whom can be seen from both sides", () => {
  const all = [{ member: 0, other: 1, games: 9, ahead: 5, level: 1 }, { member: 1, other: 2, games: 4, ahead: 4, level: 0 }];
  assert.deepEqual(facts.opponents(all, 1).map(({ other, ahead }) => [other, ahead]), [[0, 3], [2, 4]]);
  const both = [...all, { member: 1, other: 0, games: 9, ahead: 3, level: 1 }];
  assert.deepEqual(facts.opponents(both, 1), facts.opponents(all, 1));
});

test("a game is struck by the founder or whoever added it, once", () => {
  assert.ok(facts.mayStrike(news({}), played([])));
  assert.ok(facts.mayStrike(news({ you: 2 }), played([], { added_by: 2 })));
  assert.ok(!facts.mayStrike(news({ you: 2 }), played([])));
  assert.ok(!facts.mayStrike(news({}), played([], { struck: true })));
});

test("a round is drawn before the first and between two, for two people at least", () => {
  const planned = { phase: "planned", entered: [0, 1], drawn: [], rounds: 1 };
  assert.ok(facts.mayDraw(planned));
  assert.ok(!facts.mayDraw({ ...planned, entered: [0] }));
  assert.ok(!facts.mayDraw({ ...planned, phase: "playing" }));
  assert.ok(!facts.mayDraw({ ...planned, phase: "between", drawn: [{}] }));
});

test("a screen in the room shows a tournament until another evening has begun", () => {
  const over = { phase: "over", drawn: [{ tables: [{ game: 3 }, { game: null }] }], standings: [{ played: 1, byes: 0 }] };
  const onScreen = (/** @type {object | null} */ tournament, /** @type {number[] | null} */ games) => facts.tournamentOnScreen({ tournament, evening: games && { games } });
  assert.equal(onScreen(over, [2, 3]), over);
  assert.equal(onScreen(over, [4]), null);
  assert.equal(onScreen(over, null), over);
  const planned = { phase: "planned", drawn: [] };
  assert.equal(onScreen(planned, [4]), planned);
  assert.equal(onScreen(null, [4]), null);
});

test("a screen shows who is there, then the evening; of a tournament who takes part, the tables and how they stand", () => {
  const evening = { games: [1] };
  const kinds = (/** @type {object} */ news) => facts.screenParts({ tournament: null, evening: null, ...news }).map(({ kind }) => kind);
  const before = { phase: "planned", entered: [0, 1], drawn: [], standings: [{ played: 0, byes: 0 }] };
  const first = { ...before, phase: "playing", drawn: [{ tables: [{ game: null }] }] };
  const second = { ...first, standings: [{ played: 1, byes: 0 }, { played: 0, byes: 1 }] };
  assert.deepEqual(kinds({}), ["here"]);
  assert.deepEqual(kinds({ evening }), ["evening"]);
  assert.deepEqual(kinds({ tournament: before, evening }), ["entered"]);
  assert.deepEqual(kinds({ tournament: first, evening }), ["round"]);
  for (const phase of ["playing", "between"]) assert.deepEqual(kinds({ tournament: { ...second, phase }, evening }), ["round", "standings"]);
  const over = { ...second, phase: "over", drawn: [{ tables: [{ game: 1 }] }] };
  assert.deepEqual(kinds({ tournament: over, evening }), ["standings"]);
  assert.deepEqual(kinds({ tournament: over, evening: { games: [2] } }), ["evening"]);
  const withoutGames = { ...first, phase: "over" };
  assert.deepEqual(kinds({ tournament: withoutGames, evening }), ["evening"]);
  assert.deepEqual(kinds({ tournament: withoutGames }), ["here"]);
  assert.equal(facts.tournamentOnScreen({ tournament: withoutGames, evening: null }), null); // its name stands nowhere
});

test("the bell counts down by the server's clock, and not once the round is over", () => {
  assert.equal(facts.untilBell({ until: 100, over: false }, 90), 10);
  assert.equal(facts.untilBell({ until: 100, over: false }, 120), 0);
  assert.equal(facts.untilBell({ until: 100, over: true }, 90), null);
  assert.equal(facts.untilBell({ until: null, over: false }, 90), null);
});

test("a table that had no game when the bell rang is not said to be on", () => {
  assert.equal(facts.tableIs({ over: false }, { game: null }), "on");
  assert.equal(facts.tableIs({ over: false }, { game: 3 }), "done");
  assert.equal(facts.tableIs({ over: true }, { game: 3 }), "done");
  assert.equal(facts.tableIs({ over: true }, { game: null }), "left");
});

test("a long list is shown page by page, each about as long", () => {
  const all = [...Array(14).keys()];
  assert.deepEqual(facts.pageOf(all, 12, 0).shown, all.slice(0, 7));
  assert.deepEqual(facts.pageOf(all, 12, 8).shown, all.slice(7));
  assert.equal(facts.pageOf(all.slice(0, 12), 12, 8).pages, 1);
  assert.deepEqual(facts.pageOf([], 12, 5).shown, []);
});

test("a record tells who sat where", () => {
  assert.deepEqual(facts.namesIn("galopp record 1\ngame: saumaumau\nplayers: 3\nseed: 1\nseat 0: Anna B\nseat 2: Emil\n"), ["Anna B", "", "Emil"]);
  assert.deepEqual(facts.namesIn("no record"), []);
});
