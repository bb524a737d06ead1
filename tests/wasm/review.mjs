// In Node: `node review.mjs FOLDER < QUESTION` reviews a record as a page does, on one core.
import { text } from "node:stream/consumers";

import { read } from "../../src/galopp/web/local/reading.js";
import { replayOf } from "../../src/galopp/web/local/replay.js";
import { Explaining } from "../../src/galopp/web/local/review/explaining.js";
import { Reviewing } from "../../src/galopp/web/local/review/reviewing.js";
import { Trials } from "../../src/galopp/web/local/review/trials.js";
import { moduleFrom, reviewKernelsFrom } from "./hosting.mjs";

const [folder] = process.argv.slice(2);
const { record, effort } = JSON.parse(await text(process.stdin));
const game = await read(record);
const module = await moduleFrom(folder, game.game);
const kernels = () => reviewKernelsFrom(folder, game.game);

const trials = new Trials(await kernels());
const explaining = new Explaining(module, await kernels());
const drafts = [];
const reviewing = new Reviewing(await replayOf("id", record, game, module, null), await kernels(), {
  ask: (question) => trials.answer(question),
  explain: (step, judgement) => explaining.explain(step, judgement),
  progress: (progress, review) => drafts.push({ progress, review: review() }),
  effort,
});
await reviewing.make();
console.log(JSON.stringify({ parts: drafts.map(({ progress }) => progress), first: drafts[0].review, last: drafts.at(-1).review }));
