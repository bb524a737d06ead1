// What the board of Schweinsgalopp shows, and how it changes. No page is needed for that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hand, plan } from "../../src/galopp/web/games/schweinsgalopp/choosing.js";
import {
  LAYOUTS, around, facing, feet, leap, pitch, seatLine, spot, stall, tile,
} from "../../src/galopp/web/games/schweinsgalopp/geometry.js";
import { motions } from "../../src/galopp/web/games/schweinsgalopp/motions.js";
import { after, order, scene, space, standing, veiled, waiting } from "../../src/galopp/web/games/schweinsgalopp/scene.js";

const OPTIONS = { races: 3, edition_2009: false, hide_secured: false, show_played: true, tie: "shared" };
const NONE = { red: null, yellow: null, green: null, blue: null, white: null };
const LINED_UP = { red: 0, yellow: -1, green: -2, blue: -3, white: -4 };
const COUNTS = { red: 0, yellow: 0, green: 0, blue: 0, white: 0 };

const view = (changes = {}) => ({
  viewer: 0, players: 3, options: OPTIONS, phase: "play", race: 1, starter: 0, turn: 0, places: LINED_UP,
  top: null, open_food: [0, 0, 0], track_food: [], hand: { ...COUNTS, red: 2, blue: 1 }, hand_sizes: [3, 3, 3],
  played: COUNTS, secured: [0, 0, 0], fresh: [0, 0, 0], stack: 55, ...changes,
});
const happen = (shown, key, told = {}) => after(shown, { key, arguments: told });
const words = { say: (key) => key, word: (_about, name) => name, seat: (seat) => `seat ${seat}` };
const show = (key, told, before, shape = "tall") => {
  const event = { key, arguments: told };
  return motions(event, before, after(before, event), words, { shape, food: (kind) => `food ${kind}` });
};
const flat = (shown) => shown.flatMap((motion) => (motion.kind === "together" ? flat(motion.motions) : [motion]));

// --- The scene

test("a pig that is lined up leaves its stall", () => {
  const shown = happen(scene(view({ places: NONE, phase: "line_up" })), "lined_up", { seat: 0, pig: "blue", place: 0 });
  assert.equal(shown.places.blue, 0);
  assert.deepEqual(waiting(shown), ["red", "yellow", "green", "white"]);
});

test("a card played lies on top, is counted, and is missing in the hand", () => {
  const shown = happen(scene(view()), "played", { seat: 0, pig: "red" });
  assert.equal(shown.top, "red");
  assert.equal(shown.played.red, 1);
  assert.equal(shown.hand.red, 1);
  assert.deepEqual(shown.handSizes, [2, 3, 3]);
});

test("somebody else's card leaves the viewer's hand alone", () => {
  assert.equal(happen(scene(view()), "played", { seat: 1, pig: "red" }).hand.red, 2);
});

test("cards that are not counted in the open stay uncounted", () => {
  assert.equal(happen(scene(view({ played: null })), "played", { seat: 0, pig: "red" }).played, null);
});

test("the lead takes food from the stack to the open", () => {
  const shown = happen(scene(view()), "food_for_the_lead", { seat: 1, pig: "red" });
  assert.deepEqual([shown.open, shown.stack], [[0, 1, 0], 54]);
});

test("food on the track is taken from the space where the pig has stopped, a lap further too", () => {
  const places = { ...LINED_UP, red: 29 };
  const shown = happen(scene(view({ places, track_food: [7, 9] })), "food_from_track", { seat: 2, pig: "red" });
  assert.deepEqual([shown.trackFood, shown.open], [[9], [0, 0, 1]]);
});

test("secured food is no longer open", () => {
  const shown = happen(scene(view({ open_food: [3, 0, 0] })), "secured", { seat: 0, count: 3 });
  assert.deepEqual([shown.open, shown.secured], [[0, 0, 0], [3, 0, 0]]);
});

test("hidden totals stay hidden when food is secured", () => {
  const hidden = view({ open_food: [0, 3, 0], secured: [2, null, null] });
  assert.deepEqual(happen(scene(hidden), "secured", { seat: 1, count: 3 }).secured, [2, null, null]);
});

test("food that is given back is in the stack again", () => {
  const shown = happen(scene(view({ open_food: [0, 2, 0], stack: 53 })), "given_back", { seat: 1, count: 2 });
  assert.deepEqual([shown.open, shown.stack], [[0, 0, 0], 55]);
});

