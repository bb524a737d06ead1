// What the board of Ostfriesenlauf shows, and how it changes. No page is needed for that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CARDS, codeOf, effectOf, faceDown, ovalOf, ownerOf } from "../../src/galopp/web/games/ostfriesenlauf/deck.js";
import { free, posts, postFoot, signFoot, trackOf, way } from "../../src/galopp/web/games/ostfriesenlauf/geometry.js";
import { motions } from "../../src/galopp/web/games/ostfriesenlauf/motions.js";
import { after, scene, veiled } from "../../src/galopp/web/games/ostfriesenlauf/scene.js";
import { result, unowned } from "../../src/galopp/web/games/ostfriesenlauf/speech.js";
import { beyond, rankOf, ranking, toGo } from "../../src/galopp/web/games/ostfriesenlauf/standing.js";
import { placeOf } from "../../src/galopp/web/model/places.js";

const OPTIONS = { board: "default", show_hand_backs: true };
const NO_BACKS = { 1: 0, 2: 0, 3: 0, 4: 0 };
const ONE_EACH = { 1: 1, 2: 1, 3: 1, 4: 1 };
const HIDDEN = { 1: null, 2: null, 3: null, 4: null };
const EMPTY_PILE = [null, null, null, null];

const view = (changes = {}) => ({
  viewer: 0, players: 2, options: OPTIONS, phase: "draw", round_number: 1, turn: 1,
  places: { red: 0, yellow: 0, blue: 0, white: 0 }, lanes: { red: 3, yellow: 4, blue: 2, white: 1 },
  order: ["yellow", "red", "blue", "white"], sign: 28, stack_sizes: { 1: 13, 2: 13, 3: 13, 4: 13 },
  hand: ["1:+2a", "2:start", "3:+5", "4:sheep"], hand_sizes: [4, 4], hand_backs: [ONE_EACH, ONE_EACH],
  own_card: null, pile_backs: EMPTY_PILE, laid: 0, discards: [], report_cards: EMPTY_PILE, won: [], ...changes,
});

/** The scene after several events, each a key and what it tells. */
const happen = (shown, ...events) =>
  events.reduce((now, [key, told = {}]) => after(now, { key, arguments: told }), shown);

const words = {
  say: (key, filled) => (filled ? `${key} ${JSON.stringify(filled)}` : key),
  word: (_about, name) => name,
  seat: (seat) => `seat ${seat}`,
};
const show = (before, key, told = {}, board = { shape: "tall" }) => {
  const event = { key, arguments: told };
  return motions(event, before, after(before, event), words, board);
};
const flat = (shown) => shown.flatMap((motion) => (motion.kind === "together" ? flat(motion.motions) : [motion]));

const ALL_LAID = [
  ["laid", { seat: 1, stack: "4" }],
  ["laid_card", { seat: 0, stack: "2", card: "2:start" }],
  ["laid_blind", { runner: "blue", stack: "2" }],
  ["laid_blind", { runner: "white", stack: "1" }],
];

// --- The cards

test("the deck has sixty cards, fifteen to a stack, and codes that count them", () => {
  assert.equal(CARDS.length, 60);
  assert.equal(new Set(CARDS).size, 60);
  assert.equal(codeOf("1:-2"), 0);
  assert.equal(codeOf("2:-2"), 15);
  assert.equal(codeOf("4:sheep"), 59);
});

test("a card's name says what it does", () => {
  assert.deepEqual(effectOf("1:+4b"), { back: "1", kind: "run", steps: 4, other: null, animal: null });
  assert.deepEqual(effectOf("4:-6"), { back: "4", kind: "run", steps: -6, other: null, animal: null });
  assert.deepEqual(effectOf("1:5-ahead-of-2"), { back: "1", kind: "ahead", steps: 5, other: "2", animal: null });
  assert.deepEqual(effectOf("3:1-behind-2"), { back: "3", kind: "behind", steps: 1, other: "2", animal: null });
  assert.deepEqual(effectOf("2:swap-3"), { back: "2", kind: "swap", steps: 0, other: "3", animal: null });
  assert.equal(effectOf("2:start").kind, "start");
  assert.deepEqual(effectOf("4:sheep"), { back: "4", kind: "sign", steps: 0, other: null, animal: "sheep" });
});

