// What the board of Sau Mau Mau shows, and how it changes. No page is needed for that.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { offer, question } from "../../src/galopp/web/games/saumaumau/asking.js";
import { CARDS, FIRST_CODE, PIGS, cardOf, codeFor, readCard } from "../../src/galopp/web/games/saumaumau/deck.js";
import {
  LAYOUTS, MOST_FIELDS, betAt, fieldsOf, onField, standsAt, wayOf,
} from "../../src/galopp/web/games/saumaumau/geometry.js";
import { motions } from "../../src/galopp/web/games/saumaumau/motions.js";
import { plan } from "../../src/galopp/web/games/saumaumau/plan.js";
import { lapField, markerAt, pointField } from "../../src/galopp/web/games/saumaumau/points.js";
import { describe, result, stage } from "../../src/galopp/web/games/saumaumau/saying.js";
import { after, scene, veiled } from "../../src/galopp/web/games/saumaumau/scene.js";

// `galopp.game(name).moves`, kind by kind: the first code, and what each is about.
const MOVES = JSON.parse(readFileSync(new URL("moves.json", import.meta.url), "utf8")).saumaumau;

const OPTIONS = { goal_distances: [15, 17, 19, 21], exact_goal: false, mau: false, races: 4 };
const AT_START = { pink: 0, brown: 0, black: 0, beige: 0 };
const NOBODY = [null, null, null];

const view = (changes = {}) => ({
  viewer: 0, players: 3, options: OPTIONS, phase: "play", race: 1, pigs: AT_START,
  hand: ["pink-3", "floppy-black", "farmer-1"], hand_sizes: [3, 5, 5], pile_size: 20, discards: ["beige-1"],
  top: "pink-2", valid: "pink", turned_up: false, debt: 0, steps: 0, laid: null, pending: [],
  queue: NOBODY, bet: null, points: [0, 0, 0],
  report_queue: NOBODY, report_bets: NOBODY, report_winners: [], report_ending: null,
  report_finish_points: [0, 0, 0], report_bet_points: [0, 0, 0], ...changes,
});
const withMau = (changes = {}) => view({ options: { ...OPTIONS, mau: true }, ...changes });
const happen = (shown, ...events) => events.reduce((now, [key, told]) => after(now, { key, arguments: told }), shown);
const words = {
  say: (key, told = {}) => [key, ...Object.values(told)].join(" "),
  word: (_about, name) => name,
  seat: (seat) => `seat ${seat}`,
  payouts: ["6", "4+", "3+", "2+", "1+"],
};
const show = (before, key, told, layout = LAYOUTS.tall) => {
  const event = { key, arguments: told };
  return motions(event, before, after(before, event), words, { layout, bet: "a bet", coin: (points) => `+${points}` });
};
const flat = (shown) => shown.flatMap((motion) => (motion.kind === "together" ? flat(motion.motions) : [motion]));
const codes = (kind, ...pigs) => pigs.map((pig) => codeFor(kind, pig));
const play = (card) => CARDS.indexOf(card);
const LEGAL = [play("pink-3"), play("floppy-black"), play("farmer-1"), FIRST_CODE.draw];

// --- The codes

test("every code is the one that the rules give", () => {
  assert.deepEqual(Object.fromEntries(Object.entries(MOVES).map(([kind, { first }]) => [kind, first])), FIRST_CODE);
  assert.deepEqual(MOVES.play.subjects, CARDS);
  for (const kind of ["retreat", "bet", "run", "name"]) assert.deepEqual(MOVES[kind].subjects, PIGS);
  assert.equal(cardOf(FIRST_CODE.draw), null);
});

test("a card is read from its name", () => {
  assert.deepEqual(readCard("brown-6"), { kind: "number", colour: "brown", steps: 6 });
  assert.deepEqual(readCard("black-plus2"), { kind: "plus2", colour: "black", steps: 0 });
  assert.deepEqual(readCard("floppy-beige"), { kind: "floppy", colour: "beige", steps: 3 });
  assert.deepEqual(readCard("farmer-2"), { kind: "farmer", colour: "any", steps: 0 });
});

// --- The scene

test("the laurel lies as far away as the number of players says", () => {
  assert.equal(scene(view()).goal, 17);
});

test("a card that is played covers the top card and its colour counts", () => {
  const shown = happen(scene(view({ turned_up: true })), ["played", { seat: 1, card: "brown-2" }]);
  assert.equal(shown.top, "brown-2");
  assert.equal(shown.valid, "brown");
  assert.equal(shown.turnedUp, false);
  assert.equal(shown.discards, 2);
  assert.deepEqual(shown.hands, [3, 4, 5]);
});

