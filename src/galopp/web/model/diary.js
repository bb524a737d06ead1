/** What happened at the table, as one viewer saw it, grouped by whoever was on turn. */

/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").Viewer} Viewer */

/**
 * @typedef {object} Entry
 * @property {number} seq
 * @property {number} at
 * @property {Happened[]} happened
 * @property {number} [decision] the number of the next decision
 */

/**
 * @typedef {object} Turn several entries of one seat
 * @property {number | null} seat null for what belongs to nobody
 * @property {number} seq of its first entry
 * @property {number} at
 * @property {Happened[]} happened
 */

export class Diary {
  constructor() {
    /** Who has decided something in the game that is played. @type {Set<number>} */
    this.deciders = new Set();
    /** @type {Viewer | undefined} */
    this.viewer = undefined;
    this.complete = false;
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
  }

  /** Begin a new one, for another viewer. @param {Viewer} viewer */
  begin(viewer) {
    if (this.viewer !== viewer) {
      this.entries.clear();
      this.deciders.clear();
    }
    this.viewer = viewer;
    this.complete = false;
  }

  /** @param {Entry[]} past */
  fill(past) {
    for (const entry of past) this.write(entry.seq, entry.at, entry.happened, entry.decision);
    this.complete = true;
  }

  /** @param {number} seq @param {number} at @param {Happened[]} happened @param {number} [decision] the next one */
  write(seq, at, happened, decision) {
    if (!happened.length || this.entries.has(seq)) return;
    this.entries.set(seq, { seq, at, happened, decision });
    if (happened[0].key === "table.began") this.deciders.clear();
    const seat = whose(happened[0]);
    if (seat !== null) this.deciders.add(seat);
  }

  /** What happened up to an event. @param {number} [until] @returns {Turn[]} */
  turns(until = Infinity) {
    const ordered = this.inOrder().filter(({ seq }) => seq <= until);
    /** @type {Turn[]} */
    const turns = [];
    for (const entry of ordered) {
      const seat = whose(entry.happened[0]);
      const last = turns[turns.length - 1];
      if (last && last.seat === seat) last.happened.push(...entry.happened);
      else turns.push({ seat, seq: entry.seq, at: entry.at, happened: [...entry.happened] });
    }
    return turns;
  }

  /** What happened in the game that was begun last, and was not taken back, up to an event.
   * @param {number} [until] @returns {Happened[]} */
  ofThisGame(until = Infinity) {
    return this.holding(until).flatMap(({ happened }) => happened.filter(isOfTheGame));
  }

  /** What is taken back by an undo that was just told: the first thing that does not hold any more.
   * @param {number} seq of the undo @param {number} to the decision that is asked again @returns {Happened | null} */
  takenBack(seq, to) {
    const undone = this.holding(seq - 1).find(({ happened, decision = 0 }) => decision > to && isOfTheGame(happened[0]));
    return undone?.happened[0] ?? null;
  }

  /** The entries that hold after an event. @param {number} until */
  holding(until) {
    /** @type {Entry[]} */
    let holds = [];
    for (const entry of this.inOrder().filter(({ seq }) => seq <= until)) {
      const [{ key, arguments: told }] = entry.happened;
      if (key === "table.began") holds = [];
      else if (key === "table.undone") holds = holds.filter(({ decision = 0 }) => decision <= told.to);
      else holds.push(entry);
    }
    return holds;
  }

  inOrder() {
    return [...this.entries.values()].sort((a, b) => a.seq - b.seq);
  }
}

/** @param {Happened} event */
const isOfTheGame = ({ key }) => !key.startsWith("table.");

/** @param {Happened} event */
function whose({ key, arguments: told }) {
  return key.startsWith("table.") || typeof told.seat !== "number" ? null : told.seat;
}
