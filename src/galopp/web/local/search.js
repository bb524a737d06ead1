/**
 * Thinking ahead, as `galopp.bots.search` does it: trees grown with luck of their own, asked together.
 *
 * With a number of tries the thought is the same as the server's, to the bit.
 */

import { numbersIn } from "./kernels.js";
import { newOutlook } from "./outlook.js";

/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("./outlook.js").Outlook} Outlook */

/**
 * @typedef {object} Thought
 * @property {number} code the decision
 * @property {Map<number, number>} chances to win with each decision that was tried
 * @property {Map<number, number>} visits how often each was tried
 * @property {number} tries
 */

/**
 * How long to think: so many tries in all, or so many milliseconds.
 * @typedef {{tries: number, trees: number} | {milliseconds: number, trees: number}} Budget
 */

export const TREES = 2;
const A_MOMENT = 10; // milliseconds between two looks at the clock
const NONE = -1;
const SMALL = 2;

export class Search {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.luck = kernels.reserve(8);
    this.options = kernels.reserve(kernels.layout.options * SMALL);
    /** What is concluded from a history, and room for so many bytes of one. */
    this.known = kernels.reserve(8 * kernels.layout.known);
    this.told = 0;
    this.capacity = 0;
    /** Trees whose memory can be used again. @type {Tree[]} */
    this.trees = [];
    /** @type {Map<string, Outlook>} */
    this.outlooks = new Map();
  }

  /** Decide by what a seat sees, and what follows from what it was told.
   * @param {number} seen where that lies @param {Uint8Array} told the entries of its history
   * @param {bigint} luck @param {Budget} budget @returns {Thought} */
  think(seen, told, luck, budget) {
    const { kernels } = this;
    const { call, layout } = kernels;
    const legal = kernels.data.getBigUint64(seen + layout.seen.at.legal, true);
    kernels.seed(this.luck, luck);
    if (numbersIn(legal).length === 1 || !call.worth_thinking(seen)) return decided(call.casual(seen, this.luck));
    this.conclude(seen, told);
    const trees = this.plant(seen, budget);
    if ("tries" in budget) for (const tree of trees) tree.growBy(Math.ceil(budget.tries / trees.length));
    else growUntil(trees, performance.now() + budget.milliseconds);
    return thought(trees);
  }

  /** @param {number} seen @param {Uint8Array} told */
  conclude(seen, told) {
    const { kernels } = this;
    if (this.capacity < told.length) {
      this.capacity = 2 * told.length;
      this.told = kernels.reserve(this.capacity);
    }
    kernels.bytes(this.told, told.length).set(told);
    kernels.bytes(this.known, 8 * kernels.layout.known).fill(0);
    kernels.call.conclude(seen, this.told, told.length / kernels.layout.entry, this.known);
  }

  /** @param {number} seen @param {Budget} budget */
  plant(seen, budget) {
    const { kernels } = this;
    const outlook = this.outlookFor(seen);
    const room = Math.min(kernels.layout.room, "tries" in budget ? budget.tries : kernels.layout.room) + 1;
    while (this.trees.length < budget.trees) this.trees.push(new Tree(kernels));
    const trees = this.trees.slice(0, budget.trees);
    for (const tree of trees) tree.plant({ seen, known: this.known, outlook }, room, kernels.call.spin(this.luck));
    return trees;
  }

  /** What races to come may bring at such a table; found out once. @param {number} seen */
  outlookFor(seen) {
    const { kernels, options } = this;
    const { at } = kernels.layout.seen;
    const size = kernels.layout.options * SMALL;
    const players = kernels.data.getInt8(seen + at.players);
    kernels.bytes(options, size).set(kernels.bytes(seen + at.options, size));
    const setting = `${players} ${kernels.row(options, kernels.layout.options)}`;
    const outlook = this.outlooks.get(setting) ?? newOutlook(kernels, players, options);
    this.outlooks.set(setting, outlook);
    return outlook;
  }
}

