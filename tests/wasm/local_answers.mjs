// In Node: `node local_answers.mjs FOLDER < QUESTIONS` answers what a page that plays by itself would have to know.
import { text } from "node:stream/consumers";

import { Foresight } from "../../src/galopp/web/local/foresight.js";
import { read } from "../../src/galopp/web/local/reading.js";
import { Refused } from "../../src/galopp/web/local/refused.js";
import { replayOf } from "../../src/galopp/web/local/replay.js";
import { Reasons } from "../../src/galopp/web/local/reasons.js";
import { moduleFrom, reviewKernelsFrom } from "./hosting.mjs";

const [folder] = process.argv.slice(2);
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const modules = new Map();
const moduleOf = async (game) => {
  if (!modules.has(game)) modules.set(game, await moduleFrom(folder, game));
  return modules.get(game);
};

const ANSWERS = {
  /** The row of numbers of some options. */
  row: async ({ game, options, players }) => (await moduleOf(game)).options.row(options, players),
  /** What is certain of each decision. */
  foresee: async ({ game, seen, seat, first }) => new Foresight(await moduleOf(game)).foresee(bytes(seen), seat, first),
  /** What speaks for a decision. */
  reason: async ({ game, seen, code }) => {
    const reasons = new Reasons(await moduleOf(game), await reviewKernelsFrom(folder, game));
    return reasons.of(bytes(seen), code);
  },
  /** A recorded game as it is watched. */
  replay: async ({ record, viewers }) => {
    const game = await read(record);
    const replay = await replayOf("id", record, game, await moduleOf(game.game), null);
    return { shown: replay.shown, frames: viewers.map((viewer) => replay.frames(viewer)) };
  },
};

const answers = [];
for (const { kind, ...question } of JSON.parse(await text(process.stdin))) {
  try {
    answers.push({ answer: await ANSWERS[kind](question) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answers.push({ refused: error.key });
  }
}
console.log(JSON.stringify(answers));