test("a table plays on a named board, or on numbers of its own", () => {
  assert.equal(ovalOf("calmer").spaces, 42);
  assert.equal(ovalOf("default").animals.fish, 28);
  assert.deepEqual(ovalOf([20, 3, 5, 9, 12, 15]).animals, { snail: 3, hedgehog: 5, fish: 9, turtle: 12, sheep: 15 });
});

test("runners beyond the players belong to nobody", () => {
  assert.equal(ownerOf("yellow", 2), 1);
  assert.equal(ownerOf("blue", 2), null);
});

// --- The standing

test("further is higher, and on one space the inner lane is", () => {
  const stands = scene(view({ places: { red: 3, yellow: 3, blue: -2, white: 7 } })).runners;
  assert.deepEqual(ranking(stands), ["white", "red", "yellow", "blue"]);
  assert.equal(rankOf(stands, "blue"), 4);
});

test("the line can be reached both ways: the set-up needs 28 forwards or 13 backwards", () => {
  assert.deepEqual(toGo(0, 28, 40), { forwards: 28, backwards: 13 });
  assert.equal(beyond(28, 28, 40), 1);
  assert.equal(beyond(-12, 28, 40), 0);
  assert.equal(beyond(-13, 28, 40), 1);
});

// --- The scene

test("a view shows the viewer's own card on the pile, and of the others the backs", () => {
  const { pile } = scene(view({ own_card: "2:start", pile_backs: [4, 2, null, null], laid: 2 }));
  assert.deepEqual(pile, [{ back: "4", card: null }, { back: "2", card: "2:start" }, null, null]);
});

test("behind the curtain nobody's own card is seen", () => {
  const shown = veiled(scene(view({ own_card: "2:start", pile_backs: [4, 2, null, null], laid: 2 })));
  assert.deepEqual(shown.pile[1], { back: "2", card: null });
  const hidden = { ...OPTIONS, show_hand_backs: false };
  assert.deepEqual(veiled(scene(view({ options: hidden, hand_backs: [ONE_EACH, HIDDEN] }))).backs, [HIDDEN, HIDDEN]);
});

test("a card drawn leaves its stack and joins a hand", () => {
  const shown = happen(scene(view()), ["drew", { seat: 1, stack: "3" }]);
  assert.equal(shown.stacks[3], 12);
  assert.deepEqual(shown.hands, [4, 5]);
  assert.equal(shown.backs[1][3], 2);
  assert.equal(shown.phase, "lay");
});

test("heights and backs that are hidden stay hidden", () => {
  const options = { ...OPTIONS, show_hand_backs: false };
  const before = scene(view({ options, stack_sizes: { ...HIDDEN, 2: 0 }, hand_backs: [ONE_EACH, HIDDEN] }));
  const shown = happen(before, ["drew", { seat: 1, stack: "1" }]);
  assert.equal(shown.stacks[1], null);
  assert.deepEqual(shown.backs[1], HIDDEN);
  assert.deepEqual(shown.hands, [4, 5]);
});

test("cards are laid in the laying order; an ownerless runner's comes from its stack", () => {
  const shown = happen(scene(view()), ...ALL_LAID);
  assert.deepEqual(shown.pile.map((laid) => laid.back), ["4", "2", "2", "1"]);
  assert.equal(shown.pile[1].card, "2:start");
  assert.equal(shown.laid, 4);
  assert.deepEqual([shown.stacks[1], shown.stacks[2]], [12, 12]);
  assert.deepEqual(shown.hands, [3, 3]);
});

