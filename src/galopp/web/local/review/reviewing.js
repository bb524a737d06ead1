/**
 * A recorded game in, a review out, on this device: `galopp.review.pipeline`.
 *
 * First come the trials of all decisions for the account, more and more of them until its sums are sure enough; then a
 * first look at the options of each decision; then each decision is judged by what its maker could know, first those that
 * seem to have cost most; and last, where a seat's play is not sure enough yet, more trials of its decisions. The same game gives the same review as on a server, to the bit.
 */

import { playError, putTogether } from "./account.js";
import { Tallies } from "./curve.js";
import { timelineOf } from "./timeline.js";

/** @typedef {import("./account.js").Judged} Judged */
/** @typedef {import("./curve.js").Curve} Curve */
/** @typedef {import("./kernels.js").Effort} Effort */
/** @typedef {import("./kernels.js").ReviewKernels} ReviewKernels */
/** @typedef {import("./timeline.js").Step} Step */
/** @typedef {import("./trials.js").Looked} Looked */
/** @typedef {import("./trials.js").Question} Question */
/** @typedef {import("./trials.js").Tried} Tried */
/** @typedef {import("../replay.js").LocalReplay} LocalReplay */
/** @typedef {import("../../types.js").ReviewGiven} ReviewGiven */
/** Is told which part of the work is done, and can have what is known so far: putting it together takes time. @typedef {(part: number, review: () => ReviewGiven) => void} Progress */
/** Asks any worker. @typedef {(question: Question) => Promise<any>} Ask */
/** Why a decision is better than the one that was made, and where it leads. @typedef {(step: Step, judgement: import("./trials.js").Judgement) => Promise<import("./account.js").Told>} Explain */

const [DEALS, END] = /** @type {const} */ ([0, 1]);

export class Reviewing {
  /** @param {LocalReplay} replay @param {ReviewKernels} kernels @param {{ask: Ask, explain: Explain, progress: Progress, effort?: Effort}} by */
  constructor(replay, kernels, { ask, explain, progress, effort = kernels.layout.effort }) {
    this.replay = replay;
    this.kernels = kernels;
    this.ask = ask;
    this.explain = explain;
    this.progress = progress;
    this.effort = effort;
    this.players = replay.shown.players;
    /** @type {import("./timeline.js").Timeline} */
    this.timeline = /** @type {any} */ (null);
    /** @type {Looked[]} */
    this.looked = [];
    /** @type {(Judged | null)[]} */
    this.judged = [];
  }

  /** The whole review; drafts of it are told on the way. */
  async make() {
    this.timeline = await timelineOf(this.replay, this.kernels.layout.apart);
    const { players, timeline: { steps } } = this;
    this.judged = steps.map(() => null);
    this.looked = await Promise.all(steps.map(({ made, seen }) => this.ask({ ask: "look", players, made, seen })));
    const curve = await this.estimate();
    await this.judgeAll(curve);
  }

  // --- The account

  /** Trials of all decisions, until the sums of luck and play are sure enough. @returns {Promise<Curve>} */
  async estimate() {
    const { kernels: { layout }, effort: { passes }, slack } = this;
    const tallies = await this.begun();
    await this.grow(tallies, this.looked.map(({ usual }) => (usual ? 0 : 1)));
    let curve = tallies.lay();
    for (let number = 0; number < passes && curve.error > layout.sure_enough * slack; number += 1) {
      this.tell(layout.first_part * ((number + 1) / (passes + 1)), curve);
      await this.grow(tallies, tallies.planMore(curve.error / slack));
      curve = tallies.lay();
    }
    this.tell(layout.first_part, curve);
    return curve;
  }

  /** With trials of the deal, and of where the game was left. */
  async begun() {
    const { kernels, players, effort, looked, timeline: { steps, over, last, options, seed } } = this;
    const tallies = new Tallies(kernels, looked.map(({ outcomes }, n) => ({ outcomes, maker: steps[n].seat })), players + 1);
    for (const rows of await this.rows({ kind: "deal", options }, 0, effort.deals)) tallies.addToPosition(DEALS, rows);
    if (over) tallies.end(last);
    else for (const rows of await this.rows({ kind: "state", before: last, seed }, 0, effort.end)) tallies.addToPosition(END, rows);
    return tallies;
  }

  /** So many rounds of trials more for each decision. @param {Tallies} tallies @param {number[]} rounds */
  async grow(tallies, rounds) {
    const found = await Promise.all(rounds.map((more, number) => {
      const { outcomes, came } = this.looked[number];
      return this.rows({ kind: "moment", made: this.timeline.steps[number].made, outcomes, came }, tallies.roundsOf(number), more);
    }));
    for (const [number, all] of found.entries()) for (const rows of all) tallies.addToMoment(number, rows);
  }

