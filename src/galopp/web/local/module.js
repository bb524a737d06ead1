/**
 * One game as a page plays it by itself: its kernels, how its views are read, and what is to be known of it.
 *
 * Four files make it: `wasm/GAME.wasm` with `wasm/GAME.json`, `layouts/GAME.json` and `facts/GAME.json`.
 */

import { readEvents, readRecord } from "../net/layout.js";
import { Kernels } from "./kernels.js";
import { Options } from "./options.js";
import { ReviewKernels } from "./review/kernels.js";

/** @typedef {import("../types.js").Facts} Facts */
/** @typedef {import("../types.js").Layout} FramesLayout */
/** @typedef {import("./kernels.js").Layout} Layout */

export class GameModule {
  /** @param {Kernels} kernels @param {FramesLayout} frames @param {Facts} facts */
  constructor(kernels, frames, facts) {
    this.kernels = kernels;
    this.frames = frames;
    this.facts = facts;
    this.options = new Options(frames, facts.shown);
    /** How decisions are written, by their code. @type {string[]} */
    this.notations = [];
    for (const { code, notation } of facts.shown.moves) this.notations[code] = notation;
  }

  get name() {
    return this.kernels.layout.game;
  }

  /** What a viewer sees, as a server would have written it. @param {Uint8Array} seen @param {number} players */
  view(seen, players) {
    return readRecord(this.frames.seen, seen, players);
  }

  /** What was told as numbers. @param {Int16Array} told */
  events(told) {
    return readEvents(this.frames.events, new DataView(told.buffer, told.byteOffset, told.byteLength));
  }

  /** The codes that a viewer may decide on. @param {Uint8Array} seen */
  legalIn(seen) {
    const { at } = this.kernels.layout.seen;
    return new DataView(seen.buffer, seen.byteOffset).getBigUint64(at.legal, true);
  }
}

/** Those that were asked for. @type {Map<string, Promise<GameModule>>} */
const asked = new Map();

/** The module of a game; fetched once. @param {string} web where the page's files are @param {string} game @returns {Promise<GameModule>} */
export function gameModule(web, game) {
  const found = asked.get(game) ?? fetched(web, game);
  asked.set(game, found);
  found.catch(() => asked.delete(game)); // the next one who asks may have more luck
  return found;
}

/** @param {string} web @param {string} game */
async function fetched(web, game) {
  const [kernels, frames, facts] = await Promise.all([
    fetchKernels(web, game), read(`${web}layouts/${game}.json`), read(`${web}facts/${game}.json`),
  ]);
  return new GameModule(kernels, frames, facts);
}

/** The kernels alone, as whoever thinks needs them. @param {string} web @param {string} game */
export async function fetchKernels(web, game) {
  const [bytes, layout] = await Promise.all([bring(`${web}wasm/${game}.wasm`), read(`${web}wasm/${game}.json`)]);
  return Kernels.from(await bytes.arrayBuffer(), layout);
}

/** What reviews a game; each time in memory of its own, which is gone with it. @param {string} web @param {string} game */
export async function fetchReviewKernels(web, game) {
  const [bytes, layout] = await Promise.all([bring(`${web}wasm/${game}-review.wasm`), read(`${web}wasm/${game}-review.json`)]);
  return ReviewKernels.from(await bytes.arrayBuffer(), layout);
}

/** The net by which the best levels play; null where it cannot be had now. @param {string} web @param {string} game */
export async function fetchNet(web, game) {
  const file = await bring(`${web}wasm/${game}.net`).catch(() => null);
  return file && new Uint8Array(await file.arrayBuffer());
}

/** @param {string} address */
async function bring(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {string} address */
const read = async (address) => (await bring(address)).json();