test("an empty stack that is filled again hides its height where totals are hidden", () => {
  const hidden = view({ options: { ...OPTIONS, hide_secured: true }, open_food: [0, 2, 0], stack: 0 });
  assert.equal(happen(scene(hidden), "given_back", { seat: 1, count: 2 }).stack, null);
  assert.equal(happen(scene(hidden), "given_back", { seat: 0, count: 0 }).stack, 0);
});

test("the next race begins with all pigs in their stalls and no card played", () => {
  const shown = happen(scene(view({ top: "red", played: { ...COUNTS, red: 4 } })), "next_race", { race: 2, seat: 1 });
  assert.deepEqual([shown.race, shown.starter, shown.top], [2, 1, null]);
  assert.deepEqual([shown.places, shown.played], [NONE, COUNTS]);
});

test("an event changes nothing of the scene before it", () => {
  const before = scene(view({ open_food: [3, 0, 0] }));
  const copy = structuredClone(before);
  happen(before, "played", { seat: 0, pig: "red" });
  happen(before, "secured", { seat: 0, count: 3 });
  assert.deepEqual(before, copy);
});

test("an event of which the board knows nothing leaves it as it is", () => {
  const shown = scene(view());
  assert.deepEqual(happen(shown, "sneezed"), shown);
});

test("the leader has run furthest, wherever it stands on the ring", () => {
  const shown = scene(view({ places: { red: 24, yellow: 20, green: 5, blue: -3, white: 21 } }));
  assert.deepEqual(order(shown), ["red", "white", "yellow", "green", "blue"]);
  assert.equal(space(22, 24), 2);
  assert.equal(space(22, -3), 19);
});

test("nobody sees the viewer's cards and hidden food while the device is passed on", () => {
  const hidden = veiled(scene(view({ options: { ...OPTIONS, hide_secured: true }, secured: [4, null, null], stack: null })));
  assert.deepEqual([hidden.hand, hidden.secured], [null, [null, null, null]]);
  assert.deepEqual(veiled(scene(view({ secured: [4, 1, 0] }))).secured, [4, 1, 0]);
});

test("equal totals share the victory unless the last race decides", () => {
  const over = view({ phase: "over", secured: [5, 7, 7], fresh: [0, 1, 3] });
  assert.deepEqual(scene(over).winners, [1, 2]);
  const decided = { ...over, options: { ...OPTIONS, tie: "last_race" } };
  assert.deepEqual(scene(decided).winners, [2]);
  assert.deepEqual(standing(decided).map(({ seat }) => seat), [2, 1, 0]);
});

// --- Choosing

test("each card in hand is one of its own", () => {
  assert.deepEqual(hand(view()), [
    { key: "red-0", card: "red", code: 0 },
    { key: "red-1", card: "red", code: 0 },
    { key: "blue-0", card: "blue", code: 3 },
  ]);
});

test("the line-up is chosen front first, and the fifth pig falls into place", () => {
  const asked = view({ phase: "line_up", places: NONE });
  const legal = [5, 6, 7, 8, 9];
  const begun = plan(asked, legal, [8, 5]);
  assert.deepEqual([begun.options, begun.send], [[6, 7, 9], null]);
  assert.deepEqual(begun.scene.places, { ...NONE, blue: 0, red: -1 });
  const done = plan(asked, legal, [8, 5, 9, 6]);
  assert.deepEqual([done.options, done.send, done.atOnce], [[], [8, 5, 9, 6], false]);
  assert.deepEqual(done.scene.places, { blue: 0, red: -1, white: -2, yellow: -3, green: -4 });
});

test("a line-up that was begun goes on where it stands", () => {
  const asked = view({ phase: "line_up", places: { ...NONE, red: 0, white: -1 } });
  const done = plan(asked, [6, 7, 8], [7, 6]);
  assert.deepEqual(done.send, [7, 6]);
  assert.deepEqual(done.scene.places, { red: 0, white: -1, green: -2, yellow: -3, blue: -4 });
});

test("nothing is planned by whoever is not asked, or in other phases", () => {
  assert.equal(plan(view({ phase: "line_up", places: NONE }), [], []), null);
  assert.equal(plan(view(), [0, 3], []), null);
});