test("for an empty stack a runner lays nothing", () => {
  const shown = happen(scene(view({ laid: 2, pile_backs: [4, 2, null, null] })), ["laid_nothing", { runner: "blue", stack: "2" }]);
  assert.deepEqual([shown.pile[2], shown.laid], [null, 3]);
});

test("a card that is turned marks the runners that have its ranks now", () => {
  const before = scene(view({ places: { red: 3, yellow: 9, blue: 5, white: -2 } }));
  assert.deepEqual(happen(before, ["card_turned", { runner: "yellow", card: "2:swap-3" }]).touched, ["blue", "red"]);
  assert.deepEqual(happen(before, ["card_turned", { runner: "yellow", card: "4:+2" }]).touched, ["white"]);
  assert.deepEqual(happen(before, ["card_turned", { runner: "yellow", card: "4:sheep" }]).touched, []);
});

test("runners run, move in and swap; the sign moves", () => {
  const shown = happen(
    scene(view()),
    ["ran", { runner: "white", start: 0, start_lane: 1, place: 5, lane: 1 }],
    ["moved_in", { runner: "blue", place: 0, lane: 1 }],
    ["swapped", { runner: "white", other_runner: "blue", start: 5, start_lane: 1, place: 0, lane: 1 }],
    ["sign_moved", { animal: "sheep", start: 28, place: 36 }],
  );
  assert.deepEqual(shown.runners.white, { place: 0, lane: 1 });
  assert.deepEqual(shown.runners.blue, { place: 5, lane: 1 });
  assert.equal(shown.sign, 36);
});

test("a round that is done goes to the discards, and the last runner lays first", () => {
  const turned = ["4:+2", "2:start", "2:+3a", "1:+5a"].map((card, slot) =>
    ["card_turned", { runner: ["yellow", "red", "blue", "white"][slot], card }]);
  const shown = happen(
    scene(view()), ...ALL_LAID, ["turned_over", { count: 4 }], ...turned,
    ["ran", { runner: "white", start: 0, start_lane: 1, place: 5, lane: 1 }],
    ["next_round", { round: 2 }],
  );
  assert.deepEqual(shown.discards, { 1: 1, 2: 2, 3: 0, 4: 1 });
  assert.equal(shown.top, "1:+5a");
  assert.deepEqual(shown.pile, EMPTY_PILE);
  assert.deepEqual(shown.order, ["yellow", "red", "blue", "white"]);
  assert.deepEqual([shown.laid, shown.round, shown.turned], [0, 2, null]);
});

test("discards come back to their stacks", () => {
  const before = scene(view({ discards: ["1:+2a", "1:+3a", "4:sheep"], stack_sizes: NO_BACKS }));
  const shown = happen(before, ["reshuffled", { count: 3 }]);
  assert.deepEqual(shown.stacks, { 1: 2, 2: 0, 3: 0, 4: 1 });
  assert.deepEqual(shown.discards, NO_BACKS);
});

test("where heights are hidden, a stack that is filled again is only known not to be empty", () => {
  const options = { ...OPTIONS, show_hand_backs: false };
  const before = scene(view({ options, discards: ["1:+2a"], stack_sizes: NO_BACKS }));
  assert.deepEqual(happen(before, ["reshuffled", { count: 1 }]).stacks, { ...NO_BACKS, 1: null });
});

test("whoever has won is known, be it somebody's runner or nobody's", () => {
  const shown = happen(scene(view()), ["ownerless_won", { runner: "white" }], ["game_over", { winners: [1] }]);
  assert.deepEqual(shown.won, ["yellow", "white"]);
  assert.equal(shown.phase, "over");
  const nobodys = happen(scene(view()), ["unowned_victory", { runner: ["white"], count: 1 }]);
  assert.deepEqual([nobodys.won, nobodys.phase], [["white"], "over"]);
});

test("an event changes a new scene, never the old one", () => {
  const before = scene(view());
  const kept = structuredClone(before);
  happen(before, ["drew", { seat: 0, stack: "1" }], ...ALL_LAID, ["next_round", { round: 2 }]);
  assert.deepEqual(before, kept);
});

