/** A worker in which bots think: asked by `bot_runner.js`, answers with what was decided. */

import { fetchNet, fetchReviewKernels, gameModule } from "./module.js";
import { Reasons } from "./reasons.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./thinking.js").Question} Question */
/** @typedef {{id: number, web: string, game: string, question: Question | null}} Asked without a question, only the game is made ready */

/** Who thinks about each game. @type {Map<string, Promise<Thinking>>} */
const loaded = new Map();

/** @param {string} web @param {string} game */
function thinkingOf(web, game) {
  const found = loaded.get(game) ?? load(web, game);
  loaded.set(game, found);
  found.catch(() => loaded.delete(game));
  return found;
}

/** @param {string} web @param {string} game */
async function load(web, game) {
  const [{ kernels }, net] = await Promise.all([gameModule(web, game), fetchNet(web, game)]);
  return new Thinking(kernels, net);
}

/** What reasons are told with comes when somebody wants to know one; without it none is told. @param {Thinking} thinking @param {string} web @param {string} game */
async function learnReasons(thinking, web, game) {
  const filling = await fetchReviewKernels(web, game).catch(() => null);
  if (filling) thinking.reasons ??= new Reasons(await gameModule(web, game), filling);
}

addEventListener("message", async (/** @type {MessageEvent<Asked>} */ { data: { id, web, game, question } }) => {
  try {
    const thinking = await thinkingOf(web, game);
    if (question?.why && !thinking.reasons) await learnReasons(thinking, web, game);
    postMessage({ id, answer: question && thinking.answer(question) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
