/**
 * Whether a screen in the room shows the board, so that a phone need not.
 *
 * One that is gone for a moment, as when the server has restarted, is waited for: the board does not
 * come and go with it.
 */

import * as memory from "../net/memory.js";

const PATIENCE = 6000; // milliseconds

export class RoomScreen {
  /** @param {() => void} changed @param {string} [code] of the table that remembers whether the board is wanted here */
  constructor(changed, code = "") {
    this.changed = changed;
    this.code = code;
    this.there = false;
    /** Whether the board is wanted here although a screen in the room shows it. */
    this.boardWanted = !!memory.table(code).board;
    /** Set while one is missed. @type {ReturnType<typeof setTimeout> | undefined} */
    this.missing = undefined;
  }

  /** Whether the board is left to it. */
  get serves() {
    return this.there && !this.boardWanted;
  }

  /** Show the board here too, or no longer; the table remembers. @param {boolean} wanted */
  wantBoard(wanted) {
    this.boardWanted = wanted;
    memory.remember(this.code, (table) => (table.board = wanted));
    this.changed();
  }

  /** So many are at the table now. @param {number} screens */
  count(screens) {
    if (screens) this.come();
    else if (this.there) this.missing ??= setTimeout(() => this.go(), PATIENCE);
  }

  come() {
    clearTimeout(this.missing);
    this.missing = undefined;
    this.there = true;
  }

  go() {
    this.missing = undefined;
    this.there = false;
    this.changed();
  }
}
