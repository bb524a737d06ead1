/** A worker in which bots think: asked by `thinker.js`, answers with what was decided. */

import { fetchNet, fetchReviewKernels, gameModule } from "./module.js";
import { Reasons } from "./reasons.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./thinking.js").Question} Question */
/** @typedef {{id: number, web: string, game: string, question: Question | null}} Asked without a question, only the game is made ready */

/** Who thinks about each game. @type {Map<string, Promise<Thinking>>} */
const minds = new Map();

/** @param {string} web @param {string} game */
function mindOf(web, game) {
  const found = minds.get(game) ?? mind(web, game);
  minds.set(game, found);
  found.catch(() => minds.delete(game));
  return found;
}

/** @param {string} web @param {string} game */
async function mind(web, game) {
  const [{ kernels }, net] = await Promise.all([gameModule(web, game), fetchNet(web, game)]);
  return new Thinking(kernels, net);
}

/** What reasons are told with comes when somebody wants to know one; without it none is told. @param {Thinking} mind @param {string} web @param {string} game */
async function learnReasons(mind, web, game) {
  const filling = await fetchReviewKernels(web, game).catch(() => null);
  if (filling) mind.reasons ??= new Reasons(await gameModule(web, game), filling);
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data: { id, web, game, question } }) => {
  try {
    const mind = await mindOf(web, game);
    if (question?.why && !mind.reasons) await learnReasons(mind, web, game);
    postMessage({ id, answer: question && mind.answer(question) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