test("a named colour counts until a card is played", () => {
  const named = happen(scene(view()), ["played", { seat: 0, card: "farmer-1" }], ["named", { seat: 0, colour: "black" }]);
  assert.equal(named.valid, "black");
  assert.equal(happen(named, ["played", { seat: 1, card: "black-1" }]).valid, "black");
});

test("each +2 adds to the debt, and taking the cards gives as many steps back", () => {
  const owing = happen(scene(view({ pigs: { ...AT_START, pink: 4 } })), ["played", { seat: 1, card: "pink-plus2" }], ["played", { seat: 2, card: "brown-plus2" }]);
  assert.equal(owing.debt, 4);
  const taken = happen(owing, ["drew", { seat: 0, count: 4 }]);
  assert.equal(taken.debt, 0);
  assert.equal(taken.steps, 4);
  assert.equal(taken.pile, 16);
  assert.deepEqual(taken.hands, [7, 4, 4]);
});

test("with all pigs on Start nobody steps back", () => {
  assert.equal(happen(scene(view({ debt: 2 })), ["drew", { seat: 0, count: 2 }]).steps, 0);
});

test("a debt that is taken in two parts gives the steps of both", () => {
  const shown = happen(scene(view({ debt: 4, pile_size: 1, pigs: { ...AT_START, black: 9 } })),
    ["drew", { seat: 0, count: 1 }], ["reshuffled", { count: 1 }], ["drew", { seat: 0, count: 1 }], ["debt_lapsed", { count: 2 }]);
  assert.deepEqual([shown.steps, shown.debt, shown.pile, shown.discards], [2, 0, 0, 0]);
});

test("a single card that is drawn gives no step", () => {
  assert.equal(happen(scene(view({ pigs: { ...AT_START, pink: 4 } })), ["drew", { seat: 0, count: 1 }]).steps, 0);
});

test("the last pig back on Start ends a retreat", () => {
  const shown = happen(scene(view({ steps: 3, pigs: { ...AT_START, pink: 1 } })), ["retreated", { seat: 0, pig: "pink", start: 1, place: 0 }]);
  assert.deepEqual([shown.pigs.pink, shown.steps], [0, 0]);
});

test("a green card that answers a +2 leaves no debt", () => {
  const shown = happen(scene(view({ debt: 2 })), ["played", { seat: 0, card: "floppy-black" }], ["parried", { seat: 0, count: 2 }]);
  assert.equal(shown.debt, 0);
});

test("a card that needs a call waits, and counts once the call is made", () => {
  const waiting = happen(scene(withMau({ hand_sizes: [2, 5, 5] })), ["played", { seat: 0, card: "pink-plus2" }]);
  assert.deepEqual([waiting.laid, waiting.top, waiting.debt], ["pink-plus2", "pink-2", 0]);
  const called = happen(waiting, ["called_mau", { seat: 0 }]);
  assert.deepEqual([called.laid, called.top, called.debt], [null, "pink-plus2", 2]);
});

test("a silent player's card counts when the last of the others has let go", () => {
  const silent = happen(scene(withMau({ laid: "brown-2" })), ["stayed_silent", { seat: 0 }]);
  const first = happen(silent, ["let_go", { seat: 2 }]);
  assert.deepEqual([first.laid, first.pending], ["brown-2", [1]]);
  assert.equal(happen(first, ["let_go", { seat: 1 }]).top, "brown-2");
});

test("a card that is taken back leaves everything as it was", () => {
  const before = scene(withMau({ hand_sizes: [2, 5, 5], debt: 2 }));
  const shown = happen(before, ["played", { seat: 0, card: "pink-plus2" }], ["stayed_silent", { seat: 0 }],
    ["caught", { seat: 1 }], ["took_back", { seat: 0, card: "pink-plus2" }]);
  assert.deepEqual(shown, before);
});

test("a new bet goes to the end of the queue, and those behind the old one move up", () => {
  const shown = happen(scene(view({ queue: [0, 2, 1], bet: "pink" })), ["bet_taken_up", { seat: 0, place: 1 }], ["bet_on", { seat: 0, place: 3, pig: "beige" }]);
  assert.deepEqual(shown.queue, [2, 1, 0]);
  assert.equal(shown.bet, "beige");
});

test("behind the curtain nobody sees the viewer's bet", () => {
  assert.equal(veiled(scene(view({ queue: [0, null, null], bet: "pink" }))).bet, null);
});

