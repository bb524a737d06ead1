/** Asks the worker beside the page, in which bots think. One worker serves all; a search of another table waits. */

import { AskedWorker } from "./asked_worker.js";

/** @typedef {import("./thinking.js").Answer} Answer */
/** @typedef {import("./thinking.js").Question} Question */

const start = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

export class BotRunner {
  /** @param {string} web where the page's files are */
  constructor(web) {
    this.web = web;
    this.worker = new AskedWorker(start);
  }

  /** Let the rules of a game be there when they are needed. @param {string} game */
  prepare(game) {
    return this.worker.ask({ web: this.web, game, question: null }).catch(() => {}); // who thinks later hears of it
  }

  /** @param {string} game @param {Question} question @returns {Promise<Answer>} */
  think(game, question) {
    return this.worker.ask({ web: this.web, game, question });
  }
}
