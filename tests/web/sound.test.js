import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** An AudioContext as browsers have it: asleep until a gesture lets it wake up. */
class Context {
  static made = [];
  state = "suspended";
  currentTime = 0;
  tones = 0;
  allowed = true;

  constructor() {
    Context.made.push(this);
  }

  async resume() {
    if (this.allowed) this.state = "running";
  }

  createOscillator() {
    this.tones += 1;
    return { frequency: PITCH, connect: (next) => next, start() {}, stop() {} };
  }

  createGain() {
    return { gain: PITCH, connect: (next) => next };
  }
}

const PITCH = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const page = new EventTarget();
Object.assign(globalThis, { AudioContext: Context, addEventListener: page.addEventListener.bind(page) });
Object.defineProperty(globalThis, "navigator", { value: { userActivation: { hasBeenActive: false } } });
globalThis.localStorage = { getItem: () => null, setItem() {} };

const { hearWhen, play } = await import("../../src/galopp/web/stage/sound.js");
const awake = async (gesture) => {
  page.dispatchEvent(new Event(gesture));
  await null;
};

beforeEach(() => Context.made.forEach((context) => (context.state = "suspended")));

test("before anybody has touched the page nothing sounds, and nothing is kept for later", async () => {
  play("turn");
  assert.equal(Context.made.length, 0);
  await awake("pointerdown");
  assert.equal(Context.made[0].tones, 0);
  play("turn");
  assert.equal(Context.made[0].tones, 2);
});

test("what sounds while the context sleeps is dropped; the next gesture wakes it", async () => {
  const [context] = Context.made;
  const before = context.tones;
  play("win");
  assert.equal(context.tones, before);
  await awake("keydown");
  assert.equal(context.tones, before);
  play("card");
  assert.equal(context.tones, before + 1);
});

test("where the page was touched before there was anything to hear, the first sound wakes it", async () => {
  const [context] = Context.made;
  const before = context.tones;
  navigator.userActivation.hasBeenActive = true;
  play("card");
  await null;
  assert.deepEqual([context.state, context.tones], ["running", before]);
  navigator.userActivation.hasBeenActive = false;
});

test("a gesture that the browser does not take for one wakes nothing, the next may", async () => {
  const [context] = Context.made;
  context.allowed = false;
  await awake("pointerdown");
  assert.equal(context.state, "suspended");
  context.allowed = true;
  await awake("click");
  assert.equal(context.state, "running");
});

test("whoever wants no sound gets none, and no context is woken", async () => {
  const [context] = Context.made;
  const stop = hearWhen(() => false);
  await awake("click");
  assert.equal(context.state, "suspended");
  stop();
});
