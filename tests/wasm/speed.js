/** What `scripts/wasm_speed.py` measures in Node and in a page: random games and a search, by a module. */

import { Kernels } from "../../src/galopp/web/local/kernels.js";
import { Search } from "../../src/galopp/web/local/search.js";

const SMALL = 2;
const A_SLICE = 4; // milliseconds

/** Decisions and tries a second. @param {BufferSource} bytes @param {import("../../src/galopp/web/local/kernels.js").Layout} layout
 * @param {{players: number, options: number[], seen: number[], room: number, tries: number, seconds: number}} about */
export async function measured(bytes, layout, { players, options, seen, room, tries, seconds }) {
  const kernels = await Kernels.from(bytes, layout);
  const search = new Search(kernels);
  const [state, luck, row] = [layout.state.size, 8, SMALL * layout.options].map((size) => kernels.reserve(size));
  const sight = kernels.reserve(layout.seen.size);
  kernels.row(row, options.length).set(options);
  kernels.bytes(sight, seen.length).set(seen);
  kernels.seed(luck, 1n);
  const play = () => {
    kernels.call.set_up(state, players, row, luck);
    return kernels.call.play_randomly(state, luck);
  };
  search.conclude(sight, new Uint8Array());
  const [tree] = search.plant(sight, { tries: room, trees: 1 });
  const grow = () => {
    tree.grow(tries);
    return tries;
  };
  for (const work of [play, grow]) rate(work, seconds); // until the browser has optimised it
  return { decisions: rate(play, seconds), tries: rate(grow, seconds) };
}

/** The best of many slices, so short that some of them were not disturbed. @param {() => number} work what it makes @param {number} seconds */
function rate(work, seconds) {
  const end = performance.now() + 1000 * seconds;
  let found = 0;
  while (performance.now() < end) {
    const start = performance.now();
    let made = 0;
    while (performance.now() - start < A_SLICE) made += work();
    found = Math.max(found, made / ((performance.now() - start) / 1000));
  }
  return found;
}
