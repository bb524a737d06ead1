/** Whether the server answers, as far as this page has noticed. */

import { Changing } from "../watching.js";
import { page, served } from "./root.js";

class Reach extends Changing {
  constructor() {
    super();
    this.there = served;
  }

  /** @param {boolean} there */
  noticed(there) {
    if (this.there === there) return;
    this.there = there;
    this.changed();
  }

  /** See whether it is there now. */
  async look() {
    if (!served) return false;
    const answer = await fetch(page("/healthz"), { cache: "no-store" }).catch(() => null);
    this.noticed(!!answer?.ok);
    return this.there;
  }
}

export const reach = new Reach();
