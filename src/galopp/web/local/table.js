/**
 * A table on this device: what is known of it is a fold over the list of its events, and nothing else.
 *
 * So a table that is read from the browser's store is the table that was open. Events are those of a server's
 * table, by their names; a decision is kept by its number and codes, and played again with its promised luck.
 */

import { begunFrom } from "./beginning.js";
import { Luck } from "./luck.js";
import { Refused } from "./refused.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./module.js").GameModule} GameModule */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").Settings} Settings */

/** Something that happened at a table. @typedef {{seq: number, at: number, type: string, [field: string]: any}} Logged */
/** @typedef {{kind: "free" | "person" | "bot", name: string, pig: string, level: string, left?: boolean}} Seat */
/** A decision that may be taken back. @typedef {{seat: number, first: number, codes: number[], step: number, challenged: boolean}} Trace its place among the steps */
/** @typedef {{seat: number, closes: number, called: boolean, letGo: number[]}} Window */
/** Where a round begins, if not with a deal of its own. @typedef {{record: string, decisions: number, same: boolean, table: string, replay: string, options: Record<string, any>}} Beginning with the luck of that table, where it is the same */

/**
 * What everybody was told of one event, or each viewer for itself.
 * @typedef {object} Entry
 * @property {number} seq
 * @property {number} at
 * @property {number} decision the number of the next one
 * @property {Happened[]} happened of the table
 * @property {Int16Array[] | null} told of the game, by viewer
 */

/** @returns {Seat} */
const freeSeat = () => ({ kind: "free", name: "", pig: "", level: "" });

/** Plays on for whoever stands up in the middle of a game. */
export const STAND_IN = "strong";

/** The only version of the rules while tables did not note by which they were played. */
const BEFORE_IT_WAS_NOTED = 1;

/** What is told of an event besides the table itself. @type {Record<string, string[]>} */
const TOLD = {
  sat: ["seat"], bot_sat: ["seat", "level"], stood: ["seat", "name"], swapped: ["seat", "other"], undo_asked: ["seat"],
  undo_answered: ["seat"], undone: ["seat", "to"], took_over: ["seat", "level"], took_back: ["seat"], called: ["seat"], let_go: ["seat"],
};

export class LocalTable {
  /** @param {string} code @param {GameModule} module */
  constructor(code, module) {
    this.code = code;
    this.module = module;
    this.players = 0;
    /** As a host enters them. @type {Record<string, any>} */
    this.options = {};
    /** @type {Settings | null} */
    this.settings = null;
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {"lobby" | "playing" | "over" | "closed"} */
    this.phase = "lobby";
    this.round = 1;
    /** The version of the rules that this round began with. */
    this.rules = 0;
    /** How many events there are, and when the last one was. */
    this.seq = 0;
    this.at = 0;
    /** Of this round, and of the last one that is over. @type {Luck | null} */
    this.luck = null;
    /** @type {Luck | null} */
    this.openLuck = null;
    /** @type {Beginning | null} */
    this.begin = null;
    /** @type {LocalGame | null} */
    this.play = null;
    /** What may be taken back. @type {Trace[]} */
    this.trail = [];
    /** @type {Window | null} */
    this.window = null;
    /** @type {{seat: number, agreed: number[]} | null} */
    this.undo = null;
    /** Since which number each seat has been asked. @type {Map<number, number>} */
    this.askedFrom = new Map();
    this.askedSince = 0;
    this.starter = 0;
    /** All that was told. @type {Entry[]} */
    this.past = [];
  }

  /** The number of the decision that is asked for. */
  get number() {
    return this.play?.next ?? 1;
  }

  get asked() {
    return [...this.askedFrom.keys()];
  }

  /** Whether this round can go on by the rules that this page has; a table may have been kept by another edition. */
  get playable() {
    return this.phase === "lobby" || this.rules === this.module.facts.shown.rules;
  }

  /** By other rules than it was played by, it would be another game. */
  checkRules() {
    const { rules: written, module: { facts: { shown: { rules: version } } } } = this;
    if (!this.playable) throw new Refused("other_rules", { written, version });
  }

  /** The seats that belong to people, and those that people play themselves. */
  get owned() {
    return this.numbers(({ kind }) => kind === "person");
  }

  get people() {
    return this.numbers(({ kind, level }) => kind === "person" && !level);
  }

  /** @param {(seat: Seat) => boolean} fits */
  numbers(fits) {
    return this.seats.flatMap((seat, number) => (fits(seat) ? [number] : []));
  }

  get challenge() {
    return this.module.facts.challenge;
  }

  /** Take an event into account; returns what was told of it. @param {Logged} event @returns {Promise<Entry>} */
  async fold(event) {
    const before = this.play?.steps.length ?? 0;
    await FOLDS[event.type](this, event);
    this.seq = event.seq + 1;
    this.at = event.at;
    const decided = event.type === "decided";
    const entry = { seq: event.seq, at: event.at, decision: this.number, happened: decided ? [] : [toldOf(event)], told: decided && this.play ? this.toldSince(before) : null };
    this.past.push(entry);
    return entry;
  }

  /** What each viewer saw happen in the last steps. @param {number} step the first of them */
  toldSince(step) {
    const steps = this.play?.steps.slice(step) ?? [];
    return steps[0].told.map((_, row) => joined(steps.map(({ told }) => told[row])));
  }

  // --- How the game stands

  /** The game stands otherwise now: see who is asked, and whether a window opens. @param {number} at @param {boolean} anew whether another question is asked */
  nowStands(at, anew) {
    const { play } = this;
    if (!play) return;
    if (anew) this.askedFrom.clear();
    this.undo = null;
    const asked = play.asked;
    this.window = asked.length ? this.windowAt(at) : null;
    const all = this.window ? [...this.seats.keys()] : asked;
    this.askedFrom = new Map(all.map((seat) => [seat, this.askedFrom.get(seat) ?? this.number]));
    this.askedSince = at;
  }

