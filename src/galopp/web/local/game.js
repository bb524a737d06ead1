/**
 * One game played on this device: its states decision by decision, and what each viewer saw of it.
 *
 * It knows everything, hidden cards too. What goes out is what `show` shows a viewer, and what `tell` tells it.
 * A decision can be taken back by forgetting it; its number, and so its luck, is never used again.
 */

import { numbersIn } from "./kernels.js";
import { DEAL } from "./luck.js";

/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("./luck.js").Luck} Luck */

export const NOBODY = -1;
const NEW_RACE = -1;
const SMALL = 2;
const WORLDS = 24; // in which a decision is tried, to see whether it told its seat something

/**
 * How a game was begun.
 * @typedef {object} Setting
 * @property {number} players
 * @property {number[]} options as a row of numbers
 * @property {Origin[]} [origins] the games that it went on from; the first one dealt
 */
/** Whose luck it was, until so many decisions had been made. @typedef {{luck: AnyLuck, decisions: number}} Origin */
/** @typedef {Luck | import("./luck.js").Seed} AnyLuck */
/** A decision by its number, seat and code. @typedef {{number: number, seat: number, code: number}} Decision */

/**
 * How the game stood after a decision.
 * @typedef {object} Step
 * @property {Decision | null} decision null for the deal
 * @property {Uint8Array} state
 * @property {Uint8Array[]} views by seat, and last a bystander's
 * @property {Int16Array[]} told what each of them saw happen, as numbers
 * @property {Uint8Array[]} histories what each of them was told of the race so far
 */

export class LocalGame {
  /** @param {Kernels} kernels @param {AnyLuck} luck @param {Setting} setting */
  constructor(kernels, luck, setting) {
    this.kernels = kernels;
    this.luck = luck;
    this.setting = setting;
    /** @type {Step[]} */
    this.steps = [];
    /** The number of the decision that is asked for. */
    this.next = 1;
    /** Where a stream of luck stands that goes on from decision to decision. */
    this.stream = 0n;
    this.places = placesIn(kernels);
  }

  /** Deal: everything before the first decision. */
  async deal() {
    const { kernels, kernels: { call }, places, setting } = this;
    this.steps = [];
    await this.open(DEAL);
    kernels.row(places.options, setting.options.length).set(setting.options);
    kernels.bytes(places.state, kernels.layout.state.size).fill(0);
    call.set_up(places.state, setting.players, places.options, places.luck);
    this.stream = kernels.data.getBigUint64(places.luck, true);
    this.steps = [this.stepFrom(null)];
  }

  /** Play decisions that were kept. @param {Decision[]} decisions @param {number} next the number that is asked for */
  async playAgain(decisions, next) {
    await this.deal();
    for (const { number, seat, code } of decisions) await this.apply(number, seat, code);
    this.next = next;
  }

  // --- How it stands

  get now() {
    return this.steps[this.steps.length - 1];
  }

  /** The decisions that hold. @returns {Decision[]} */
  get decisions() {
    return this.steps.flatMap(({ decision }) => decision ?? []);
  }

  /** The seats that may decide now. @returns {number[]} */
  get asked() {
    return this.askedIn(this.put(this.now.state));
  }

  /** @param {number} state where it lies @returns {number[]} */
  askedIn(state) {
    const { call } = this.kernels;
    if (call.deciders) return numbersIn(BigInt(call.deciders(state)));
    const seat = call.mover(state);
    return seat === NOBODY ? [] : [seat];
  }

  /** Who is asked in a state, and who has won if nobody is. @param {Uint8Array} state */
  standing(state) {
    const { call } = this.kernels;
    const at = this.put(state);
    const over = call.mover(at) === NOBODY;
    return { asked: over ? [] : this.askedIn(at), winners: over ? numbersIn(BigInt(call.winners(at))) : null };
  }

  get over() {
    return this.kernels.call.mover(this.put(this.now.state)) === NOBODY;
  }

