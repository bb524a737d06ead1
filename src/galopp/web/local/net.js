/**
 * Bots that play by a net, as `galopp.bots.nets` has them: the strong level decides by it, the strongest tries out
 * what it thinks best. The net is a file of its own, `wasm/GAME.net`, which lies in the module's memory.
 *
 * With a number of tries the thought is the same as the server's, to the bit.
 */

/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("./search.js").Budget} Budget */
/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./search.js").Thought} Thought */

const WIDE = 8;

export class NetBots {
  /** @param {Kernels} kernels @param {Uint8Array} file @param {Search} search who plays where no net was taught */
  constructor(kernels, file, search) {
    this.kernels = kernels;
    this.search = search;
    this.luck = kernels.reserve(WIDE);
    /** Trials whose memory can be used again. @type {Trial[]} */
    this.trials = [];
    this.net = kernels.reserve(file.length);
    kernels.bytes(this.net, file.length).set(file);
  }

  /** Decide by the net at once; where it was not taught, by a search. @param {number} seen @param {Uint8Array} told @param {bigint} luck
   * @param {Budget} elsewhere @returns {Thought} */
  decide(seen, told, luck, elsewhere) {
    const { call } = this.kernels;
    if (!call.net_is_taught(this.net, seen)) return this.search.think(seen, told, luck, elsewhere);
    return decided(call.net_decides(this.net, this.trial(0).at, seen));
  }

  /** Try out what the net thinks best; where that is not known to be better, a search. @param {number} seen @param {Uint8Array} told @param {bigint} luck @param {Budget} budget @returns {Thought} */
  think(seen, told, luck, budget) {
    const { kernels: { call, data, layout } } = this;
    const players = data.getInt8(seen + layout.seen.at.players);
    if (players > layout.most_players || !call.net_is_taught(this.net, seen)) return this.search.think(seen, told, luck, budget);
    const first = this.trial(0);
    if (first.begin(this.net, seen) === 1 || !call.worth_thinking(seen)) return decided(first.codes()[0]);
    this.search.conclude(seen, told);
    const trials = this.begun(seen, luck, budget);
    for (const trial of trials) call.remember(trial.at, seen, this.search.told, told.length / layout.entry);
    const end = "milliseconds" in budget ? performance.now() + budget.milliseconds : Infinity;
    const each = "tries" in budget ? Math.ceil(budget.tries / trials.length) : Infinity;
    for (const trial of trials) trial.goOn({ net: this.net, seen, known: this.search.known }, each, end);
    return thought(trials);
  }

  /** Trials with luck of their own. Who has a time has one alone: nothing here runs beside it. @param {number} seen @param {bigint} luck @param {Budget} budget */
  begun(seen, luck, budget) {
    const { kernels } = this;
    const trials = Array.from({ length: "tries" in budget ? budget.trees : 1 }, (_, number) => this.trial(number));
    kernels.seed(this.luck, luck);
    for (const trial of trials) {
      trial.begin(this.net, seen);
      kernels.seed(trial.at + kernels.layout.trial.at.luck, kernels.call.spin(this.luck));
    }
    return trials;
  }

  /** @param {number} number */
  trial(number) {
    while (this.trials.length <= number) this.trials.push(new Trial(this.kernels));
    return this.trials[number];
  }
}

/** Decisions that are tried out in worlds, with luck of their own. */
class Trial {
  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
    this.at = kernels.reserve(kernels.layout.trial.size);
    this.number = 0;
  }

  /** List what the net would decide; returns how many that are. @param {number} net @param {number} seen */
  begin(net, seen) {
    this.number = this.kernels.call.list_likely(net, this.at, seen);
    return this.number;
  }

  /** Until so many playouts are made, or until the time is over; some in any case.
   * @param {{net: number, seen: number, known: number}} problem @param {number} tries @param {number} end */
  goOn({ net, seen, known }, tries, end) {
    const { call, layout } = this.kernels;
    let alone;
    do alone = call.try_worlds(net, this.at, seen, known, layout.at_once);
    while (!alone && this.tries() < tries && performance.now() < end);
  }

  /** The decisions, the likeliest first. */
  codes() {
    return this.wide("codes");
  }

  /** In how many worlds each was tried. */
  worlds() {
    return this.wide("worlds");
  }

  /** What share of the victory each brought, added up. @returns {number[]} */
  shares() {
    const { kernels: { data, layout: { trial } }, at, number } = this;
    return Array.from({ length: number }, (_, nth) => data.getFloat64(at + trial.at.shares + WIDE * nth, true));
  }

  tries() {
    return this.worlds().reduce((sum, often) => sum + often, 0);
  }

  /** @param {"codes" | "worlds"} field @returns {number[]} */
  wide(field) {
    const { kernels: { data, layout: { trial } }, at, number } = this;
    return Array.from({ length: number }, (_, nth) => Number(data.getBigInt64(at + trial.at[field] + WIDE * nth, true)));
  }
}

/** @param {number} code @returns {Thought} */
const decided = (code) => ({ code, chances: new Map(), visits: new Map(), tries: 0 });

/** What came of all of them together. @param {Trial[]} trials @returns {Thought} */
function thought([first, ...others]) {
  const { call } = first.kernels;
  for (const other of others) call.add_tried(first.at, other.at);
  const [codes, worlds, shares] = [first.codes(), first.worlds(), first.shares()];
  const visits = new Map(codes.map((code, nth) => [code, worlds[nth]]));
  const tried = codes.flatMap((code, nth) => (worlds[nth] ? [/** @type {[number, number]} */ ([code, shares[nth] / worlds[nth]])] : []));
  return { code: codes[call.best_tried(first.at)], chances: new Map(tried), visits, tries: first.tries() };
}