// --- Where things are

for (const shape of ["tall", "wide"]) {
  for (const ring of [22, 27]) {
    test(`the ${ring} track cards of the ${shape} board close the ring, each wide enough for a thumb`, () => {
      const first = spot(shape, ring, 0);
      const again = spot(shape, ring, ring);
      assert.ok(Math.hypot(first.x - again.x, first.y - again.y) < 0.01);
      const scale = shape === "tall" ? 390 / 1000 : 820 / 1600;
      assert.ok(pitch(shape, ring) * scale >= 44);
    });

    test(`every pig of the ${shape} board stands inside it on ${ring} spaces`, () => {
      const { width, height } = LAYOUTS[shape];
      for (let place = 0; place < ring; place += 1) {
        const [x, y] = feet(shape, ring, place);
        assert.ok(x > 50 && x < width - 50 && y > 80 && y < height - 4, `${place}: ${x} ${y}`);
      }
    });
  }

  test(`the line-up of the ${shape} board looks and runs to the right`, () => {
    for (const place of [-4, -3, -2, -1]) {
      assert.equal(facing(shape, 22, place), 1);
      assert.ok(spot(shape, 22, place).x < spot(shape, 22, place + 1).x);
    }
  });

  test(`stalls and seats of the ${shape} board lie inside the ring`, () => {
    const { track, deep } = LAYOUTS[shape];
    const inside = (x, y) =>
      x > track.left + deep / 2 && x < track.right - deep / 2 && y > track.top + deep / 2 && y < track.bottom - deep / 2;
    for (let pig = 0; pig < 5; pig += 1) assert.ok(inside(...stall(shape, pig)));
    for (let players = 2; players <= 5; players += 1) {
      const { x, y, width, step } = seatLine(shape, players, players - 1);
      assert.ok(inside(x, y) && inside(x + width, y + step / 2));
    }
  });
}

test("the way round is as long as its pieces", () => {
  const square = { left: 0, top: 0, right: 100, bottom: 100, bend: 50 };
  assert.ok(Math.abs(around(square) - Math.PI * 100) < 0.001);
  assert.match(tile("tall", 22, 0), /^M[\d. L-]+z$/);
});

// --- Motions

test("a pig runs through every space, high over those it jumps", () => {
  const told = { pig: "green", start: -2, place: 1, jumped: 2 };
  const [run] = show("ran", told, scene(view()), "wide").filter(({ kind }) => kind === "run");
  assert.equal(run.piece, "pig-green");
  assert.deepEqual(run.points, leap("wide", 22, -2, 1));
  assert.equal(run.points.length, 4);
  assert.ok(run.points[1][1] < feet("wide", 22, -1)[1]);
});

test("the viewer's card flies from the hand, another's from the badge", () => {
  const [own] = flat(show("played", { seat: 0, pig: "red" }, scene(view())));
  assert.deepEqual([own.from, own.to, own.card], ["card-red-1", "pile", "red"]);
  const [other] = flat(show("played", { seat: 2, pig: "red" }, scene(view())));
  assert.equal(other.from, "seat-2");
});

test("the last card of a hand is announced", () => {
  const last = flat(show("played", { seat: 1, pig: "red" }, scene(view({ hand_sizes: [1, 1, 1] }))));
  assert.ok(last.some(({ kind, text }) => kind === "pop" && text === "pop.last_card"));
});

test("food that is lost flies back to the trough, with a sad sound", () => {
  const shown = flat(show("given_back", { seat: 1, count: 2 }, scene(view({ open_food: [0, 2, 0] }))));
  assert.deepEqual(shown.filter(({ kind }) => kind === "fly").map(({ from, to }) => [from, to]), [
    ["open-1-0", "stack"], ["open-1-1", "stack"],
  ]);
  assert.ok(shown.some(({ kind, name }) => kind === "sound" && name === "lose"));
});

test("the last race is cheered once, by the end of the game", () => {
  const kinds = (key, told) => show(key, told, scene(view({ race: 3 }))).map(({ kind }) => kind);
  assert.deepEqual(kinds("race_over", { race: 2 }), ["cheer"]);
  assert.deepEqual(kinds("race_over", { race: 3 }), ["pause"]);
  assert.deepEqual(kinds("game_over", { winners: [1] }), ["cheer"]);
});
