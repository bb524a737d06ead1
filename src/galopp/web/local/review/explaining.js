/** Why a decision is better than the one that was made, and where it leads: by what its maker could know. */

import { Foresight } from "../foresight.js";
import { Reasons } from "../reasons.js";

/** @typedef {import("../module.js").GameModule} GameModule */

export class Explaining {
  /** @param {GameModule} module @param {import("./kernels.js").ReviewKernels} kernels */
  constructor(module, kernels) {
    this.foresight = new Foresight(module);
    this.reasons = new Reasons(module, kernels);
  }

  /** By the list of reasons; where that has none, by what the best leads to. @param {import("./timeline.js").Step} step @param {import("./trials.js").Judgement} judgement @returns {Promise<import("./account.js").Told>} */
  async explain({ seen, seat, code }, { best, leadsTo }) {
    const because = this.reasons.between(seen, best, code) ?? leadsTo;
    return { because, instead: best === code ? [] : await this.consequences(seen, seat, best) };
  }

  /** What is certain to follow, at once and once the others have decided. @param {Uint8Array} seen @param {number} seat @param {number} code */
  async consequences(seen, seat, code) {
    const found = (await this.foresight.foresee(seen, seat, [])).find(({ move }) => move === code);
    return found ? [...found.happens, ...found.later] : [];
  }
}
