/** Keys that hold for a whole page, as long as its element is there. */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/**
 * @template {import("lit").LitElement} Host
 * @implements {ReactiveController}
 */
export class Keys {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    host.addController(this);
  }

  hostConnected() {
    addEventListener("keydown", this.press);
  }

  hostDisconnected() {
    removeEventListener("keydown", this.press);
  }

  /** @param {KeyboardEvent} _event */
  pressed(_event) {}
}
