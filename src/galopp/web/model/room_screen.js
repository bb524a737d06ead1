/**
 * Whether a screen in the room shows the board, so that a phone need not.
 *
 * One that is gone for a moment, as when the server has restarted, is waited for: the board does not
 * come and go with it.
 */

const PATIENCE = 6000; // milliseconds

export class RoomScreen {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.there = false;
    /** Set while one is missed. @type {ReturnType<typeof setTimeout> | undefined} */
    this.missing = undefined;
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
