/** Workers in which trials are run, one for each core; each is asked one thing at a time. */

import { AskedWorker } from "../asked_worker.js";

/** @typedef {import("./trials.js").Question} Question */

const start = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

export class Pool {
  /** @param {string} web where the page's files are @param {string} game @param {number} [size] */
  constructor(web, game, size = navigator.hardwareConcurrency || 2) {
    this.about = { web, game };
    this.workers = Array.from({ length: size }, () => new AskedWorker(start));
    /** Those that have nothing to do. */
    this.idle = [...this.workers];
    /** What waits for one of them. @type {((worker: AskedWorker) => void)[]} */
    this.waiting = [];
  }

  /** @param {Question} question @returns {Promise<any>} */
  async ask(question) {
    const worker = this.idle.pop() ?? (await this.nextIdle());
    try {
      return await worker.ask({ ...this.about, question });
    } finally {
      const next = this.waiting.shift();
      if (next) next(worker);
      else this.idle.push(worker);
    }
  }

  /** @returns {Promise<AskedWorker>} */
  nextIdle() {
    return new Promise((settle) => this.waiting.push(settle));
  }

  /** Nobody waits any more. */
  end() {
    this.waiting.length = 0;
    for (const worker of this.workers) worker.end("nobody waits any more");
  }
}