test("a race is scored in order, and the next one clears the table", () => {
  const scored = happen(scene(view({ queue: [1, 0, null], bet: "pink" })),
    ["race_over_laurel", { race: 1, seat: 2 }], ["points_for_laurel", { seat: 2, count: 3 }], ["pig_won", { pig: "pink" }],
    ["bet_revealed", { seat: 1, pig: "black", place: 1 }], ["bet_revealed", { seat: 0, pig: "pink", place: 2 }],
    ["points_for_bet", { seat: 0, pig: "pink", count: 6 }]);
  assert.deepEqual(scored.points, [6, 0, 3]);
  assert.deepEqual(scored.revealed, ["pink", "black", null]);
  assert.deepEqual(scored.winners, ["pink"]);
  assert.equal(scored.ending, "laurel");
  const next = happen(scored, ["next_race", { race: 2, seat: 1 }], ["dealt", { count: 5 }], ["turned_up", { card: "floppy-brown" }]);
  assert.deepEqual([next.queue, next.bet, next.winners, next.ending], [[], null, [], null]);
  assert.deepEqual([next.hands, next.pile, next.valid, next.turnedUp], [[5, 5, 5], 23, "brown", true]);
});

test("at the turn limit a race is over too", () => {
  assert.equal(happen(scene(view()), ["race_over_turn_limit", { race: 1, seat: 0 }]).ending, "turn_limit");
});

test("when the game is over all bets lie open", () => {
  const shown = scene(view({ phase: "over", report_queue: [2, null, null], report_bets: [null, null, "brown"], report_winners: ["brown"], report_ending: "both" }));
  assert.deepEqual(shown.queue, [2]);
  assert.equal(shown.revealed[2], "brown");
  assert.deepEqual(shown.winners, ["brown"]);
});

test("what is not known changes nothing", () => {
  const before = scene(view());
  assert.deepEqual(happen(before, ["passed", { seat: 0 }], ["no_bet", { seat: 0 }], ["something_new", {}]), before);
});

// --- Choices of several steps

const retreating = view({ phase: "retreat", steps: 3, pigs: { pink: 1, brown: 0, black: 5, beige: 0 } });

test("only pigs off Start step back, and one may stop at once", () => {
  const now = plan(retreating, [], []);
  assert.deepEqual(now.options, codes("retreat", "pink", "black"));
  assert.deepEqual(now.send, [FIRST_CODE.stop]);
  assert.equal(now.atOnce, false);
});

test("the preview of a retreat shows where the pigs would stand", () => {
  const picked = codes("retreat", "pink", "black");
  const now = plan(retreating, [], picked);
  assert.deepEqual([now.scene.pigs.pink, now.scene.pigs.black, now.scene.steps], [0, 4, 1]);
  assert.deepEqual(now.options, codes("retreat", "black"));
  assert.deepEqual(now.send, [...picked, FIRST_CODE.stop]);
});

test("a retreat that uses up its steps needs no stop", () => {
  const picked = codes("retreat", "black", "black", "black");
  assert.deepEqual(plan(retreating, [], picked).options, []);
  assert.deepEqual(plan(retreating, [], picked).send, picked);
});

test("a retreat that leaves all pigs on Start needs no stop", () => {
  const picked = codes("retreat", "pink");
  const almost = { ...retreating, pigs: { ...AT_START, pink: 1 } };
  assert.deepEqual(plan(almost, [], picked).send, picked);
});

test("a Farmer is played together with the colour it names", () => {
  const farmer = play("farmer-1");
  const asked = plan(view(), LEGAL, [farmer]);
  assert.deepEqual(asked.options, codes("name", ...PIGS));
  assert.equal(asked.send, null);
  assert.equal(asked.scene.top, "farmer-1");
  const complete = plan(view(), LEGAL, [farmer, codeFor("name", "black")]);
  assert.deepEqual([complete.send, complete.atOnce], [[farmer, codeFor("name", "black")], true]);
});

test("a Farmer as last card names nothing", () => {
  assert.equal(plan(view({ hand: ["farmer-1"] }), LEGAL, [play("farmer-1")]), null);
});

test("a Floppy is played together with one of several last pigs, as last card too", () => {
  const floppy = play("floppy-black");
  const pigs = { pink: 2, brown: 0, black: 0, beige: 7 };
  assert.deepEqual(plan(view({ pigs }), LEGAL, [floppy]).options, codes("run", "brown", "black"));
  assert.deepEqual(plan(view({ pigs, hand: ["floppy-black"] }), LEGAL, [floppy]).options, codes("run", "brown", "black"));
});

test("a Floppy asks nothing if one pig is last", () => {
  assert.equal(plan(view({ pigs: { pink: 2, brown: 0, black: 1, beige: 7 } }), LEGAL, [play("floppy-black")]), null);
});

