/**
 * What is certain to happen if a seat decides so, as `galopp.bots.foresight` finds it.
 *
 * A decision is tried in many worlds that look alike to the seat, each with luck of its own. What all of them begin
 * with is certain; where they part, hidden cards or luck decide, and nothing after that is told.
 */

import { numbersIn } from "./kernels.js";

/** @typedef {import("./module.js").GameModule} GameModule */
/** @typedef {import("../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../types.js").Happened} Happened */

const WORLDS = 64;
const ENOUGH = 24; // of them, if they look different, to see where they part
const SMALL = 2;

/** The same moment in many worlds, and the luck that each goes on with. @typedef {{state: Uint8Array, luck: bigint}[]} Worlds */

export class Foresight {
  /** @param {GameModule} module */
  constructor(module) {
    this.module = module;
    this.kernels = module.kernels;
    const { layout } = this.kernels;
    this.state = this.kernels.reserve(layout.state.size);
    this.seen = this.kernels.reserve(layout.seen.size);
    this.after = this.kernels.reserve(layout.seen.size);
    this.luck = this.kernels.reserve(8);
    this.told = this.kernels.reserve(SMALL * layout.told);
  }

  /** What is certain of each legal decision of the seat that sees this, after decisions that it would make before.
   * @param {Uint8Array} seen @param {number} seat @param {number[]} first @returns {Promise<ForeseenMove[]>} */
  async foresee(seen, seat, first) {
    /** @type {Worlds | null} */
    let worlds = this.module.legalIn(seen) ? await this.worldsOf(seen, seat) : null;
    for (const code of first) {
      if (!worlds || !this.codes(seen).includes(code)) return [];
      const { after, views } = this.decided(worlds, seat, code);
      worlds = different(views).length === 1 ? after : null;
      seen = views[0];
    }
    const found = worlds;
    return found ? this.codes(seen).map((code) => this.foreseen(seen, seat, found, code)) : [];
  }

  /** @param {Uint8Array} seen */
  codes(seen) {
    return numbersIn(this.module.legalIn(seen));
  }

  /** @param {Uint8Array} seen @param {number} seat @returns {Promise<Worlds>} */
  async worldsOf(seen, seat) {
    const digest = await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (seen));
    const { kernels } = this;
    const { call, layout } = kernels;
    kernels.bytes(this.seen, seen.length).set(seen);
    kernels.seed(this.luck, new DataView(digest).getBigUint64(0));
    return Array.from({ length: WORLDS }, () => {
      kernels.bytes(this.state, layout.state.size).fill(0);
      call.redeal(this.seen, this.luck, this.state);
      const luck = BigInt.asUintN(64, call.spin(this.luck));
      if (call.mover(this.state) !== seat) call.ask?.(this.state, seat); // several may decide, in any order
      return { state: kernels.bytes(this.state, layout.state.size).slice(), luck };
    });
  }

  /** How all worlds are after a decision, and how they look to the seat. @param {Worlds} worlds @param {number} seat @param {number} code */
  decided(worlds, seat, code) {
    const { kernels, kernels: { call, layout } } = this;
    const shown = worlds.map(({ state, luck }) => {
      kernels.bytes(this.state, state.length).set(state);
      kernels.seed(this.luck, luck);
      call.apply(this.state, code, this.luck);
      kernels.bytes(this.after, layout.seen.size).fill(0);
      call.show(this.state, seat, this.after);
      return { state: kernels.bytes(this.state, state.length).slice(), luck, view: kernels.bytes(this.after, layout.seen.size).slice() };
    });
    return { after: shown.map(({ state, luck }) => ({ state, luck })), views: shown.map(({ view }) => view) };
  }

  /** @param {Uint8Array} seen @param {number} seat @param {Worlds} worlds @param {number} code @returns {ForeseenMove} */
  foreseen(seen, seat, worlds, code) {
    const { after, views } = this.decided(worlds, seat, code);
    const happens = this.certain(seen, views, seat);
    const call = this.callThatIsDue(views);
    if (call !== null) happens.push(...this.certain(views[0], this.decided(after, seat, call).views, seat));
    const later = this.foretold(seen, code).filter((event) => !happens.some((known) => alike(known, event)));
    return { move: code, happens, later };
  }

  /** Where a play counts only once its call is made, nobody means to forget that. @param {Uint8Array[]} views */
  callThatIsDue(views) {
    const { challenge } = this.module.facts;
    const phase = new DataView(views[0].buffer).getInt8(this.kernels.layout.seen.at.phase);
    return challenge && phase === challenge.due && different(views).length === 1 ? challenge.call : null;
  }

  /** The events on which all worlds agree, from the first one on. @param {Uint8Array} seen @param {Uint8Array[]} views @param {number} seat */
  certain(seen, views, seat) {
    const all = different(views);
    const [first, ...others] = all.slice(0, ENOUGH).map((view) => this.between(seen, view));
    if (!others.length) return first;
    const agreed = agreedBy(first, others);
    return [...agreed, ...this.earned(seen, first.slice(agreed.length), all.slice(1), seat)];
  }

  /** What the seat itself earns in all worlds, though they have parted before. @param {Uint8Array} seen @param {Happened[]} rest @param {Uint8Array[]} views @param {number} seat */
  earned(seen, rest, views, seat) {
    const { earned: keys } = this.module.facts;
    let earned = rest.filter((one) => keys.includes(one.key) && one.arguments.seat === seat);
    for (const view of earned.length ? views : []) {
      const told = this.between(seen, view);
      earned = earned.filter((event) => told.some((other) => alike(event, other)));
    }
    return earned;
  }

  /** What the seat would be told. @param {Uint8Array} before @param {Uint8Array} after */
  between(before, after) {
    const { kernels } = this;
    kernels.bytes(this.seen, before.length).set(before);
    kernels.bytes(this.after, after.length).set(after);
    kernels.call.tell(this.seen, this.after, this.told);
    return this.read();
  }

  /** What is carried out later, but hangs on nobody else. @param {Uint8Array} seen @param {number} code */
  foretold(seen, code) {
    const { kernels } = this;
    if (!kernels.call.foretell) return [];
    kernels.bytes(this.seen, seen.length).set(seen);
    kernels.call.foretell(this.seen, code, this.told);
    return this.read();
  }

  read() {
    const [length] = this.kernels.row(this.told, 1);
    return this.module.events(this.kernels.row(this.told + SMALL, length).slice());
  }
}

/** What all begin with; who wins is certain only where nothing is left that could differ. @param {Happened[]} first @param {Happened[][]} others */
function agreedBy(first, others) {
  const end = first.findIndex((event, n) => event.key === "game_over" || others.some((other) => !other[n] || !alike(other[n], event)));
  return end < 0 ? first : first.slice(0, end);
}

/** @param {Happened} one @param {Happened} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Uint8Array[]} views */
const different = (views) => [...new Map(views.map((view) => [view.join(), view])).values()];