// --- Where things are

for (const shape of ["tall", "high", "wide"]) {
  test(`the ${shape} oval closes, whatever its number of spaces`, () => {
    for (const spaces of [12, 20, 40, 42, 99]) {
      const track = trackOf(shape, spaces);
      for (const place of [-spaces - 3, -1, 0, 7]) {
        assert.deepEqual(track.lane(place, 1), track.lane(place + spaces, 1));
      }
    }
  });

  test(`in the ${shape} shape one runs to the right at the top and to the left at the bottom`, () => {
    const track = trackOf(shape, 40);
    assert.ok(track.lane(1, 1)[0] > track.lane(0, 1)[0]);
    assert.ok(track.lane(22, 1)[0] < track.lane(20, 1)[0]);
    assert.deepEqual([track.facing(0), track.facing(21)], [1, -1]);
  });

  test(`lane 1 of the ${shape} oval is innermost, and every lane is on the board`, () => {
    const track = trackOf(shape, 40);
    const [middleX, middleY] = track.layout.middle;
    const off = ([x, y]) => Math.hypot(x - middleX, y - middleY);
    for (let place = 0; place < 40; place++) {
      assert.ok(off(track.lane(place, 1)) < off(track.lane(place, 4)));
      const [x, y] = track.feet({ place, lane: 4 });
      assert.ok(x > 30 && y > 70 && x < track.layout.width - 30 && y < track.layout.height);
    }
  });

  test(`animals that stand close by each other get room beside the ${shape} track`, () => {
    const track = trackOf(shape, 99);
    const feet = Object.values(posts(track, { snail: 3, hedgehog: 4, fish: 5, turtle: 6, sheep: 7 }))
      .map((place) => postFoot(track, place));
    for (let index = 1; index < feet.length; index++) {
      const [[x, y], [nextX, nextY]] = [feet[index - 1], feet[index]];
      assert.ok(Math.hypot(nextX - x, nextY - y) > 62);
    }
  });

  test(`the sign is never higher than the ${shape} board`, () => {
    const track = trackOf(shape, 40);
    const animals = { snail: 2, hedgehog: 6, fish: 12, turtle: 20, sheep: 30 };
    for (const space of Object.values(animals)) assert.ok(signFoot(track, animals, space)[1] >= 100);
  });

  test(`on the ${shape} board no post stands in front of the discards or the round`, () => {
    for (const board of ["default", "wilder", "calmer"]) {
      const { spaces, animals } = ovalOf(board);
      const track = trackOf(shape, spaces);
      const { discards, round } = track.layout;
      assert.deepEqual(free(discards, track, animals), discards[0]);
      assert.deepEqual(free(round, track, animals), round[0]);
    }
  });
}

test("a post in the way sends the round to another corner", () => {
  const track = trackOf("tall", 12);
  const { round } = track.layout;
  const animals = { snail: 2, hedgehog: 4, fish: 6, turtle: 8, sheep: 10 };
  assert.deepEqual(free(round, track, animals), round[1]);
});

test("a way leads over every place between, forwards or back", () => {
  assert.deepEqual(way(2, 5), [2, 3, 4, 5]);
  assert.deepEqual(way(1, -2), [1, 0, -1, -2]);
});

// --- What is shown

test("a run goes over every space of the board that is on the page, after time to read the card", () => {
  const told = { runner: "white", start: 0, start_lane: 1, place: 4, lane: 1 };
  for (const [board, shape] of [[{ shape: "tall" }, "tall"], [{ shape: "tall", high: true }, "high"], [{ shape: "wide" }, "wide"]]) {
    const [pause, runner, rank] = flat(show(scene(view()), "ran", told, board));
    assert.equal(pause.kind, "pause");
    assert.deepEqual([runner.piece, rank.piece], ["white", "white-rank"]);
    assert.equal(runner.points.length, 5);
    assert.deepEqual(runner.points[4], trackOf(shape, 40).feet({ place: 4, lane: 1 }));
  }
});