test("where a call is due it comes first", () => {
  for (const card of ["farmer-1", "floppy-black"]) {
    assert.equal(plan(withMau({ hand: [card, "pink-1"] }), LEGAL, [play(card)]), null);
    assert.notEqual(plan(withMau({ hand: [card, "pink-1", "pink-2"] }), LEGAL, [play(card)]), null);
  }
});

test("any other card is simply played", () => {
  assert.equal(plan(view(), LEGAL, [play("pink-3")]), null);
  assert.equal(plan(view(), LEGAL, []), null);
});

// --- The board

for (const [shape, layout] of Object.entries(LAYOUTS)) {
  const inside = ([x, y]) => x > 0 && y > 0 && x < layout.width && y < layout.height;

  test(`every field is on the ${shape} board, however far the laurel is`, () => {
    for (const goal of [5, 21, 60]) {
      for (let field = 0; field <= goal; field += 1) assert.ok(inside(onField(layout, goal, field)));
    }
  });

  test(`pigs on one field of the ${shape} board stand beside each other`, () => {
    for (const place of [0, 3]) {
      const shown = { goal: 19, exact: false, pigs: { pink: place, brown: place, black: place, beige: place } };
      const places = PIGS.map((pig) => String(standsAt(layout, shown, pig)));
      assert.equal(new Set(places).size, PIGS.length);
    }
  });

  test(`markers with the same points stand beside each other on the ${shape} board`, () => {
    for (const points of [0, 17]) {
      const row = Array(5).fill(points);
      assert.equal(new Set(row.map((_, seat) => String(markerAt(layout, row, seat)))).size, 5);
      assert.ok(row.every((_, seat) => inside(markerAt(layout, row, seat))));
    }
  });

  test(`no marker on the ${shape} board lies over what a strip pays`, () => {
    const [half, paysAt] = [28, layout.strip.x + 8]; // of a face; where the longest of the words for points begins
    for (const points of [...Array(20).keys()].slice(1)) {
      const row = [points, points, points + 1, points + 1, points];
      assert.ok(row.every((_, seat) => {
        const [x, y] = markerAt(layout, row, seat);
        return y < layout.strip.y || x + half <= paysAt || x > layout.strip.x + layout.strip.width;
      }), `${points}`);
    }
  });

  test(`all points have a field of their own on the ${shape} board`, () => {
    const fields = Array.from({ length: 57 }, (_, points) => pointField(layout, points));
    assert.ok(fields.every(inside));
    assert.equal(new Set(fields.map((field) => field.map(Math.round).join())).size, 57);
  });

  test(`five bets find room on the ${shape} board`, () => {
    assert.ok([0, 1, 2, 3, 4].every((place) => inside(betAt(layout, place))));
  });
}

test("who has more than 56 points goes round again", () => {
  assert.deepEqual([lapField(56), lapField(57), lapField(60)], [56, 0, 3]);
});

test("the track ends at the laurel unless pigs may run past it", () => {
  assert.equal(fieldsOf({ goal: 19, exact: false, pigs: AT_START }), 19);
  assert.ok(fieldsOf({ goal: 19, exact: true, pigs: { ...AT_START, pink: 31 } }) > 31);
  assert.equal(fieldsOf({ goal: 19, exact: true, pigs: { ...AT_START, pink: 400 } }), MOST_FIELDS);
});

test("a pig runs through every field on its way", () => {
  const before = scene(view({ pigs: { ...AT_START, pink: 2 } }));
  const points = wayOf(LAYOUTS.tall, before, happen(before, ["ran", { pig: "pink", start: 2, place: 7 }]), "pink");
  assert.equal(points.length, 6);
});

// --- Motions

test("one's own card flies from its place in the hand, another's from its player", () => {
  const before = scene(view());
  assert.equal(show(before, "played", { seat: 0, card: "pink-3" })[0].from, "card-pink-3");
  assert.equal(show(before, "played", { seat: 1, card: "pink-3" })[0].from, "seat-1");
});

test("a drawn card and a bet fly face down, also one's own", () => {
  const before = scene(view());
  assert.deepEqual(show(before, "drew", { seat: 0, count: 1 }), [{ kind: "fly", card: null, from: "pile", to: "hand" }]);
  assert.deepEqual(show(before, "received", { seat: 0, card: "pink-1" }), []);
  assert.deepEqual(show(before, "bet_on", { seat: 0, pig: "pink", place: 1 }), [{ kind: "fly", token: "a bet", from: "seat-0", to: "place-1" }]);
});