/** A tree and what it needs to grow. */
class Tree {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.search = kernels.reserve(kernels.layout.search.size);
    this.nodes = 0;
    this.capacity = 0;
    this.seen = 0;
    this.known = 0;
    this.outlook = 0;
    this.tries = 0;
  }

  /** @param {{seen: number, known: number, outlook: Outlook}} problem @param {number} room @param {bigint} luck */
  plant({ seen, known, outlook }, room, luck) {
    const { kernels, search } = this;
    const { node, search: { at } } = kernels.layout;
    if (this.capacity < room) this.nodes = kernels.reserve(room * node.size);
    this.capacity = Math.max(room, this.capacity);
    Object.assign(this, { seen, known, outlook: outlook.at, tries: 0 });
    kernels.seed(search + at.luck, luck);
    const { data } = kernels;
    data.setInt32(search + at.room, room, true);
    data.setInt32(search + at.size, 1, true);
    data.setInt32(search + at.races, outlook.races, true);
    data.setInt32(search + at.rows, outlook.rows, true);
    kernels.call.plant(this.nodes);
  }

  /** @param {number} tries */
  grow(tries) {
    this.kernels.call.grow(this.search, this.nodes, this.seen, this.known, this.outlook, tries);
    this.tries += tries;
  }

  /** So many tries, or fewer if the rest could not change what this tree advises. @param {number} tries */
  growBy(tries) {
    const some = Math.ceil(tries / this.kernels.layout.looks);
    while (this.tries < tries && this.lead() <= tries - this.tries) this.grow(Math.min(some, tries - this.tries));
  }

  /** How much more often the best decision was tried than the second. */
  lead() {
    const visits = this.decisions().map(([, often]) => often).sort((one, other) => other - one);
    return visits.length > 1 ? visits[0] - visits[1] : 0;
  }

  /** The decisions open to the seat: code, how often it was tried, victories. @returns {[number, number, number][]} */
  decisions() {
    const { kernels: { data, layout: { node: { at, size } } }, nodes } = this;
    /** @type {[number, number, number][]} */
    const found = [];
    let child = data.getInt32(nodes + at.first, true);
    while (child !== NONE) {
      const node = nodes + child * size;
      found.push([data.getInt8(node + at.code), data.getInt32(node + at.visits, true), data.getFloat64(node + at.worth, true)]);
      child = data.getInt32(node + at.sibling, true);
    }
    return found;
  }
}

/** In turn, as many tries as fit in, or fewer if the rest could not change anything. @param {Tree[]} trees @param {number} end */
function growUntil(trees, end) {
  let tries = 32;
  let could = 0;
  while (trees.some((tree) => tree.lead() <= could)) {
    const start = performance.now();
    for (const tree of trees) tree.grow(tries);
    const now = performance.now();
    if (now >= end) return;
    const rate = tries / Math.max(now - start, 0.001);
    could = rate * (end - now);
    tries = Math.max(1, Math.floor(Math.min(4 * tries, rate * A_MOMENT, could)));
  }
}

/** @param {number} code @returns {Thought} */
const decided = (code) => ({ code, chances: new Map(), visits: new Map(), tries: 0 });

/** The decision that was tried most, in all trees together. @param {Tree[]} trees @returns {Thought} */
function thought(trees) {
  const found = trees.flatMap((tree) => tree.decisions()).sort(inOrder);
  const visits = new Map();
  const victories = new Map();
  for (const [code, often, won] of found) {
    visits.set(code, (visits.get(code) ?? 0) + often);
    victories.set(code, (victories.get(code) ?? 0) + won);
  }
  const chances = new Map([...visits].map(([code, often]) => [code, victories.get(code) / often]));
  const [best] = [...visits.keys()].sort((one, other) => visits.get(other) - visits.get(one)
    || (chances.get(other) ?? 0) - (chances.get(one) ?? 0));
  return { code: best, chances, visits, tries: trees.reduce((sum, tree) => sum + tree.tries, 0) };
}

/** Floats must be added up in the same order everywhere. @param {number[]} one @param {number[]} other */
const inOrder = (one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
