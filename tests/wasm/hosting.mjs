// Tables on this device, in Node: what a page has in the browser, the store and the worker, is here in memory.
import { readFile } from "node:fs/promises";

import { LocalHost } from "../../src/galopp/web/local/host.js";
import { openedAs } from "../../src/galopp/web/local/judge.js";
import { Kernels } from "../../src/galopp/web/local/kernels.js";
import { GameModule } from "../../src/galopp/web/local/module.js";
import { recordOf } from "../../src/galopp/web/local/record.js";
import { ReviewKernels } from "../../src/galopp/web/local/review/kernels.js";
import { Overtaken } from "../../src/galopp/web/local/store.js";
import { Thinking } from "../../src/galopp/web/local/thinking.js";

/** The module of a game, from a folder with what a page fetches. */
export async function moduleFrom(folder, game) {
  const read = async (path) => JSON.parse(await readFile(`${folder}/${path}`, "utf8"));
  const kernels = await Kernels.from(await readFile(`${folder}/wasm/${game}.wasm`), await read(`wasm/${game}.json`));
  return new GameModule(kernels, await read(`layouts/${game}.json`), await read(`facts/${game}.json`));
}

/** What reviews a game, from the same folder; each time anew. */
export async function reviewKernelsFrom(folder, game) {
  const layout = JSON.parse(await readFile(`${folder}/wasm/${game}-review.json`, "utf8"));
  return ReviewKernels.from(await readFile(`${folder}/wasm/${game}-review.wasm`), layout);
}

/** Events in memory, with the promise of the real store: no number twice. */
export class MemoryStore {
  constructor() {
    this.kept = [];
  }

  async append(_table, events) {
    if (events.some(({ seq }) => this.kept.some((one) => one.seq === seq))) throw new Overtaken();
    this.kept.push(...structuredClone(events));
  }

  async events(_code, since = 0) {
    return structuredClone(this.kept.filter(({ seq }) => seq >= since));
  }
}

/** Whoever thinks, at once. */
export const minds = (module) => {
  const thinking = new Thinking(module.kernels);
  return { think: async (_game, question) => thinking.answer(question) };
};

/** A table that was just opened. */
export async function opened(module, wish, { code = "HERE-BCDFGH", now } = {}) {
  const store = new MemoryStore();
  const settings = { hints: true, pace: 0, ...wish.settings };
  await store.append({}, [{ ...openedAs({ game: module.name, options: {}, ...wish, settings }), seq: 0, at: 0 }]);
  return reopened(module, store, { code, now });
}

/** The same table once more, from what is kept. */
export async function reopened(module, store, { code = "HERE-BCDFGH", now } = {}) {
  const host = new LocalHost(code, module, store, minds(module), now);
  if (!(await host.read())) throw new Error("nothing was kept");
  const heard = [];
  host.listen((message) => heard.push(message));
  return { host, store, heard };
}

export const say = async (host, said) => {
  const answer = await host.receive(said);
  if (answer.type === "refused") throw new Error(`${said.type}: ${answer.key} ${JSON.stringify(answer.arguments)}`);
  return answer;
};

/** The record of the round that is over. */
export const recordOfRound = ({ table }) => recordOf(table.play, {
  options: table.module.options.changed(table.options), notations: table.module.notations,
  names: table.seats.map(({ kind, name, level }) => (kind === "person" ? name : `${name} (${level})`)),
});
