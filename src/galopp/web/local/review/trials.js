/**
 * Trials of decisions, deals and options, as `galopp.review.trials` has them; in workers, since they take seconds.
 *
 * Whoever asks says what is tried; nothing is remembered but what races may bring. So any worker does any of it.
 */

import { numbersIn } from "../kernels.js";
import { newOutlook } from "../outlook.js";
import { VALUES, WIDE } from "./kernels.js";

/** @typedef {import("./kernels.js").ReviewKernels} ReviewKernels */

/** A decision that was made: the states around it, with whoever made it being asked. @typedef {{before: Uint8Array, after: Uint8Array, seat: number, code: number, seed: bigint}} Made */
/** What a decision can lead to, and whether the reference policy decides so. @typedef {{outcomes: number, came: number, usual: boolean}} Looked */
/** Sums of rows of trials, and of a decision's products of values. @typedef {{sums: Float64Array, pairs: Float64Array}} Rows */
/** @typedef {{kind: "moment", made: Made, outcomes: number, came: number} | {kind: "state", before: Uint8Array, seed: bigint} | {kind: "deal", options: number[]}} Tried */

/**
 * What the options of a decision were worth to whoever had them.
 * @typedef {{codes: number[], values: number[], errors: number[], usual: number, playError: number, best: number, loss: number, error: number, leadsTo: import("../../types.js").Explanation | null, trials: number, tally: Uint8Array}} Judgement
 */

/** A decision by what its maker saw and was told. @typedef {{players: number, seen: Uint8Array, told: Uint8Array, played: number}} Options */
/** What a first look at its options told, and how far one trial is off. @typedef {{tally: Uint8Array, doubt: number}} Weighed */

/**
 * What a worker is asked.
 * @typedef {{ask: "look", players: number, made: Made, seen: Uint8Array}
 *   | {ask: "rows", players: number, tried: Tried, first: number, rows: number}
 *   | {ask: "weigh", about: Options, stages: number[]}
 *   | {ask: "judge", about: Options, tally: Uint8Array, doubts: number, most: number}
 *   | {ask: "surer", about: Options, tally: Uint8Array, error: number}} Question
 */

const NO_STATES = { races: 1, rows: 1 }; // of an outlook that nobody asks for
const SMALL = 2;
const MOST_CODES = 64;
const BY_LOT = -1;

