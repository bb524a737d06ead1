/** What reviews are made with, as WebAssembly: `wasm/GAME-review.wasm`. Who only plays does not load it. */

import { Module } from "../kernels.js";

/** @typedef {import("../kernels.js").RecordLayout} RecordLayout */

/** How much is tried, in rounds: see `galopp.review.effort`. @typedef {{deals: number, end: number, passes: number, look: number[], afresh: number, long: number}} Effort */

/**
 * What `galopp.wasm.review_layout` writes.
 * @typedef {object} ReviewLayout
 * @property {string} game
 * @property {number} rules
 * @property {number} version of reviews
 * @property {string} policy who plays on
 * @property {boolean} nobody whether something can win that no seat owns
 * @property {number} options numbers in a row of options
 * @property {number} entry bytes of an entry of a history
 * @property {number} known numbers that are concluded from it
 * @property {RecordLayout} state
 * @property {RecordLayout} seen
 * @property {RecordLayout} search
 * @property {number} races
 * @property {number} samples
 * @property {RecordLayout} trial
 * @property {RecordLayout} curve
 * @property {RecordLayout} position
 * @property {RecordLayout} moment
 * @property {RecordLayout} tally
 * @property {Record<"moment" | "state" | "deal" | "options" | "choices", number>} kinds of trials
 * @property {number} trials in a row
 * @property {number} batches rows in a round
 * @property {number} pairs of the values of a decision
 * @property {number} task rows that are tried at a time
 * @property {string} apart
 * @property {number} no_chance
 * @property {Effort} effort
 * @property {number} draws
 * @property {number} fresh the first round of those that no first look has seen
 * @property {number} sure_enough
 * @property {number} first_part
 * @property {number} judged_part
 * @property {number} slight
 * @property {boolean} counts whether a race brings points; else it is all there is to win
 * @property {string[]} leads_to keys of sentences that say what an option is better by
 * @property {number} gaps numbers that fill the gaps of a reason's sentence
 * @property {string[]} entries
 */

/**
 * What `galopp.wasm.review_entries` lists.
 * @typedef {object} OwnEntries
 * @property {(seen: number, told: number, entries: number, known: number) => void} conclude
 * @property {(trial: number, outlook: number, first: number, rows: number, columns: number, sums: number, pairs: number) => void} try_rows
 * @property {(trial: number) => void} outcomes_of
 * @property {(state: number, shares: number) => void} share_victory
 * @property {(rows: number, number: number, seats: number, position: number) => void} add_to_position
 * @property {(rows: number, pairs: number, number: number, seats: number, moment: number) => void} add_to_moment
 * @property {(curve: number) => void} lay_curve
 * @property {(curve: number, error: number) => void} plan_more
 * @property {(rows: number, number: number, columns: number, tally: number) => void} add_to_options
 * @property {(tally: number) => number} is_clear
 * @property {(tally: number) => void} drop_hopeless
 * @property {(tally: number) => void} plan_afresh
 * @property {(tally: number) => void} judge_rivals
 * @property {(tally: number, doubts: number) => number} rounds_for_play
 * @property {(tally: number, error: number) => number} rounds_to_be_sure
 * @property {(tally: number) => void} judge_options
 * @property {(seen: number, code: number, reason: number, gaps: number) => void} fill
 */

/** @typedef {OwnEntries & import("../kernels.js").OutlookEntries} ReviewEntries */

export const WIDE = 8; // bytes of a whole number, and of one with a point
export const VALUES = 3; // of a decision that was made: what is usual, what was decided, what came; of one that is open: victory, points, those of the others

/** @extends {Module<ReviewEntries, ReviewLayout>} */
export class ReviewKernels extends Module {
  /** @param {BufferSource} module @param {ReviewLayout} layout */
  static async from(module, layout) {
    const { instance } = await WebAssembly.instantiate(module, {});
    return new ReviewKernels(instance, layout);
  }

  /** Write a whole number. @param {number} at @param {number} number */
  put(at, number) {
    this.data.setBigInt64(at, BigInt(number), true);
  }

  /** @param {number} at */
  whole(at) {
    return Number(this.data.getBigInt64(at, true));
  }

  /** @param {number} at */
  point(at) {
    return this.data.getFloat64(at, true);
  }

  /** Numbers with a point, good until more memory is reserved. @param {number} at @param {number} length */
  points(at, length) {
    return new Float64Array(this.memory.buffer, at, length);
  }
}
