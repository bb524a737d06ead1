/**
 * What speaks for a decision, by the game's list of reasons, as `galopp.bots.reasons` finds it; and what fills the gaps
 * of its sentence.
 */

import { readEvents } from "../net/layout.js";
import { numbersIn } from "./kernels.js";

/** @typedef {import("./module.js").GameModule} GameModule */
/** @typedef {import("./review/kernels.js").ReviewKernels} ReviewKernels */
/** @typedef {import("../types.js").Explanation} Explanation */

const SMALL = 2; // bytes of a number that fills a gap
const REASON = 4; // bytes of how much of a reason there is in a decision

export class Reasons {
  /** @param {GameModule} module @param {ReviewKernels} kernels which know what sentences are about */
  constructor(module, kernels) {
    this.module = module;
    this.kernels = module.kernels;
    const { layout } = this.kernels;
    this.seen = this.kernels.reserve(layout.seen.size);
    this.terms = this.kernels.reserve(REASON * layout.reasons.length);
    this.filling = kernels;
    this.same = kernels.reserve(layout.seen.size);
    this.gaps = kernels.reserve(SMALL * kernels.layout.gaps);
  }

  /** What speaks most for one decision against another, if anything does. @param {Uint8Array} seen @param {number} one @param {number} other @returns {Explanation | null} */
  between(seen, one, other) {
    this.kernels.bytes(this.seen, seen.length).set(seen);
    const good = this.termsOf(one);
    const bad = this.termsOf(other);
    return this.most(one, good.map((much, n) => much - bad[n]));
  }

  /** What speaks most for a decision, compared with the others that are open. @param {Uint8Array} seen @param {number} code @returns {Explanation | null} */
  of(seen, code) {
    this.kernels.bytes(this.seen, seen.length).set(seen);
    const others = numbersIn(this.module.legalIn(seen)).filter((other) => other !== code).map((other) => this.termsOf(other));
    if (!others.length) return null;
    return this.most(code, this.termsOf(code).map((much, n) => much - others.reduce((sum, terms) => sum + terms[n], 0) / others.length));
  }

  /** The weightiest reason, by how much more of each there is. @param {number} code @param {number[]} more @returns {Explanation | null} */
  most(code, more) {
    const { reasons } = this.kernels.layout;
    const ahead = reasons.map(({ weight }, n) => weight * more[n]);
    const best = ahead.indexOf(Math.max(...ahead));
    return ahead[best] > 0 ? { key: reasons[best].key, facts: this.facts(code, best) } : null;
  }

  /** What fills the gaps of a reason's sentence, for a decision it speaks for. @param {number} code @param {number} reason @returns {Record<string, any>} */
  facts(code, reason) {
    const { kernels, filling, filling: { layout } } = this;
    filling.bytes(this.same, layout.seen.size).set(kernels.bytes(this.seen, layout.seen.size));
    filling.row(this.gaps, layout.gaps).fill(0);
    filling.call.fill(this.same, code, reason, this.gaps);
    const { about } = this.module.facts.reasons[reason];
    const told = Int16Array.of(reason, ...filling.row(this.gaps, about.length));
    const [{ arguments: facts }] = readEvents(this.module.facts.reasons, new DataView(told.buffer));
    return facts;
  }

  /** How much of each reason there is in a decision. @param {number} code */
  termsOf(code) {
    this.kernels.call.terms(this.seen, code, this.terms);
    return [...new Int32Array(this.kernels.memory.buffer, this.terms, this.kernels.layout.reasons.length)];
  }
}
