/** What the trials of a game have told so far, added up by kernels, and the curve through it. */

import { WIDE } from "./kernels.js";

/** @typedef {import("./kernels.js").ReviewKernels} ReviewKernels */
/** @typedef {import("./trials.js").Rows} Rows */

/**
 * Each seat's chance to win along a game; the last of the seats is nobody.
 * @typedef {object} Curve
 * @property {[before: number, decided: number, after: number][]} places nodes of each decision
 * @property {number[][]} values of each node
 * @property {number[]} luckErrors
 * @property {number} error the greatest of these
 * @property {number} trials
 */

export const [START, DEALT] = [0, 1]; // the first nodes: before the deal, and after it
const BAND = 3; // nodes of a decision

export class Tallies {
  /** @param {ReviewKernels} kernels @param {{outcomes: number, maker: number}[]} decisions @param {number} seats and nobody */
  constructor(kernels, decisions, seats) {
    this.kernels = kernels;
    this.decisions = decisions.length;
    this.seats = seats;
    const { layout } = kernels;
    const nodes = 2 + 2 * decisions.length;
    this.curve = kernels.reserve(layout.curve.size);
    this.moments = this.part("moments", decisions.length * layout.moment.size);
    this.positions = this.part("positions", 2 * layout.position.size);
    this.places = this.part("places", decisions.length * BAND * WIDE);
    this.part("matrix", nodes * BAND * WIDE);
    this.right = this.part("right", nodes * this.columns * WIDE);
    this.rounds = this.part("rounds", decisions.length * WIDE);
    this.sums = kernels.reserve(layout.task * BAND * seats * WIDE);
    this.pairs = kernels.reserve(layout.task * layout.pairs * WIDE);
    kernels.put(this.curve + layout.curve.at.decisions, decisions.length);
    kernels.put(this.curve + layout.curve.at.seats, seats);
    for (const [n, { outcomes, maker }] of decisions.entries()) {
      kernels.put(this.moment(n) + layout.moment.at.outcomes, outcomes);
      kernels.put(this.moment(n) + layout.moment.at.maker, maker);
    }
  }

  /** Seats in all trials, then those of each batch. @returns {number} */
  get columns() {
    return this.seats * (this.kernels.layout.batches + 1);
  }

  /** Room for a part of the curve, which is told where that is. @param {string} name @param {number} size @returns {number} */
  part(name, size) {
    const { kernels, curve } = this;
    const at = kernels.reserve(size);
    kernels.put(curve + kernels.layout.curve.at[name], at - curve);
    return at;
  }

  /** @param {number} number */
  moment(number) {
    return this.moments + number * this.kernels.layout.moment.size;
  }

  /** How many rounds of trials there were of a decision. @param {number} number */
  roundsOf(number) {
    return this.kernels.whole(this.moment(number) + this.kernels.layout.moment.at.rounds);
  }

  /** Those of the deal, and of where the game was left. @returns {number[]} */
  get roundsOfPositions() {
    const { size, at } = this.kernels.layout.position;
    return [0, 1].map((number) => this.kernels.whole(this.positions + number * size + at.rounds));
  }

  /** The game is over, and this is what everybody has of the victory. @param {Uint8Array} state */
  end(state) {
    const { kernels, curve } = this;
    const { at } = kernels.layout.curve;
    const place = kernels.reserve(state.length);
    kernels.bytes(place, state.length).set(state);
    kernels.put(curve + at.over, 1);
    kernels.call.share_victory(place, curve + at.result);
  }

  /** Trials of a position: the deal, or where a game was left. @param {0 | 1} number @param {Rows} rows */
  addToPosition(number, { sums }) {
    const { kernels, seats } = this;
    kernels.points(this.sums, sums.length).set(sums);
    kernels.call.add_to_position(this.sums, sums.length / seats, seats, this.positions + number * kernels.layout.position.size);
  }

  /** @param {number} number @param {Rows} rows */
  addToMoment(number, { sums, pairs }) {
    const { kernels, seats } = this;
    kernels.points(this.sums, sums.length).set(sums);
    kernels.points(this.pairs, pairs.length).set(pairs);
    kernels.call.add_to_moment(this.sums, this.pairs, sums.length / seats / BAND, seats, this.moment(number));
  }

  /** The most likely curve through all trials. @returns {Curve} */
  lay() {
    const { kernels, curve, seats, right, columns } = this;
    const { at } = kernels.layout.curve;
    kernels.call.lay_curve(curve);
    const nodes = kernels.whole(curve + at.nodes);
    const rounds = [...Array.from({ length: this.decisions }, (_, number) => this.roundsOf(number)), ...this.roundsOfPositions];
    return {
      places: Array.from({ length: this.decisions }, (_, number) => this.placesOf(number)),
      values: Array.from({ length: nodes }, (_, node) => [...kernels.points(right + node * columns * WIDE, seats)]),
      luckErrors: [...kernels.points(curve + at.luck_errors, seats)],
      error: kernels.point(curve + at.error),
      trials: rounds.reduce((sum, more) => sum + more, 0) * kernels.layout.batches * kernels.layout.trials,
    };
  }

  /** @param {number} number @returns {[number, number, number]} */
  placesOf(number) {
    const node = (/** @type {number} */ n) => this.kernels.whole(this.places + (number * BAND + n) * WIDE);
    return [node(0), node(1), node(2)];
  }

  /** How many rounds of trials each decision needs more. @param {number} error of the sums @returns {number[]} */
  planMore(error) {
    const { kernels, rounds } = this;
    kernels.call.plan_more(this.curve, error);
    return Array.from({ length: this.decisions }, (_, number) => kernels.whole(rounds + number * WIDE));
  }
}
