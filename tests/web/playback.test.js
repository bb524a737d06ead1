// A recorded game shown again, for all three games; no page is needed for that.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { NAMES, recorded } from "./frames.js";

const { OPEN, Playback } = await import("../../src/galopp/web/model/playback.js");
const { codeOf } = await import("../../src/galopp/web/model/moves.js");
const { Autoplay } = await import("../../src/galopp/web/model/autoplay.js");

/** A performer whose motions end when the test says so. */
class Slow {
  shown = 0;
  /** @type {(() => void)[]} */
  ends = [];

  /** @returns {Promise<void>} */
  perform() {
    this.shown += 1;
    return new Promise((settle) => this.ends.push(settle));
  }

  hurry() {
    for (const end of this.ends.splice(0)) end();
  }

  async drawn() {}
}

const soon = () => new Promise((settle) => setImmediate(settle));

async function played(name, look = null) {
  const { replay, moves, viewers } = recorded(name);
  // The board needs a browser; scenes, hands and motions do not.
  const { after, opened, scene } = await import(`../../src/galopp/web/games/${name}/scene.js`);
  const hand = (view) => Object.entries(view.hand ?? {});
  const game = { scene, after, opened, hand, motions: () => [{ kind: "pause", beats: 1 }] };
  const playback = new Playback(replay, game, { moves }, {});
  playback.setPace(0);
  for (const viewed of viewers) playback.bring(viewed);
  playback.lookAs(look);
  return { playback, game, viewers, frames: viewers.find(({ viewer }) => viewer === (look === OPEN ? 0 : look)).frames };
}

for (const name of NAMES) {
  test(`${name}: step by step it comes to every picture that jumping comes to`, async () => {
    for (const look of [null, 0, 1, OPEN]) {
      const { playback } = await played(name, look);
      const { playback: jumping } = await played(name, look);
      for (let at = 1; at <= playback.last; at += 1) {
        playback.forward();
        await soon();
        jumping.goTo(at);
        assert.equal(playback.at, at);
        assert.deepEqual(playback.scene, jumping.scene, `after ${at}, seen by ${look}`);
        assert.deepEqual(playback.stage.latest, jumping.stage.latest);
        assert.deepEqual(playback.asked, jumping.asked);
      }
      assert.ok(playback.atEnd);
    }
  });

  test(`${name}: it is the game that was recorded, with its end`, async () => {
    const { playback, frames, game } = await played(name, 1);
    assert.equal(playback.last, playback.replay.decisions);
    for (const at of [0, 5, playback.last]) {
      playback.goTo(at);
      assert.deepEqual(playback.scene, game.scene(frames[at].view));
      assert.deepEqual(playback.now.view, frames[at].view);
    }
    assert.equal(playback.news.phase, "over");
    assert.deepEqual(playback.now.winners, playback.replay.winners);
    playback.back();
    assert.equal(playback.news.phase, "playing");
    assert.equal(playback.now.winners, null);
  });

  test(`${name}: other eyes see the same moment, each their own cards`, async () => {
    const { playback, game } = await played(name, 0);
    playback.goTo(6);
    const mine = game.hand(playback.now.view);
    playback.lookAs(1);
    assert.equal(playback.at, 6);
    assert.notDeepEqual(game.hand(playback.now.view), mine);
    assert.equal(playback.viewpoint.viewer, 1);
    playback.lookAs(null);
    assert.equal(playback.viewpoint.viewer, null);
    playback.lookAs(OPEN);
    assert.deepEqual(game.hand(playback.now.view.all[0]), mine);
    assert.equal(playback.viewpoint.viewer, null);
  });

  test(`${name}: nothing can be done`, async () => {
    const { playback } = await played(name, 0);
    assert.equal(playback.choice, null);
    for (const { kind, subject } of playback.shown.moves) assert.equal(codeOf(playback, kind, subject), null);
  });

  test(`${name}: the diary tells all of it, and where races and rounds begin is marked`, async () => {
    const { playback, frames } = await played(name, 0);
    const told = frames.flatMap(({ happened }) => happened);
    assert.deepEqual(playback.diary.turns().flatMap(({ happened }) => happened), told);
    const chapters = told.filter(({ key }) => /^next_/.test(key));
    assert.ok(chapters.length > 0);
    assert.deepEqual(playback.chapters.map(({ event }) => event), chapters);
    for (const { at, event } of playback.chapters) assert.ok(frames[at].happened.includes(event));
  });
}

test("nobody goes behind the beginning or past the end", async () => {
  const { playback } = await played("ostfriesenlauf");
  playback.back();
  assert.equal(playback.at, 0);
  playback.goTo(9999);
  assert.equal(playback.at, playback.last);
  playback.forward();
  assert.equal(playback.at, playback.last);
  playback.goTo(Number.NaN);
  assert.equal(playback.at, 0);
});

