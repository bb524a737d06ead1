/** A worker in which bots think: asked by `thinker.js`, answers with what was decided. */

import { fetchKernels } from "./module.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./thinking.js").Question} Question */
/** @typedef {{id: number, web: string, game: string, question: Question | null}} Asked without a question, only the game is made ready */

/** Who thinks about each game. @type {Map<string, Promise<Thinking>>} */
const minds = new Map();

/** @param {string} web @param {string} game */
function mindOf(web, game) {
  const found = minds.get(game) ?? fetchKernels(web, game).then((kernels) => new Thinking(kernels));
  minds.set(game, found);
  found.catch(() => minds.delete(game));
  return found;
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data: { id, web, game, question } }) => {
  try {
    const mind = await mindOf(web, game);
    postMessage({ id, answer: question && mind.answer(question) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