test("a card that waits flies on when it counts, and home when it is taken back", () => {
  const before = scene(withMau({ laid: "brown-2", pending: [1] }));
  assert.deepEqual(show(before, "let_go", { seat: 1 }), [{ kind: "fly", card: "brown-2", from: "laid", to: "discard" }]);
  assert.deepEqual(show(before, "took_back", { seat: 2, card: "brown-2" }), [{ kind: "fly", card: "brown-2", from: "laid", to: "seat-2" }]);
});

test("whoever shared a field makes room when a pig leaves it", () => {
  const moved = flat(show(scene(view({ pigs: { pink: 3, brown: 3, black: 0, beige: 9 } })), "ran", { pig: "pink", start: 3, place: 5 }));
  assert.deepEqual(moved.map(({ piece }) => piece), ["pig-pink", "pig-brown"]);
});

test("bets behind a gap slide up", () => {
  const moved = flat(show(scene(view({ queue: [1, 0, 2] })), "bet_taken_up", { seat: 1, place: 1 }));
  assert.deepEqual(moved.map(({ piece }) => piece), ["bet-1", "bet-0", "bet-2"]);
});

test("points fly from the bet to whoever laid it, and the marker slides on along the frame", () => {
  const shown = flat(show(scene(view({ queue: [1, 2] })), "points_for_bet", { seat: 2, pig: "pink", count: 6 }));
  const { token, from, to } = shown.find(({ kind }) => kind === "fly");
  assert.deepEqual([token, from, to], ["+6", "place-2", "seat-2"]);
  const marker = shown.find(({ piece }) => piece === "points-2");
  assert.equal(marker.points.length, 3);
});

test("the ends of a race and of the game are celebrated", () => {
  assert.equal(show(scene(view()), "race_over_both", { race: 1, seat: 0 })[0].kind, "cheer");
  assert.equal(show(scene(view()), "game_over", { winners: [1] })[0].kind, "cheer");
});

// --- What is asked

const asked = (changes) => question(view(changes), words);

test("a bet is asked for with what it pays, and a new one with what it costs", () => {
  assert.equal(asked({ phase: "bet" }), "question.bet 6");
  assert.equal(asked({ phase: "bet", queue: [1, 2, null] }), "question.bet 3+");
  assert.equal(asked({ phase: "bet", queue: [0, 1, 2], bet: "pink" }), "question.bet_again pink 6 3+");
  assert.deepEqual(offer({ kind: "bet" }, view({ phase: "bet", queue: [1, null, null] }), words), { note: "offer.bet 4+" });
});

test("whoever owes cards is told how many, and draws so many", () => {
  assert.equal(asked({ debt: 4, legal: ["pink-plus2", "draw"] }), "question.owes 4");
  assert.equal(asked({ debt: 2, legal: ["draw"] }), "question.must_draw 2");
  assert.deepEqual(offer({ kind: "draw" }, view({ debt: 2 }), words), { label: "offer.draw 2" });
  assert.deepEqual(offer({ kind: "draw" }, view(), words), {});
  assert.equal(asked({}), null);
});

test("the button that ends a retreat says how much of it was used", () => {
  const retreat = (...pigs) => plan(view({ phase: "retreat", steps: 2, pigs: { ...AT_START, black: 5, pink: 1 } }), [], codes("retreat", ...pigs));
  assert.deepEqual([retreat().ask, retreat().filled, retreat().confirm.key], ["question.retreat", { count: 2 }, "offer.retreat_none"]);
  assert.deepEqual(retreat("black").confirm, { key: "offer.retreat_done", arguments: { number: 1, all: 2 } });
  assert.equal(retreat("black", "black").ask, "question.retreated");
});

// --- In words

test("the board is described with everything that lies on it", () => {
  const said = describe(scene(view({ debt: 2, queue: [1, 0, null], bet: "beige", laid: "brown-2" })), words).join("\n");
  for (const part of ["board.goal 17", "board.pig pink 0", "board.top pink-2", "board.counts pink", "board.laid brown-2",
    "board.debt 2", "board.pile 20", "board.bet 6 1", "board.bet_on 4+ 0 beige", "board.seat 2 0 5"]) {
    assert.ok(said.includes(part), part);
  }
});

test("the line above the board says which race it is", () => {
  assert.equal(stage(scene(view({ race: 2 })), words), "board.race 2 4");
});

test("the final standing has the best first", () => {
  const rows = result(view({ points: [3, 11, 8], report_finish_points: [3, 0, 0], report_bet_points: [0, 6, 4] }), words);
  assert.deepEqual(rows.map(({ seat, points }) => [seat, points]), [[1, 11], [2, 8], [0, 3]]);
});
