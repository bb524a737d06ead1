/**
 * Through whose eyes a table is seen: the seats our keys open, and which of them looks.
 *
 * Where several share a device a curtain hangs before the cards while it is passed on.
 */

/** @typedef {import("../types.js").ViewpointModel} ViewpointModel */
/** @typedef {import("../types.js").Viewer} Viewer */

/** @implements {ViewpointModel} */
export class Viewpoint {
  /** @param {() => Viewer | undefined} staged whose view the board still shows @param {boolean} tv */
  constructor(staged, tv) {
    this.staged = staged;
    /** Whether this is a screen that a whole room sees. */
    this.tv = tv;
    /** The seats our keys open. @type {number[]} */
    this.seats = [];
    /** Whether we run the table. */
    this.host = false;
    /** Whose eyes the page looks through. @type {Viewer} */
    this.viewer = null;
    /** Several seats on one device: whether the viewer's cards are hidden. */
    this.curtain = false;
  }

  /** The seat that reads "you" of itself; where several share the device, all are called by name. */
  get you() {
    return this.seats.length === 1 ? this.seats[0] : null;
  }

  get shared() {
    return this.seats.length > 1;
  }

  /** Whether what only one viewer may know is hidden: the device is passed on, or still shows the other's view. */
  get covered() {
    const staged = this.staged();
    return this.curtain || (staged !== undefined && staged !== this.viewer);
  }

  /** Whether everybody may hear of an event: behind the curtain only what others did is told.
   * @param {import("../types.js").Happened} event */
  isPublic({ arguments: told }) {
    return !this.covered || !this.seats.includes(told.seat);
  }

  /** Hang the curtain, if there is somebody to hide the cards from. */
  cover() {
    this.curtain = this.shared;
  }

  /** Our keys open nothing any more. */
  standUp() {
    this.seats = [];
    this.host = false;
  }
}
