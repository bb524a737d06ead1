/** A worker in which trials for reviews are run: asked by `pool.js`. */

import { fetchReviewKernels } from "../module.js";
import { Trials } from "./trials.js";

/** @typedef {{id: number, web: string, game: string, question: import("./trials.js").Question}} Asked */

/** @type {Map<string, Promise<Trials>>} */
const made = new Map();

/** @param {string} web @param {string} game */
function trialsOf(web, game) {
  const found = made.get(game) ?? fetchReviewKernels(web, game).then((kernels) => new Trials(kernels));
  made.set(game, found);
  found.catch(() => made.delete(game));
  return found;
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data: { id, web, game, question } }) => {
  try {
    postMessage({ id, answer: await (await trialsOf(web, game)).answer(question) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
