/**
 * The rules and the bots of one game, as WebAssembly: what can be called, and the memory it works on.
 *
 * Records, streams of luck and rows of numbers lie in that memory; whoever calls something hands over
 * where. What lies where in a record is told by the layout, which is made with the module.
 */

/**
 * @typedef {object} RecordLayout
 * @property {number} size in bytes
 * @property {Record<string, number>} at where each field begins
 */

/**
 * What `galopp.wasm.layout` writes.
 * @typedef {object} Layout
 * @property {string} game
 * @property {number} rules the version of its rules
 * @property {number} seats
 * @property {number} options numbers in a row of options
 * @property {number} told numbers in a row of what is told
 * @property {number} entry bytes of an entry of a history
 * @property {number} news entries that one decision can add to it
 * @property {number} known numbers that are concluded from it
 * @property {RecordLayout} state
 * @property {RecordLayout} seen
 * @property {RecordLayout} search
 * @property {RecordLayout} node
 * @property {RecordLayout} trial
 * @property {number} at_once worlds in which a net tries out decisions between two looks at the clock
 * @property {number} most_players at tables with more, the strongest level grows trees
 * @property {number} room decisions that a tree remembers at most
 * @property {number} looks at a tree, while so many tries are made
 * @property {number} races played in advance, to know what races bring
 * @property {number} samples rows of an outlook where nothing is to come
 * @property {number} tries of the strong level
 * @property {{key: string, weight: number}[]} reasons
 * @property {string[]} entries
 */

/** What is needed to play races in advance. @typedef {{options: number, races: number, samples: number, search: RecordLayout}} OutlookLayout */

/**
 * @typedef {object} OutlookEntries
 * @property {(options: number) => number} races_after_the_first
 * @property {(options: number, later: number) => void} [a_later_race]
 * @property {(options: number) => number} [start_passes_on]
 * @property {(search: number, players: number, options: number, brought: number) => void} [play_races]
 * @property {(search: number, brought: number, rotates: number, order: number, sums: number) => void} [add_up]
 */

/**
 * What `galopp.wasm.entries` lists; places are addresses in the memory, words are BigInts.
 * @typedef {object} OwnEntries
 * @property {(state: number, players: number, options: number, luck: number) => void} set_up
 * @property {(state: number) => number} mover
 * @property {(state: number) => bigint} legal signed, as WebAssembly hands it over
 * @property {(state: number, code: number) => number} why_not
 * @property {(state: number, code: number, luck: number) => void} apply
 * @property {(state: number, seat: number) => number} points
 * @property {(state: number) => number} winners
 * @property {(state: number, seat: number, seen: number) => void} show
 * @property {(seen: number, luck: number, state: number) => void} redeal
 * @property {(before: number, after: number, told: number) => void} tell
 * @property {(state: number) => number} [deciders]
 * @property {(state: number, seat: number) => void} [ask]
 * @property {(seen: number, code: number, told: number) => void} [foretell]
 * @property {(before: number, after: number, news: number) => number} recall how many entries, or -1 for a new race
 * @property {(seen: number, told: number, entries: number, known: number) => void} conclude
 * @property {(luck: number) => bigint} spin
 * @property {(codes: bigint, luck: number) => number} pick
 * @property {(seen: number, luck: number) => number} beginner
 * @property {(seen: number, luck: number) => number} casual
 * @property {(seen: number, luck: number) => number} quick
 * @property {(seen: number) => number} worth_thinking
 * @property {(seen: number, code: number, terms: number) => void} terms
 * @property {(state: number, luck: number) => number} play_randomly
 * @property {(nodes: number) => void} plant
 * @property {(search: number, nodes: number, seen: number, known: number, outlook: number, tries: number) => void} grow
 * @property {(net: number, seen: number) => number} net_is_taught
 * @property {(net: number, trial: number, seen: number) => number} net_decides
 * @property {(net: number, trial: number, seen: number) => number} list_likely begins a trial; how many decisions it has
 * @property {(trial: number, seen: number, told: number, entries: number) => void} remember what others have decided
 * @property {(net: number, trial: number, seen: number, known: number, worlds: number) => number} try_worlds whether only the first is left
 * @property {(trial: number, other: number) => void} add_tried
 * @property {(trial: number) => number} best_tried the place of the decision to take
 */

/** @typedef {OwnEntries & OutlookEntries} Entries */

const PAGE = 65536; // bytes; WebAssembly's memory grows by whole pages
const WORD = 8;

/** A module and its memory. @template Calls, Told */
export class Module {
  /** @param {WebAssembly.Instance} instance @param {Told} layout */
  constructor(instance, layout) {
    const { memory, __heap_base: heap, ...entries } = instance.exports;
    this.layout = layout;
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
    this.call = /** @type {Calls} */ (/** @type {unknown} */ (entries));
    /** Where the memory that nobody has begins. */
    this.free = aligned(/** @type {WebAssembly.Global} */ (heap).value);
  }

  /** So many bytes, all zero, for as long as the module is used; returns where. @param {number} size */
  reserve(size) {
    const at = this.free;
    this.free = aligned(at + size);
    const lacking = this.free - this.memory.buffer.byteLength;
    if (lacking > 0) this.memory.grow(Math.ceil(lacking / PAGE));
    return at;
  }

  /** A view of the memory, good until more of it is reserved. @param {number} at @param {number} size */
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  get data() {
    return new DataView(this.memory.buffer);
  }

  /** A row of small numbers, good until more memory is reserved. @param {number} at @param {number} length */
  row(at, length) {
    return new Int16Array(this.memory.buffer, at, length);
  }

  /** Let a stream of luck begin here. @param {number} at @param {bigint} seed */
  seed(at, seed) {
    this.data.setBigUint64(at, BigInt.asUintN(64, seed), true);
  }
}

/** What plays a game. @extends {Module<Entries, Layout>} */
export class Kernels extends Module {
  /** @param {BufferSource} module @param {Layout} layout */
  static async from(module, layout) {
    const { instance } = await WebAssembly.instantiate(module, {});
    return new Kernels(instance, layout);
  }
}

/** @param {number} at */
const aligned = (at) => Math.ceil(at / WORD) * WORD;

/** The numbers whose bits are on, lowest first. @param {bigint} word */
export function numbersIn(word) {
  const numbers = [];
  for (let rest = BigInt.asUintN(64, word), n = 0; rest; rest >>= 1n, n += 1) if (rest & 1n) numbers.push(n);
  return numbers;
}
