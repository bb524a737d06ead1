/** Asks the worker beside the page, in which bots think. One worker serves all; a search of another table waits. */

/** @typedef {import("./thinking.js").Answer} Answer */
/** @typedef {import("./thinking.js").Question} Question */

export class Thinker {
  /** @param {string} web where the page's files are */
  constructor(web) {
    this.web = web;
    /** @type {Map<number, {settle: (answer: any) => void, fail: (why: Error) => void}>} */
    this.waiting = new Map();
    this.asked = 0;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** Let the rules of a game be there when they are needed. @param {string} game */
  prepare(game) {
    return this.send(game, null).catch(() => {}); // who thinks later hears of it
  }

  /** @param {string} game @param {Question} question @returns {Promise<Answer>} */
  think(game, question) {
    return this.send(game, question);
  }

  /** @param {string} game @param {Question | null} question @returns {Promise<any>} */
  send(game, question) {
    const id = (this.asked += 1);
    this.worker ??= this.start();
    this.worker.postMessage({ id, web: this.web, game, question });
    return new Promise((settle, fail) => this.waiting.set(id, { settle, fail }));
  }

  start() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, answer, failed } }) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) waiting?.fail(new Error(failed));
      else waiting?.settle(answer);
    };
    worker.onerror = () => this.end("the worker has failed");
    return worker;
  }

  /** Nobody will answer any more; whoever asks again has another worker. @param {string} why */
  end(why) {
    this.worker?.terminate();
    this.worker = null;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }
}
