/**
 * Plays games by a module and finds what compiled Python found, or says where it does not.
 *
 * Runs in Node and in any browser. What is compared after a decision is put into one row of bytes, in the
 * order in which `reference.py` does, and hashed.
 */

import { NetBots } from "../../src/galopp/web/local/net.js";
import { Search } from "../../src/galopp/web/local/search.js";
import { numbersIn } from "../../src/galopp/web/local/kernels.js";

const NOBODY = -1;
const CODES = 64;

/** @param {import("../../src/galopp/web/local/kernels.js").Kernels} kernels @param {Uint8Array} net */
export async function compareGames(kernels, net, { games, thoughts, by_net: byNet }) {
  const places = placesFor(kernels);
  let decisions = 0;
  for (const game of games) {
    const differs = await compareGame(kernels, places, game);
    if (differs) return differs;
    decisions += game.digests.length;
  }
  const search = new Search(kernels);
  for (const told of thoughts) {
    const differs = await compareThought(kernels, places, search, told);
    if (differs) return differs;
  }
  const bots = new NetBots(kernels, net, search);
  for (const told of byNet) {
    const differs = compareNet(kernels, places, bots, told);
    if (differs) return differs;
  }
  return `alike: ${games.length} games, ${decisions} decisions, ${thoughts.length} thoughts, ${byNet.length} by the net`;
}

function placesFor(kernels) {
  const { layout } = kernels;
  const reserve = (size) => kernels.reserve(size);
  return {
    state: reserve(layout.state.size), twin: reserve(layout.state.size),
    luck: reserve(8), other: reserve(8),
    options: reserve(2 * layout.options), news: reserve(layout.news * layout.entry), told: reserve(2 * layout.told), terms: reserve(4 * layout.reasons.length),
    seen: Array.from({ length: layout.seats + 1 }, () => [reserve(layout.seen.size), reserve(layout.seen.size)]),
  };
}

/** @returns {Promise<string>} "" if all is alike */
async function compareGame(kernels, places, { name, players, options, seed, digests }) {
  const { call } = kernels;
  kernels.row(places.options, options.length).set(options);
  kernels.seed(places.luck, BigInt(seed));
  kernels.seed(places.other, BigInt(seed) ^ 0x5eedn);
  kernels.bytes(places.state, kernels.layout.state.size).fill(0);
  call.set_up(places.state, players, places.options, places.luck);
  for (const [number, digest] of digests.entries()) {
    const found = await hashed(everything(kernels, places, players, number));
    if (found !== digest) return `${name}, ${players} players, ${options}, seed ${seed}: differs after ${number} decisions`;
    if (call.mover(places.state) === NOBODY) break;
    call.apply(places.state, call.pick(call.legal(places.state), places.other), places.luck);
  }
  return call.mover(places.state) === NOBODY ? "" : `${name}, seed ${seed}: goes on after ${digests.length} decisions`;
}

/** All that is compared of one position, as bytes. */
function everything(kernels, places, players, number) {
  const { call, layout } = kernels;
  const { state, luck, other } = places;
  const bytes = [];
  const add = (at, size) => bytes.push(kernels.bytes(at, size).slice());
  const addNumbers = (...numbers) => bytes.push(new Uint8Array(new Int32Array(numbers).buffer));
  add(state, layout.state.size);
  const seat = call.mover(state);
  addNumbers(seat, call.winners(state), call.deciders?.(state) ?? 0);
  bytes.push(new Uint8Array(new BigUint64Array([BigInt.asUintN(64, call.legal(state))]).buffer));
  addNumbers(...Array.from({ length: CODES }, (_, code) => call.why_not(state, code)));
  addNumbers(...Array.from({ length: players }, (_, each) => call.points(state, each)));
  for (let viewer = NOBODY; viewer < players; viewer += 1) {
    const before = places.seen[viewer + 1][(number + 1) % 2];
    const seen = places.seen[viewer + 1][number % 2];
    kernels.bytes(seen, layout.seen.size).fill(0);
    call.show(state, viewer, seen);
    add(seen, layout.seen.size);
    if (number > 0) {
      call.tell(before, seen, places.told);
      add(places.told, 2 * (kernels.row(places.told, 1)[0] + 1));
      kernels.bytes(places.news, layout.news * layout.entry).fill(0);
      addNumbers(call.recall(before, seen, places.news));
      add(places.news, layout.news * layout.entry);
    }
    kernels.bytes(places.twin, layout.state.size).fill(0);
    call.redeal(seen, other, places.twin);
    add(places.twin, layout.state.size);
  }
  if (seat !== NOBODY) {
    const seen = places.seen[seat + 1][number % 2];
    addNumbers(call.beginner(seen, other), call.casual(seen, other), call.quick(seen, other), call.worth_thinking(seen));
    for (const code of numbersIn(call.legal(state))) {
      call.terms(seen, code, places.terms);
      add(places.terms, 4 * layout.reasons.length);
      if (!call.foretell) continue;
      call.foretell(seen, code, places.told);
      add(places.told, 2 * (kernels.row(places.told, 1)[0] + 1));
    }
  }
  add(luck, 8);
  add(other, 8);
  return bytes;
}

/** @returns {Promise<string>} "" if the thought is the same, and every tree to the last bit */
async function compareThought(kernels, places, search, { name, seen, told, luck, tries, trees, code, visits, chances }) {
  const [[at]] = places.seen;
  kernels.bytes(at, kernels.layout.seen.size).set(seen);
  const found = search.think(at, Uint8Array.from(told), BigInt(luck), { tries, trees: 2 });
  const where = `${name}: the thought with luck ${luck} and ${tries} tries`;
  if (found.code !== code) return `${where} differs: ${found.code} instead of ${code}`;
  if (!sameNumbers([...found.visits], visits) || !sameNumbers([...found.chances], chances)) return `${where} has other chances`;
  for (const [number, digest] of trees.entries()) {
    const tree = search.trees[number];
    const { layout: { node, search: { at: offset } } } = kernels;
    const size = kernels.data.getInt32(tree.search + offset.size, true);
    if ((await hashed([kernels.bytes(tree.nodes, size * node.size).slice()])) !== digest) return `${where} has another tree`;
  }
  return "";
}

/** What the strong and the strongest level think. @returns {string} "" if both think the same */
function compareNet(kernels, places, bots, { name, seen, told, luck, tries, strong, strongest }) {
  const [[at]] = places.seen;
  kernels.bytes(at, kernels.layout.seen.size).set(seen);
  const about = [at, Uint8Array.from(told), BigInt(luck), { tries, trees: 2 }];
  for (const [level, found, wanted] of [["strong", bots.decide(...about), strong], ["strongest", bots.think(...about), strongest]]) {
    const { code, visits, chances } = found;
    if (!sameNumbers([code, [...visits], [...chances], found.tries], wanted)) return `${name}: ${level} with luck ${luck} thinks ${JSON.stringify([code, [...visits], [...chances]])} instead of ${JSON.stringify(wanted)}`;
  }
  return "";
}

const sameNumbers = (some, others) => JSON.stringify(some) === JSON.stringify(others);

async function hashed(rows) {
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(rows).arrayBuffer());
  return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
