/**
 * News of the game as frames: a few hundred bytes instead of two kilobytes of JSON.
 *
 * A frame holds the words (of eight bytes) of two records, head and view, that are not as expected, and then what
 * happened. Of a head all words are expected to be 0; a view is expected to be as in the frame before, or, where the
 * head says `whole`, to be all 0. A checksum of the view tells whether a frame was missed. The server's half, with
 * the same words, is `galopp/wire/frames.py`.
 */

import { readEvents, readRecord } from "./layout.js";
import { web } from "./root.js";

/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").Layout} Layout */
/** @typedef {import("../types.js").Viewer} Viewer */

const WORD = 8; // bytes
const SEATS = 5; // in a head, at any table
const SPREAD = 0x01000193;

/** Whoever reads frames of a game; null where its layout cannot be had, and news comes as JSON.
 * @param {string} game @returns {Promise<FrameReader | null>} */
export async function frameReader(game) {
  try {
    const answer = await fetch(`${web}layouts/${game}.json`);
    return answer.ok ? new FrameReader(await answer.json()) : null;
  } catch {
    return null;
  }
}

/** Reads the frames of one game, for all viewers of this device. */
export class FrameReader {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    /** What each viewer saw last. @type {Map<Viewer, Uint8Array>} */
    this.views = new Map();
  }

  /** How this layout's frames are asked for. */
  get subprotocol() {
    return this.layout.subprotocol;
  }

  /** The news; null if it goes on from a frame that never came. @param {ArrayBuffer} frame @returns {GameNews | null} */
  read(frame) {
    const packed = new Packed(frame);
    const head = readRecord(this.layout.head, packed.fill(new Uint8Array(this.layout.head.size)), SEATS);
    const before = head.whole ? undefined : this.views.get(head.viewer);
    const view = packed.fill(before?.slice() ?? new Uint8Array(this.layout.seen.size));
    if (checksum(view) !== head.checksum) return null;
    this.views.set(head.viewer, view);
    return this.news(head, readRecord(this.layout.seen, view, playersOf(this.layout, view)), packed.rest());
  }

  /** As JSON would have said it. @param {Record<string, any>} head @param {import("../types.js").View} view
   * @param {DataView} told @returns {GameNews} */
  news(head, view, told) {
    const { seq, at, viewer, decision, asked, legal, closes } = head;
    return {
      type: "game",
      ...{ seq, at, viewer, decision, asked, legal, view },
      asked_since: head.asked_since,
      banks: head.banked ? head.banks.slice(0, view.players).map((/** @type {number} */ tenths) => tenths / 10) : null,
      window: closes === null ? null : { seat: head.window_seat, closes, called: head.called, let_go: head.let_go },
      winners: head.over ? head.winners : null,
      happened: readEvents(this.layout.events, told),
    };
  }
}

/** The words of a frame, taken out one after the other. */
class Packed {
  /** @param {ArrayBuffer} frame */
  constructor(frame) {
    this.frame = frame;
    this.listed = new DataView(frame).getBigUint64(0, true); // which words follow, the first one lowest
    this.at = WORD;
  }

  /** Put the words that are listed next where they belong. @param {Uint8Array} record */
  fill(record) {
    for (let place = 0; place < record.length; place += WORD, this.listed >>= 1n) {
      if (this.listed & 1n) record.set(this.next(), place);
    }
    return record;
  }

  next() {
    this.at += WORD;
    return new Uint8Array(this.frame, this.at - WORD, WORD);
  }

  /** What comes behind the words. */
  rest() {
    return new DataView(this.frame, this.at);
  }
}

/** How many play: it decides how many seats a view has. @param {Layout} layout @param {Uint8Array} view */
function playersOf({ seen }, view) {
  const fields = seen.fields.filter(({ name }) => name === "players");
  return readRecord({ ...seen, fields }, view, 0).players;
}

/** A number that hardly any other view has. @param {Uint8Array} view */
function checksum(view) {
  const numbers = new DataView(view.buffer);
  let found = 0;
  for (let at = 0; at < view.length; at += 4) found = Math.imul(found ^ numbers.getUint32(at, true), SPREAD);
  return found >>> 0;
}