  /** The seats that have won. */
  get winners() {
    return numbersIn(BigInt(this.kernels.call.winners(this.put(this.now.state))));
  }

  get points() {
    const state = this.put(this.now.state);
    return Array.from({ length: this.setting.players }, (_, seat) => this.kernels.call.points(state, seat));
  }

  /** What a seat may decide now. @param {number} seat */
  legal(seat) {
    if (!this.asked.includes(seat)) return [];
    return numbersIn(this.kernels.call.legal(this.asking(seat)));
  }

  /** Why a seat may not decide so: the number of a refusal, 0 if it may. @param {number} seat @param {number} code */
  whyNot(seat, code) {
    return this.kernels.call.why_not(this.asking(seat), code);
  }

  // --- Deciding

  /** Carry a decision out; trusts that it is legal. @param {number} seat @param {number} code */
  async decide(seat, code) {
    await this.apply(this.next, seat, code);
    this.next += 1;
  }

  /** @param {number} number @param {number} seat @param {number} code */
  async apply(number, seat, code) {
    await this.open(number);
    this.kernels.call.apply(this.asking(seat), code, this.places.luck);
    this.stream = this.kernels.data.getBigUint64(this.places.luck, true);
    this.steps.push(this.stepFrom({ number, seat, code }));
  }

  /** Try something out: whatever is decided meanwhile is forgotten again. @template T @param {() => Promise<T>} deed @returns {Promise<T>} */
  async tryOut(deed) {
    const { steps, next, stream } = this;
    this.steps = [...steps];
    try {
      return await deed();
    } finally {
      Object.assign(this, { steps, next, stream });
    }
  }

  /** Take back all decisions from this one on; numbers go on, so that nobody draws a card again. @param {number} step its place */
  takeBack(step) {
    this.steps = this.steps.slice(0, step);
  }

  /** Whether a seat learnt by its decision what it could not know before: then it cannot be taken back. @param {number} step its place */
  async revealed(step) {
    const { decision } = this.steps[step];
    if (!decision) return true;
    const { state } = this.steps[step - 1];
    const luck = (await this.luckAfter(step - 1).at(decision.number)) ?? 0n;
    const real = this.looks(state, decision, luck);
    if (real.drew) return true;
    return this.worldsLike(state, decision.seat).some((world) => !same(this.looks(world, decision, luck).seen, real.seen));
  }

  /** What a seat sees after its decision in some world, and whether luck came into it. @param {Uint8Array} world @param {Decision} decision @param {bigint} luck */
  looks(world, { seat, code }, luck) {
    const { kernels, places } = this;
    kernels.seed(places.luck, luck);
    kernels.call.apply(this.asking(seat, world), code, places.luck);
    const drew = kernels.data.getBigUint64(places.luck, true) !== luck;
    return { seen: this.shown(seat), drew };
  }

  /**
   * What a seat would learn, or be refused, if it made several moves at once: tried in worlds that look alike to it.
   * @param {number} seat @param {number[]} codes
   */
  triedInWorlds(seat, codes) {
    let worlds = this.worldsLike(this.now.state, seat);
    for (const [n, code] of codes.entries()) {
      const refusal = Math.max(...worlds.map((world) => this.kernels.call.why_not(this.asking(seat, world), code)));
      if (refusal) return { tells: false, refusal, code };
      const looks = worlds.map((world) => ({ ...this.looks(world, { number: 0, seat, code }, 0n), after: this.stateNow() }));
      const differ = looks.some(({ seen, drew }) => drew || !same(seen, looks[0].seen));
      if (n < codes.length - 1 && differ) return { tells: true, refusal: 0, code };
      worlds = looks.map(({ after }) => after);
    }
    return { tells: false, refusal: 0, code: codes[0] };
  }

  /** The state in the module's memory. */
  stateNow() {
    return this.kernels.bytes(this.places.state, this.kernels.layout.state.size).slice();
  }

