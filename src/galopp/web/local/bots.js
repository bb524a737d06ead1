/**
 * Bots at a table on this device: they think beside the page, at a human pace, and speak like anybody else.
 *
 * As at a server's table, the time that a bot takes does not hang on what it holds: one that may think for a second
 * takes that second whatever it finds.
 */

import { Thinking } from "./thinking.js";

/** @typedef {import("./host.js").LocalHost} LocalHost */
/** @typedef {import("./table.js").Window} Window */

const PACE = [0.25, 0.6]; // seconds a bot takes at least, thinking included, at the usual pace
const AGAIN = 0.3; // of that, for what it decides next in the same turn: it has thought already
const HIDES = [1.05, 1.25]; // seconds that the strongest takes, whatever it finds
const PATIENCE = [0.4, 0.85]; // of a window, before a bot speaks up: people may be first
const MOMENT = 200; // milliseconds between two looks at a window

/** @param {number[]} between */
const anyOf = ([low, high]) => low + Math.random() * (high - low);

/** @param {number} seconds */
const sleep = (seconds) => new Promise((settle) => setTimeout(settle, 1000 * Math.max(0, seconds)));

/** 64 bits from the system's luck. */
export const newLuck = () => crypto.getRandomValues(new BigUint64Array(1))[0];

export class Bots {
  /** @param {LocalHost} host */
  constructor(host) {
    this.host = host;
    /** The seats whose bots are about to decide. @type {Set<number>} */
    this.busy = new Set();
    /** Who decides if the worker fails. @type {Thinking | null} */
    this.simpler = null;
  }

  /** Let bots think whose seats are asked. */
  wake() {
    const { table } = this.host;
    const asked = table.asked.filter((seat) => table.seats[seat].level && !this.busy.has(seat));
    for (const seat of asked) this.play(seat);
  }

  /** Whether a bot has to decide something. @param {number} seat */
  isAsked(seat) {
    const { table, left } = this.host;
    return !left && table.phase === "playing" && table.askedFrom.has(seat) && !!table.seats[seat].level;
  }

  /** @param {number} seat */
  async play(seat) {
    this.busy.add(seat);
    for (let share = 1; this.isAsked(seat); share = AGAIN) await this.decideOnce(seat, share);
    this.busy.delete(seat);
  }

  /** @param {number} seat @param {number} share */
  async decideOnce(seat, share) {
    const { host, host: { table } } = this;
    const { number, window } = table;
    const code = window ? await this.answerTo(window, seat) : await this.thinkAtHumanPace(seat, share);
    if (!this.isAsked(seat) || table.number !== number) return;
    const answer = await host.receive({ type: "decide", seat, decision: number, moves: [code] }, true);
    if (answer.type === "refused") await sleep(1); // something else came first: look again in a moment
  }

  /** Think, and wait for as long as somebody would have thought about it. @param {number} seat @param {number} share */
  async thinkAtHumanPace(seat, share) {
    const { table, now } = this.host;
    const pace = table.settings?.pace ?? 1;
    const { level } = table.seats[seat];
    const takes = Math.max(share * pace * anyOf(PACE), pace && level === "strongest" ? anyOf(HIDES) : 0);
    const ready = now() + takes;
    const code = await this.think(seat, level);
    await sleep(ready - now());
    return code;
  }

  /** @param {number} seat @param {string} level */
  async think(seat, level) {
    const { table, botRunner } = this.host;
    const { views, histories } = /** @type {import("./game.js").LocalGame} */ (table.play).now;
    const question = { level, seen: views[seat], told: histories[seat], luck: newLuck() };
    try {
      return (await botRunner.think(table.module.name, question)).code;
    } catch {
      this.simpler ??= new Thinking(table.module.kernels);
      return this.simpler.answer({ ...question, level: "casual" }).code;
    }
  }

  /** Call at once; catch or let go after some time, so that people may be first. @param {Window} window @param {number} seat */
  async answerTo(window, seat) {
    const { table, now } = this.host;
    const challenge = /** @type {NonNullable<import("../types.js").Facts["challenge"]>} */ (table.challenge);
    if (seat === window.seat) return challenge.call;
    const speaks = window.closes - table.windowLength * (1 - anyOf(PATIENCE));
    while (this.waits(window, speaks)) await sleep(Math.min(MOMENT / 1000, speaks - now()));
    const often = table.play?.setting.options[challenge.bots_catch] ?? 0;
    const catches = !window.called && Math.random() * 100 < often;
    return catches ? challenge.catch : challenge.let_go;
  }

  /** Whether it is too early to speak; if no person can catch there is nothing to hide. @param {Window} window @param {number} speaks */
  waits(window, speaks) {
    const { table, now, left } = this.host;
    const catchers = table.people.filter((seat) => seat !== window.seat);
    if (left || table.window !== window || (window.called && !catchers.length)) return false;
    return now() < speaks;
  }
}