  /** Rows of trials, some at a time. @param {Tried} tried @param {number} first the first round @param {number} rounds @returns {Promise<import("./trials.js").Rows[]>} */
  rows(tried, first, rounds) {
    const { kernels: { layout: { batches, task } }, players } = this;
    const end = (first + rounds) * batches;
    const asked = [];
    for (let from = first * batches; from < end; from += task) {
      asked.push(this.ask({ ask: "rows", players, tried, first: from, rows: Math.min(task, end - from) }));
    }
    return Promise.all(asked);
  }

  /** How much less sure than usual the sums of a long game may be. */
  get slack() {
    return Math.max(1, Math.sqrt(this.timeline.steps.length / this.effort.long));
  }

  // --- Judging

  /** Each decision by what its maker could know: a first look at all, then what matters afresh. @param {Curve} curve */
  async judgeAll(curve) {
    const { kernels: { layout }, timeline: { steps }, judged, effort: { look: stages } } = this;
    const weighed = await Promise.all(steps.map((step) => this.ask({ ask: "weigh", about: this.options(step), stages })));
    const doubts = Array.from({ length: this.players }, () => 0);
    for (const [number, { seat }] of steps.entries()) doubts[seat] += weighed[number].doubt;
    const less = doubts.map((doubt) => doubt / this.slack ** 2);
    let done = 0;
    await Promise.all(this.bySuspicion(curve).map(async (number) => {
      judged[number] = await this.judge(steps[number], weighed[number], less);
      done += 1;
      this.tell(layout.first_part + (layout.judged_part - layout.first_part) * (done / steps.length), curve);
    }));
    await this.tryUntilSure(curve);
  }

  /** More trials, as long as some seat's play is not sure enough. @param {Curve} curve */
  async tryUntilSure(curve) {
    const { kernels: { layout }, timeline: { steps }, effort: { passes } } = this;
    for (let number = 0; number < passes; number += 1) {
      const unsure = Array.from({ length: this.players }, (_, seat) => playError(steps, this.judged, seat) / this.slack);
      if (Math.max(...unsure) <= layout.sure_enough) break;
      this.tell(layout.judged_part + ((1 - layout.judged_part) * number) / passes, curve);
      await Promise.all(steps.map((step, n) => (unsure[step.seat] > layout.sure_enough ? this.judgeSurer(n, unsure[step.seat]) : null)));
    }
    this.tell(1, curve);
  }

  /** Try more of what a decision was worth, if its maker's play hangs on it. @param {number} number @param {number} error of the maker's play */
  async judgeSurer(number, error) {
    const { judged, timeline: { steps } } = this;
    const known = judged[number];
    if (!known?.playError) return;
    judged[number] = { ...known, ...(await this.ask({ ask: "surer", about: this.options(steps[number]), tally: known.tally, error })) };
  }

  /** @param {Step} step @returns {import("./trials.js").Options} */
  options({ seen, told, code }) {
    return { players: this.players, seen, told, played: code };
  }

  /** @param {Step} step @param {import("./trials.js").Weighed} weighed @param {number[]} doubts of each seat's decisions together @returns {Promise<Judged>} */
  async judge(step, { tally }, doubts) {
    const judgement = await this.ask({ ask: "judge", about: this.options(step), tally, doubts: doubts[step.seat], most: this.effort.afresh });
    return { ...judgement, ...(await this.explain(step, judgement)) };
  }

  /** Decisions, first those that seem to have cost their maker most. @param {Curve} curve */
  bySuspicion({ places, values }) {
    const worth = this.timeline.steps.map(({ seat }, n) => values[places[n][1]][seat] - values[places[n][0]][seat]);
    return [...worth.keys()].sort((one, other) => worth[one] - worth[other] || one - other);
  }

  // --- Telling

  /** How far it is. @param {number} part @param {Curve} curve */
  tell(part, curve) {
    this.progress(part, () => this.knownSoFar(curve));
  }

  /** @param {Curve} curve @returns {ReviewGiven} */
  knownSoFar(curve) {
    const { replay: { shown, module: { notations } }, kernels: { layout }, timeline: { steps, over }, looked, judged, players } = this;
    const names = Object.fromEntries(shown.seats.flatMap(({ name }, seat) => (name ? [[seat, name]] : [])));
    const found = { steps, notations, curve, judged, chance: looked.map(({ outcomes }) => outcomes !== layout.no_chance), slight: layout.slight, nobody: layout.nobody, players };
    const { game, rules, version, policy, nobody } = layout;
    return { game, rules, version, policy, players, names, finished: over, nobody, ...putTogether(found) };
  }
}