export class Trials {
  /** @param {ReviewKernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    const { layout } = kernels;
    this.trial = kernels.reserve(layout.trial.size);
    this.tally = kernels.reserve(layout.tally.size);
    this.sums = kernels.reserve(layout.task * MOST_CODES * VALUES * WIDE);
    this.pairs = kernels.reserve(layout.task * layout.pairs * WIDE);
    this.options = kernels.reserve(layout.options * SMALL);
    this.told = 0;
    this.capacity = 0;
    /** @type {Map<string, import("../outlook.js").Outlook>} */
    this.outlooks = new Map();
  }

  /** @param {Question} question @returns {Promise<Looked | Rows | Weighed | Judgement>} */
  async answer(question) {
    if (question.ask === "look") return this.look(question);
    if (question.ask === "rows") return this.tried(question);
    if (question.ask === "weigh") return this.weigh(question);
    return question.ask === "judge" ? this.judge(question) : this.judgeSurer(question);
  }

  // --- What is tried

  /** Lay down what is tried, with nothing in every other place. @param {Record<string, number>} numbers @param {Record<string, Uint8Array>} records @param {bigint} seed */
  lay(numbers, records, seed) {
    const { kernels, trial } = this;
    const { at, size } = kernels.layout.trial;
    kernels.bytes(trial, size).fill(0);
    kernels.seed(trial + at.seed, seed);
    for (const [name, number] of Object.entries({ came: BY_LOT, ...NO_STATES, ...numbers })) kernels.put(trial + at[name], number);
    for (const [name, bytes] of Object.entries(records)) kernels.bytes(trial + at[name], bytes.length).set(bytes);
  }

  /** The codes that are tried. @param {number[]} codes */
  layCodes(codes) {
    const { kernels, trial } = this;
    const { at } = kernels.layout.trial;
    kernels.put(trial + at.number, codes.length);
    for (const [n, code] of codes.entries()) kernels.put(trial + at.codes + WIDE * n, code);
  }

  /** Rows of what was laid down: sums of so many columns; they stay where they are. @param {number} first @param {number} rows @param {number} columns @param {number} [outlook] */
  run(first, rows, columns, outlook = 0) {
    const { kernels, sums, pairs } = this;
    kernels.points(sums, rows * columns).fill(0);
    kernels.points(pairs, rows * kernels.layout.pairs).fill(0);
    kernels.call.try_rows(this.trial, outlook, first, rows, this.columns(columns), sums, pairs);
    return kernels.points(sums, rows * columns);
  }

  /** A decision has three values, and as many columns of each as there are seats or options. @param {number} columns */
  columns(columns) {
    const { kernels: { layout: { kinds, trial: { at } } }, trial } = this;
    const kind = this.kernels.whole(trial + at.kind);
    return kind === kinds.moment || kind === kinds.options ? columns / VALUES : columns;
  }

  // --- What is asked

  /** @param {Extract<Question, {ask: "look"}>} question @returns {Looked} */
  look({ players, made, seen }) {
    const { kernels, kernels: { layout }, trial } = this;
    const { before, after, seat, code, seed } = made;
    this.lay({ kind: layout.kinds.moment, players, seat, code }, { before, after }, seed);
    kernels.call.outcomes_of(trial);
    const outcomes = kernels.whole(trial + layout.trial.at.outcomes);
    const came = kernels.whole(trial + layout.trial.at.came);
    return { outcomes, came, usual: outcomes === layout.no_chance && this.isUsual(players, made, seen) };
  }

  /** Whether the reference policy always decides what was decided. @param {number} players @param {Made} made @param {Uint8Array} seen */
  isUsual(players, { code, seed }, seen) {
    const { layout } = this.kernels;
    if (this.legal(seen).length === 1) return true;
    this.lay({ kind: layout.kinds.choices, players }, { seen }, seed);
    this.layCodes([code]);
    return this.run(0, layout.batches, 1).every((often) => often === layout.trials);
  }

  /** The codes that are open to whoever sees this. @param {Uint8Array} seen */
  legal(seen) {
    return numbersIn(new DataView(seen.buffer, seen.byteOffset).getBigUint64(this.kernels.layout.seen.at.legal, true));
  }

  /** @param {Extract<Question, {ask: "rows"}>} question @returns {Rows} */
  tried({ players, tried, first, rows }) {
    const { kernels, kernels: { layout } } = this;
    const outlook = this.outlookFor(players, this.optionsOf(tried));
    this.layTried(players, tried, outlook);
    const seats = players + 1;
    const sums = this.run(first, rows, tried.kind === "moment" ? VALUES * seats : seats, outlook.at).slice();
    return { sums, pairs: kernels.points(this.pairs, rows * layout.pairs).slice() };
  }

  /** The options of the game that is tried, as a row. @param {Tried} tried */
  optionsOf(tried) {
    const { options, state: { at } } = this.kernels.layout;
    if (tried.kind === "deal") return new Uint8Array(new Int16Array(tried.options).buffer);
    const state = tried.kind === "moment" ? tried.made.before : tried.before;
    return state.subarray(at.options, at.options + options * SMALL);
  }

  /** @param {number} players @param {Tried} tried @param {import("../outlook.js").Outlook} outlook */
  layTried(players, tried, outlook) {
    const about = { kind: this.kernels.layout.kinds[tried.kind], players, races: outlook.races, rows: outlook.rows };
    if (tried.kind === "moment") {
      const { made: { before, after, seat, code, seed }, outcomes, came } = tried;
      this.lay({ ...about, seat, code, outcomes, came }, { before, after }, seed);
    } else if (tried.kind === "state") {
      this.lay(about, { before: tried.before }, tried.seed);
    } else {
      this.lay(about, { options: this.optionsOf(tried) }, 0n);
    }
  }

  // --- The options of a decision

  /** A first look. @param {Extract<Question, {ask: "weigh"}>} question @returns {Promise<Weighed>} */
  async weigh({ about, about: { players, seen, played }, stages }) {
    const { kernels, kernels: { layout, call }, tally } = this;
    const codes = this.legal(seen);
    const { seed, outlook } = await this.layOptions(about); // others may be answered until then
    kernels.bytes(tally, layout.tally.size).fill(0);
    kernels.put(tally + layout.tally.at.options, codes.length);
    kernels.put(tally + layout.tally.at.played, codes.indexOf(played));
    kernels.put(tally + layout.tally.at.counts, Number(layout.counts));
    this.lookAt(codes, stages, outlook);
    this.lay({ kind: layout.kinds.choices, players }, { seen }, seed);
    this.ask(codes);
    call.plan_afresh(tally);
    return { tally: kernels.bytes(tally, layout.tally.size).slice(), doubt: kernels.point(tally + layout.tally.at.doubt) };
  }

  /** What matters is tried afresh. @param {Extract<Question, {ask: "judge"}>} question @returns {Promise<Judgement>} */
  async judge({ about, tally: weighed, doubts, most }) {
    const { kernels, kernels: { layout, call }, tally } = this;
    const codes = this.legal(about.seen);
    const { outlook } = await this.layOptions(about);
    kernels.bytes(tally, weighed.length).set(weighed);
    if (!this.wholeIn("dropped", codes.indexOf(about.played))) {
      const first = Math.min(most, Math.max(1, kernels.whole(tally + layout.tally.at.wanted)));
      this.tryOptions(codes, layout.fresh, layout.fresh + first, outlook);
      call.judge_rivals(tally);
      this.tryOptions(codes, layout.fresh + first, layout.fresh + Math.min(most, call.rounds_for_play(tally, doubts)), outlook);
    }
    call.judge_options(tally);
    return this.judgement(codes);
  }

  /** More of what its maker's play hangs on; what the decision cost is known by now. @param {Extract<Question, {ask: "surer"}>} question @returns {Promise<Judgement>} */
  async judgeSurer({ about, tally: judged, error }) {
    const { kernels, kernels: { layout, call }, tally } = this;
    const codes = this.legal(about.seen);
    const { outlook } = await this.layOptions(about);
    kernels.bytes(tally, judged.length).set(judged);
    const had = this.wholeIn("rounds", codes.indexOf(about.played));
    this.tryOptions(codes, layout.fresh + had, layout.fresh + call.rounds_to_be_sure(tally, error), outlook);
    call.judge_options(tally);
    return this.judgement(codes);
  }

  /** Lay down the options of a decision: the seed of their trials, and where it lies what races may bring. @param {Options} about */
  async layOptions({ players, seen, told }) {
    const { kernels: { layout } } = this;
    const known = this.conclude(seen, told);
    const seed = await seedOf(seen, known);
    const { at } = layout.seen;
    const { races, rows, at: outlook } = this.outlookFor(players, seen.subarray(at.options, at.options + layout.options * SMALL));
    this.lay({ kind: layout.kinds.options, players, races, rows }, { seen, known }, seed);
    return { seed, outlook };
  }

  /** Trials of all options, more of them while it is not clear what the decision cost. @param {number[]} codes @param {number[]} stages @param {number} outlook */
  lookAt(codes, stages, outlook) {
    const { kernels: { call }, tally } = this;
    let first = 0;
    for (const stage of stages) {
      this.tryOptions(codes, first, stage, outlook);
      first = stage;
      if (call.is_clear(tally)) return;
      call.drop_hopeless(tally);
    }
  }

  /** Trials of the options that are left, from one round to before another. @param {number[]} codes @param {number} first @param {number} end @param {number} outlook */
  tryOptions(codes, first, end, outlook) {
    const { kernels: { call, layout: { batches } }, tally } = this;
    const left = codes.filter((_, n) => !this.wholeIn("dropped", n));
    this.layCodes(left);
    for (let round = first; round < end; round += 1) {
      this.run(round * batches, batches, VALUES * left.length, outlook);
      call.add_to_options(this.sums, batches, left.length, tally);
    }
  }

  /** How often the reference policy decides each of these. @param {number[]} codes */
  ask(codes) {
    const { kernels, kernels: { layout }, tally } = this;
    this.layCodes(codes);
    const often = codes.map(() => 0);
    for (let round = 0; round < layout.draws; round += 1) {
      const sums = this.run(round * layout.batches, layout.batches, codes.length);
      for (const [n, sum] of sums.entries()) often[n % codes.length] += sum;
    }
    kernels.points(tally + layout.tally.at.chosen, codes.length).set(often);
  }

  /** @param {number[]} codes @returns {Judgement} */
  judgement(codes) {
    const { kernels, kernels: { layout: { batches, trials, tally: { at, size } } }, tally } = this;
    return {
      codes, values: [...kernels.points(tally + at.values, codes.length)], errors: [...kernels.points(tally + at.errors, codes.length)],
      usual: kernels.point(tally + at.usual), playError: kernels.point(tally + at.play_error), best: codes[kernels.whole(tally + at.best)],
      loss: kernels.point(tally + at.loss), error: kernels.point(tally + at.error), leadsTo: this.leadsTo(),
      trials: kernels.whole(tally + at.tried) * batches * trials, tally: kernels.bytes(tally, size).slice(),
    };
  }

  /** What the best option is better by. @returns {Judgement["leadsTo"]} */
  leadsTo() {
    const { kernels, kernels: { layout: { leads_to: keys, tally: { at } } }, tally } = this;
    const key = keys[kernels.whole(tally + at.better_by)];
    return key ? { key, facts: { with_it: kernels.whole(tally + at.with_it), otherwise: kernels.whole(tally + at.otherwise) } } : null;
  }

  /** @param {string} field @param {number} option */
  wholeIn(field, option) {
    const { kernels, kernels: { layout }, tally } = this;
    return kernels.whole(tally + layout.tally.at[field] + WIDE * option);
  }

  /** What follows from what a seat was told. @param {Uint8Array} seen @param {Uint8Array} told @returns {Uint8Array} */
  conclude(seen, told) {
    const { kernels, trial } = this;
    const { entry, known, trial: { at } } = kernels.layout;
    if (this.capacity < told.length) {
      this.capacity = 2 * told.length;
      this.told = kernels.reserve(this.capacity);
    }
    this.lay({}, { seen }, 0n);
    kernels.bytes(this.told, told.length).set(told);
    kernels.call.conclude(trial + at.seen, this.told, told.length / entry, trial + at.known);
    return kernels.bytes(trial + at.known, WIDE * known).slice();
  }

  /** What races to come may bring at such a table; found out once. @param {number} players @param {Uint8Array} chosen options, as a row */
  outlookFor(players, chosen) {
    const { kernels, options } = this;
    const { layout } = kernels;
    kernels.bytes(options, layout.options * SMALL).set(chosen);
    const setting = `${players} ${kernels.row(options, layout.options)}`;
    const outlook = this.outlooks.get(setting) ?? newOutlook(kernels, players, options);
    this.outlooks.set(setting, outlook);
    return outlook;
  }
}

/** The luck is made from what the seat sees and knows: nothing else can show through. @param {Uint8Array} seen @param {Uint8Array} known */
async function seedOf(seen, known) {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...seen, ...known]));
  return new DataView(digest).getBigUint64(0);
}