test("a long run takes a few long strides, and ends where it should", () => {
  const told = { runner: "white", start: 20, start_lane: 2, place: 0, lane: 1 };
  const { points } = flat(show(scene(view()), "ran", told)).find(({ piece }) => piece === "white");
  assert.equal(points.length, 5);
  assert.deepEqual(points.at(-1), trackOf("tall", 40).feet({ place: 0, lane: 1 }));
});

test("two that swap pass each other", () => {
  const told = { runner: "red", other_runner: "blue", start: 3, start_lane: 1, place: 6, lane: 2 };
  const runs = flat(show(scene(view()), "swapped", told));
  const path = (runner) => runs.find(({ piece }) => piece === runner).points;
  assert.deepEqual(path("red"), [...path("blue")].reverse());
});

test("the sign wanders along the track to its next animal", () => {
  const track = trackOf("wide", 40);
  const told = { animal: "sheep", start: 28, place: 36 };
  const { points } = flat(show(scene(view()), "sign_moved", told, { shape: "wide" })).find(({ piece }) => piece === "sign");
  assert.equal(points.length, 5); // in strides of two
  assert.deepEqual(points.at(-1), signFoot(track, ovalOf("default").animals, 36));
});

test("what others draw and lay is flown face down", () => {
  const [drawn] = show(scene(view()), "drew", { seat: 1, stack: "3" });
  assert.deepEqual(drawn, { kind: "fly", card: faceDown("3"), from: "stack-3", to: "seat-1", aside: true });
  const [laid] = show(scene(view()), "laid", { seat: 1, stack: "3" });
  assert.deepEqual(laid, { kind: "fly", card: faceDown("3"), from: "seat-1", to: "pile-0" });
});

test("one's own card is laid face down too", () => {
  const [laid] = show(scene(view()), "laid_card", { seat: 0, stack: "2", card: "2:start" });
  assert.deepEqual(laid, { kind: "fly", card: faceDown("2"), from: "card-2:start", to: "pile-0" });
});

test("a card that is turned comes from its place on the pile", () => {
  const [shown] = show(happen(scene(view()), ...ALL_LAID), "card_turned", { runner: "blue", card: "2:+3a" });
  assert.deepEqual(shown, { kind: "fly", card: "2:+3a", from: "pile-2", to: "turned" });
});

test("a runner of nobody's that wins is the first row, and the best of the others the second", () => {
  const won = view({ won: ["white"], places: { red: 20, yellow: 25, blue: 3, white: -13 }, report_sign: 28, ended: { ownerless: 1 } });
  const [first, ...others] = result(won, words);
  assert.deepEqual([first.seat, first.name, first.points], [null, "white", null]);
  assert.match(first.note, /nobodys.*backward/);
  assert.deepEqual(others.map(({ seat }) => seat), [1, 0]);
  assert.deepEqual(result(won, words).map((_, index, rows) => placeOf(rows, index, [])), [1, 2, 3]);
  assert.match(unowned(won, words) ?? "", /unowned_won.*white/);
});

test("a victory that somebody shares with nobody's runner is somebody's", () => {
  const won = view({ won: ["red", "white"], places: { red: 29, yellow: 25, blue: 3, white: 29 }, report_sign: 28, ended: { shared: 1 } });
  assert.equal(unowned(won, words), null);
  assert.deepEqual(result(won, words).map(({ seat }) => seat), [null, 0, 1]);
});

test("victories are cheered, but for nobody's", () => {
  const kinds = (/** @type {string} */ key, /** @type {any} */ told) => show(scene(view()), key, told).map(({ kind }) => kind);
  assert.deepEqual(kinds("game_over", { winners: [0] }), ["cheer"]);
  assert.deepEqual(kinds("ownerless_won", { runner: "blue" }), ["pop"]);
  assert.deepEqual(kinds("unowned_victory", { runner: ["blue"], count: 1 }), ["cheer"]);
});