  /** Worlds that a seat cannot tell from this one. @param {Uint8Array} state @param {number} seat */
  worldsLike(state, seat) {
    const { kernels, places } = this;
    this.put(state);
    this.shown(seat);
    kernels.seed(places.luck, BigInt(WORLDS));
    return Array.from({ length: WORLDS }, () => {
      kernels.bytes(places.state, state.length).fill(0);
      kernels.call.redeal(places.after, places.luck, places.state);
      return kernels.bytes(places.state, state.length).slice();
    });
  }

  // --- In the module's memory

  /** Let the chance of one number be drawn from. @param {number} number */
  async open(number) {
    const luck = number === DEAL ? this.luckOfTheDeal : this.luckAfter(this.steps.length - 1);
    const opened = await luck.at(number);
    this.kernels.seed(this.places.luck, opened ?? this.stream);
  }

  get luckOfTheDeal() {
    return this.setting.origins?.[0]?.luck ?? this.luck;
  }

  /** Whose luck it is when so many decisions have been made. @param {number} made */
  luckAfter(made) {
    return this.setting.origins?.find(({ decisions }) => made < decisions)?.luck ?? this.luck;
  }

  /** Where a state lies, once it is laid there. @param {Uint8Array} state */
  put(state) {
    this.kernels.bytes(this.places.state, state.length).set(state);
    return this.places.state;
  }

  /** The same, with this seat being asked: where several may decide, they do so in any order. @param {number} seat @param {Uint8Array} [state] */
  asking(seat, state = this.now.state) {
    const at = this.put(state);
    this.kernels.call.ask?.(at, seat);
    return at;
  }

  /** What a viewer sees of the state in the memory. @param {number} viewer */
  shown(viewer) {
    const { kernels, places } = this;
    const { size } = kernels.layout.seen;
    kernels.bytes(places.after, size).fill(0);
    kernels.call.show(places.state, viewer, places.after);
    return kernels.bytes(places.after, size).slice();
  }

  /** How things stand in the memory, for everybody. @param {Decision | null} decision @returns {Step} */
  stepFrom(decision) {
    const { kernels, places } = this;
    const before = this.steps[this.steps.length - 1];
    /** @type {Step} */
    const step = { decision, state: this.stateNow(), views: [], told: [], histories: [] };
    for (const [row, viewer] of this.viewers().entries()) {
      const seen = this.shown(viewer);
      const earlier = before?.views[row] ?? seen;
      kernels.bytes(places.before, earlier.length).set(earlier);
      step.views.push(seen);
      step.told.push(before ? this.toldNow() : new Int16Array());
      step.histories.push(this.recalled(before?.histories[row] ?? new Uint8Array()));
    }
    return step;
  }

  /** The seats, and last a bystander. */
  viewers() {
    return [...Array(this.setting.players).keys(), NOBODY];
  }

  /** What a viewer saw happen between the two views in the memory. */
  toldNow() {
    const { kernels, places } = this;
    kernels.call.tell(places.before, places.after, places.told);
    const [length] = kernels.row(places.told, 1);
    return kernels.row(places.told + SMALL, length).slice();
  }

  /** What a viewer was told of the race, with what the last decision adds. @param {Uint8Array} before */
  recalled(before) {
    const { kernels, places } = this;
    const added = kernels.call.recall(places.before, places.after, places.news);
    if (added === NEW_RACE) return new Uint8Array();
    const news = kernels.bytes(places.news, added * kernels.layout.entry);
    const all = new Uint8Array(before.length + news.length);
    all.set(before);
    all.set(news, before.length);
    return all;
  }
}

/** @param {Kernels} kernels */
function placesIn(kernels) {
  const { layout } = kernels;
  return {
    state: kernels.reserve(layout.state.size),
    luck: kernels.reserve(8),
    options: kernels.reserve(SMALL * layout.options),
    before: kernels.reserve(layout.seen.size),
    after: kernels.reserve(layout.seen.size),
    told: kernels.reserve(SMALL * layout.told),
    news: kernels.reserve(layout.news * layout.entry),
  };
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const same = (one, other) => one.every((byte, place) => byte === other[place]);
