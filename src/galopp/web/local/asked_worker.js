/** A worker beside the page that is asked and answers. It is started when somebody asks. */

export class AskedWorker {
  /** @param {() => Worker} start */
  constructor(start) {
    this.start = start;
    /** @type {Map<number, {settle: (answer: any) => void, fail: (why: Error) => void}>} */
    this.waiting = new Map();
    this.asked = 0;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @param {object} question @returns {Promise<any>} */
  ask(question) {
    const id = (this.asked += 1);
    this.worker ??= this.started();
    this.worker.postMessage({ ...question, id });
    return new Promise((settle, fail) => this.waiting.set(id, { settle, fail }));
  }

  started() {
    const worker = this.start();
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
