/** How bots of each level decide, and why; in a worker beside the page, which is never held up by it. */

import { numbersIn } from "./kernels.js";
import { NetBots } from "./net.js";
import { Search, TREES } from "./search.js";

/** @typedef {import("./kernels.js").Kernels} Kernels */

/**
 * What a bot is asked: what its seat sees, and was told of the race so far.
 * @typedef {{level: string, seen: Uint8Array, told: Uint8Array, luck: bigint, why?: boolean}} Question
 */

/**
 * What it decides, and what it found out on the way.
 * @typedef {{code: number, tries: number, chances: {move: number, chance: number, tries: number}[], reason: string}} Answer
 */

const A_SECOND = 1000; // milliseconds, of the strongest
const REASON = 4; // bytes of how much of a reason there is in a decision

export class Thinking {
  /** @param {Kernels} kernels @param {Uint8Array | null} [net] without one, the best levels search as they did before there were nets */
  constructor(kernels, net = null) {
    this.kernels = kernels;
    this.search = new Search(kernels);
    this.nets = net && new NetBots(kernels, net, this.search);
    this.seen = kernels.reserve(kernels.layout.seen.size);
    this.luck = kernels.reserve(8);
    this.terms = kernels.reserve(REASON * kernels.layout.reasons.length);
  }

  /** @param {Question} question @returns {Answer} */
  answer({ level, seen, told, luck, why = false }) {
    this.kernels.bytes(this.seen, seen.length).set(seen);
    const { code, tries, chances, visits } = this.decide(level, told, luck);
    const tried = [...chances].map(([move, chance]) => ({ move, chance, tries: visits.get(move) ?? 0 }));
    tried.sort((one, other) => Number(other.move === code) - Number(one.move === code) || other.tries - one.tries || one.move - other.move);
    return { code, tries, chances: tried, reason: why ? this.reason(code) : "" };
  }

  /** @param {string} level @param {Uint8Array} told @param {bigint} luck @returns {import("./search.js").Thought} */
  decide(level, told, luck) {
    const { kernels, search } = this;
    if (level === "beginner" || level === "casual") {
      kernels.seed(this.luck, luck);
      return { code: kernels.call[level](this.seen, this.luck), tries: 0, chances: new Map(), visits: new Map() };
    }
    const tries = { tries: kernels.layout.tries, trees: TREES };
    if (level === "strong") return this.nets?.decide(this.seen, told, luck, tries) ?? search.think(this.seen, told, luck, tries);
    const best = kernels.layout.strongest_searches ? search : (this.nets ?? search);
    return best.think(this.seen, told, luck, { milliseconds: A_SECOND, trees: TREES });
  }

  /** What speaks most for a decision, compared with the others that are open; "" if nothing does. @param {number} code */
  reason(code) {
    const { kernels } = this;
    const { reasons, seen } = kernels.layout;
    const others = numbersIn(kernels.data.getBigUint64(this.seen + seen.at.legal, true)).filter((other) => other !== code);
    if (!others.length) return "";
    const own = this.termsOf(code);
    const theirs = others.map((other) => this.termsOf(other));
    const ahead = reasons.map(({ weight }, n) => weight * (own[n] - theirs.reduce((sum, terms) => sum + terms[n], 0) / others.length));
    const best = ahead.indexOf(Math.max(...ahead));
    return ahead[best] > 0 ? reasons[best].key : "";
  }

  /** How much of each reason there is in a decision. @param {number} code */
  termsOf(code) {
    this.kernels.call.terms(this.seen, code, this.terms);
    return [...new Int32Array(this.kernels.memory.buffer, this.terms, this.kernels.layout.reasons.length)];
  }
}
