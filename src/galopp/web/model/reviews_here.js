/** Reviews that this device makes by itself, in workers beside the page. */

import { fetchReviewKernels } from "../local/module.js";
import { Explaining } from "../local/review/explaining.js";
import { Pool } from "../local/review/pool.js";
import { Reviewing } from "../local/review/reviewing.js";
import { NotDone } from "../net/api.js";
import { web } from "../net/root.js";
import { replaysHere } from "./replays_here.js";

/** @typedef {import("../types.js").ReviewShown} ReviewShown */

const A_MOMENT = 250; // milliseconds between two drafts that are shown

/** Those that are whole. @type {Map<string, ReviewShown>} */
const made = new Map();

export class ReviewHere {
  /** @param {string} id of the game @param {(shown: ReviewShown) => void} show */
  constructor(id, show) {
    this.id = id;
    this.show = show;
    this.shownAt = -A_MOMENT;
    /** @type {Pool | null} */
    this.pool = null;
    this.left = false;
  }

  /** Until it is whole; drafts are shown on the way. Throws `NotDone`. */
  async make() {
    const known = made.get(this.id);
    if (known) return this.show(known);
    const replay = await replaysHere.find(this.id);
    const { name } = replay.module;
    const [kernels, others] = await Promise.all([fetched(name), fetched(name)]);
    const explaining = new Explaining(replay.module, others);
    const pool = (this.pool = new Pool(web, name));
    try {
      /** @type {import("../local/review/reviewing.js").Progress} */
      const progress = (part, review) => this.take(part, review);
      await new Reviewing(replay, kernels, { ask: (question) => pool.ask(question), explain: (step, judgement) => explaining.explain(step, judgement), progress }).make();
    } catch (error) {
      if (!this.left) throw error;
    } finally {
      pool.end();
    }
  }

  /** A draft is put together only if it is shown. @param {number} part @param {() => import("../types.js").ReviewGiven} review */
  take(part, review) {
    if (part < 1 && performance.now() - this.shownAt < A_MOMENT) return;
    const shown = { progress: part, review: review() };
    if (part >= 1) made.set(this.id, shown);
    this.shownAt = performance.now();
    if (!this.left) this.show(shown);
  }

  /** Nobody waits for it any more. */
  leave() {
    this.left = true;
    this.pool?.end();
  }
}

/** @param {string} game */
async function fetched(game) {
  try {
    return await fetchReviewKernels(web, game);
  } catch {
    throw new NotDone("unreachable", "");
  }
}