test("frames that are not there yet are named", async () => {
  const { replay, moves, viewers } = recorded("ostfriesenlauf");
  const playback = new Playback(replay, /** @type {any} */ ({}), /** @type {any} */ ({ moves }), {});
  assert.deepEqual(playback.missing(null), [null]);
  assert.deepEqual(playback.missing(OPEN), [0, 1]);
  playback.bring(viewers[1]);
  assert.deepEqual(playback.missing(OPEN), [1]);
  assert.equal(playback.now, null);
});

test("open bets: everybody's pig is seen before it is revealed", async () => {
  const { playback, viewers } = await played("saumaumau", OPEN);
  const laid = viewers[1].frames.findIndex(({ happened }) => happened.some(({ key }) => key === "bet_on"));
  const bet = viewers[1].frames[laid].view.bet;
  assert.ok(bet);
  playback.goTo(laid);
  assert.equal(playback.scene.revealed[0], bet);
  playback.lookAs(null);
  assert.equal(playback.scene.revealed[0], null);
});

test("with all cards open, what happened is told as whoever did it saw it", async () => {
  const { playback, viewers } = await played("ostfriesenlauf", OPEN);
  const keys = playback.frames.flatMap(({ happened }) => happened.map(({ key }) => key));
  assert.ok(keys.includes("laid_card"));
  assert.ok(!keys.includes("laid"), "no card of a player is laid unseen");
  assert.ok(viewers[0].frames.some(({ happened }) => happened.some(({ key }) => key === "laid")));
});

test("hidden food is known when all is open", async () => {
  const { playback } = await played("schweinsgalopp", 0);
  playback.goTo(playback.last - 2);
  assert.equal(playback.scene.secured[1], null);
  playback.lookAs(OPEN);
  assert.ok(playback.scene.secured.every((food) => typeof food === "number"));
});

test("a step is shown event by event; a jump in its midst wins", async () => {
  const { playback } = await played("ostfriesenlauf", 0);
  playback.setPace(1);
  const slow = new Slow();
  playback.stage.performer = slow;
  playback.forward();
  assert.equal(slow.shown, 1);
  assert.equal(playback.shownUntil, 0, "not told before it was shown");
  playback.goTo(9);
  await soon();
  await soon();
  const { playback: jumping } = await played("ostfriesenlauf", 0);
  jumping.goTo(9);
  assert.deepEqual(playback.scene, jumping.scene);
  assert.equal(playback.shownUntil, 9);
});

test("the next step brings what is still being shown to its end", async () => {
  const { playback } = await played("ostfriesenlauf", 0);
  playback.setPace(1);
  playback.stage.performer = new Slow();
  playback.forward();
  playback.forward();
  await soon();
  await soon();
  assert.ok(playback.stage.idle);
  const { playback: jumping } = await played("ostfriesenlauf", 0);
  jumping.goTo(2);
  assert.deepEqual(playback.scene, jumping.scene);
});

test("whoever watches is told of every step", async () => {
  const { playback } = await played("ostfriesenlauf", 0);
  let told = 0;
  playback.watch(() => (told += 1));
  for (const step of [() => playback.goTo(3), () => playback.back(), () => playback.lookAs(1)]) {
    const before = told;
    step();
    assert.ok(told > before);
  }
});

// --- By itself

test("it plays to the end by itself and stops there; played again it begins anew", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { playback } = await played("ostfriesenlauf", 0);
  const autoplay = new Autoplay(playback, () => 0);
  autoplay.play();
  for (let step = 1; step <= playback.last; step += 1) {
    assert.ok(autoplay.running);
    context.mock.timers.tick(1500);
    await soon();
    assert.equal(playback.at, step);
  }
  assert.ok(!autoplay.running);
  autoplay.play();
  assert.deepEqual([playback.at, autoplay.running], [0, true]);
});

test("paused, it stays where it is", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { playback } = await played("ostfriesenlauf", 0);
  const autoplay = new Autoplay(playback, () => 0);
  autoplay.toggle();
  context.mock.timers.tick(1500);
  await soon();
  autoplay.toggle();
  context.mock.timers.tick(60_000);
  await soon();
  assert.equal(playback.at, 1);
});

test("faster is faster, down to the ends of what there is", async () => {
  const { playback } = await played("ostfriesenlauf", 0);
  const autoplay = new Autoplay(playback, () => 1);
  autoplay.hasten(1);
  assert.deepEqual([autoplay.speed, playback.stage.pace], [2, 0.5]);
  for (let press = 0; press < 5; press += 1) autoplay.hasten(-1);
  assert.deepEqual([autoplay.speed, playback.stage.pace], [0.5, 2]);
  playback.lookAs(1);
  assert.equal(playback.stage.pace, 2, "other eyes, the same speed");
});

test("on a page that nobody looks at it waits", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { playback } = await played("ostfriesenlauf", 0);
  const autoplay = new Autoplay(playback, () => 0);
  autoplay.play();
  Object.assign(globalThis.document, { hidden: true });
  context.mock.timers.tick(60_000);
  assert.equal(playback.at, 0);
  Object.assign(globalThis.document, { hidden: false });
  context.mock.timers.tick(1500);
  await soon();
  assert.equal(playback.at, 1);
});