  /** The window that opens now, if a call is due and the options give it a length. @param {number} at @returns {Window | null} */
  windowAt(at) {
    if (!this.challenge || this.phaseOfPlay !== this.challenge.due || !this.windowLength) return null;
    return { seat: this.field("turn"), closes: at + this.windowLength, called: false, letGo: [] };
  }

  /** In seconds. */
  get windowLength() {
    return this.challenge && this.play ? this.play.setting.options[this.challenge.window] : 0;
  }

  get phaseOfPlay() {
    return this.field("phase");
  }

  /** A small number in the state. @param {string} name */
  field(name) {
    const { state } = /** @type {LocalGame} */ (this.play).now;
    return new DataView(state.buffer, state.byteOffset).getInt8(this.module.kernels.layout.state.at[name]);
  }

  /** Whether a decision was not made by the seat, but tells the rules what came of a window. @param {number} code */
  cameOfWindow(code) {
    const { challenge } = this;
    if (!challenge || !this.windowLength) return false;
    return [challenge.call, challenge.silent, challenge.catch, challenge.let_go].includes(code);
  }
}

/** What each event changes. @type {Record<string, (table: LocalTable, event: Logged) => void | Promise<void>>} */
const FOLDS = {
  async opened(table, { players, options, settings, secret, begin }) {
    Object.assign(table, { players, options, settings, begin: begin ?? null });
    table.seats = Array.from({ length: players }, freeSeat);
    table.luck = await Luck.of(begin?.table || `${table.code}/1`, secret);
  },
  sat(table, { seat, name, pig }) {
    table.seats[seat] = { kind: "person", name, pig, level: "" };
  },
  bot_sat(table, { seat, name, pig, level }) {
    table.seats[seat] = { kind: "bot", name, pig, level };
  },
  stood(table, { seat }) {
    table.seats[seat] = freeSeat();
  },
  swapped(table, { seat, other }) {
    const { seats } = table;
    [seats[seat], seats[other]] = [seats[other], seats[seat]];
  },
  arranged(table, { players, options, settings }) {
    Object.assign(table, { players, options, settings });
    table.seats = Array.from({ length: players }, (_, seat) => table.seats[seat] ?? freeSeat());
  },
  async began(table, { at, rules = BEFORE_IT_WAS_NOTED }) {
    Object.assign(table, { phase: "playing", rules });
    table.play = table.playable ? await begunFrom(table) : null;
    table.trail = [];
    table.nowStands(at, true);
    table.starter = table.asked[0] ?? 0;
  },
  async decided(table, { seat, first, codes, at }) {
    const { play } = table;
    if (!play) return; // by other rules
    const phase = table.phaseOfPlay;
    const fromWindow = table.cameOfWindow(codes[0]);
    const step = play.steps.length;
    for (const [n, code] of codes.entries()) await play.apply(first + n, seat, code);
    play.next = first + codes.length;
    if (fromWindow) challenged(table);
    else table.trail.push({ seat, first, codes, step, challenged: false });
    table.askedFrom.delete(seat);
    table.nowStands(at, fromWindow || phase !== table.phaseOfPlay);
  },
  called(table, { seat }) {
    if (table.window) table.window.called = true;
    table.askedFrom.delete(seat);
  },
  let_go(table, { seat }) {
    table.window?.letGo.push(seat);
    table.askedFrom.delete(seat);
  },
  undo_asked(table, { seat }) {
    table.undo = { seat, agreed: [] };
  },
  undo_answered(table, { seat, agrees }) {
    if (agrees) table.undo?.agreed.push(seat);
    else table.undo = null;
  },
  undone(table, { to, at }) {
    const trace = table.trail.find(({ first }) => first === to);
    if (!trace) return;
    table.play?.takeBack(trace.step);
    table.trail = table.trail.slice(0, table.trail.indexOf(trace));
    table.nowStands(at, true);
  },
  took_over(table, { seat, level, why }) {
    Object.assign(table.seats[seat], { level, left: why === "left" });
  },
  took_back(table, { seat }) {
    Object.assign(table.seats[seat], { level: "", left: false });
  },
  async ended(table, { secret }) {
    table.phase = "over";
    table.openLuck = table.luck;
    table.luck = await Luck.of(`${table.code}/${table.round + 1}`, secret);
    table.trail = [];
    table.window = table.undo = null;
    table.askedFrom.clear();
  },
  reopened(table, { start_player: starts }) {
    Object.assign(table, { phase: "lobby", play: null, begin: null, round: table.round + 1 });
    table.seats = table.seats.map((seat) => (seat.left ? freeSeat() : seat));
    table.options = { ...table.options, start_player: starts };
  },
};

/** What came of a window is one with the play before it. @param {LocalTable} table */
function challenged({ trail }) {
  const last = trail.at(-1);
  if (last) last.challenged = true;
}

/** What everybody is told of an event at the table. @param {Logged} event @returns {Happened} */
function toldOf(event) {
  const told = (TOLD[event.type] ?? []).map((name) => [name, event[name]]);
  return { key: `table.${sentenceOf(event)}`, arguments: Object.fromEntries(told) };
}

/** Which sentence tells of it: there is one for each way it can come about. @param {Logged} event */
function sentenceOf({ type, agrees, why }) {
  if (type === "undo_answered") return agrees ? "undo_agreed" : "undo_declined";
  return type === "took_over" ? `took_over_${why}` : type;
}

/** @param {Int16Array[]} rows */
const joined = (rows) => (rows.length === 1 ? rows[0] : Int16Array.from(rows.flatMap((row) => [...row])));
