/** How bots of each level decide, and why; in a worker beside the page, which is never held up by it. */

import { NetBots } from "./net.js";
import { Search, TREES } from "./search.js";

/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("../types.js").Explanation} Explanation */

/**
 * What a bot is asked: what its seat sees, and was told of the race so far.
 * @typedef {{level: string, seen: Uint8Array, told: Uint8Array, luck: bigint, why?: boolean}} Question
 */

/**
 * What it decides, what it found out on the way, and what speaks for it, if somebody wants to know.
 * @typedef {{code: number, tries: number, chances: {move: number, chance: number, tries: number}[], reason: Explanation | null}} Answer
 */

const A_SECOND = 1000; // milliseconds, of the strongest

export class Thinking {
  /** @param {Kernels} kernels @param {Uint8Array | null} [net] without one, the best levels search as they did before there were nets */
  constructor(kernels, net = null) {
    this.kernels = kernels;
    /** Who can say why; loaded when somebody asks. @type {import("./reasons.js").Reasons | null} */
    this.reasons = null;
    this.search = new Search(kernels);
    this.nets = net && new NetBots(kernels, net, this.search);
    this.seen = kernels.reserve(kernels.layout.seen.size);
    this.luck = kernels.reserve(8);
  }

  /** @param {Question} question @returns {Answer} */
  answer({ level, seen, told, luck, why = false }) {
    this.kernels.bytes(this.seen, seen.length).set(seen);
    const { code, tries, chances, visits } = this.decide(level, told, luck);
    const tried = [...chances].map(([move, chance]) => ({ move, chance, tries: visits.get(move) ?? 0 }));
    tried.sort((one, other) => Number(other.move === code) - Number(one.move === code) || other.tries - one.tries || one.move - other.move);
    return { code, tries, chances: tried, reason: why && this.reasons ? this.reasons.of(seen, code) : null };
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
    return (this.nets ?? search).think(this.seen, told, luck, { milliseconds: A_SECOND, trees: TREES });
  }
}
