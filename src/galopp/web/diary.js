/** What happened at the table, as one viewer saw it, grouped by whoever was on turn. */

/** @typedef {import("./types.js").Happened} Happened */
/** @typedef {import("./types.js").Viewer} Viewer */

/**
 * @typedef {object} Entry
 * @property {number} seq
 * @property {number} at
 * @property {Happened[]} happened
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
    for (const entry of past) this.write(entry.seq, entry.at, entry.happened);
    this.complete = true;
  }

  /** @param {number} seq @param {number} at @param {Happened[]} happened */
  write(seq, at, happened) {
    if (!happened.length || this.entries.has(seq)) return;
    this.entries.set(seq, { seq, at, happened });
    if (happened[0].key === "table.began") this.deciders.clear();
    const seat = whose(happened[0]);
    if (seat !== null) this.deciders.add(seat);
  }

  /** What happened up to an event. @param {number} [until] @returns {Turn[]} */
  turns(until = Infinity) {
    const ordered = [...this.entries.values()].filter(({ seq }) => seq <= until).sort((a, b) => a.seq - b.seq);
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
}

/** @param {Happened} event */
function whose({ key, arguments: told }) {
  return key.startsWith("table.") || typeof told.seat !== "number" ? null : told.seat;
}
