/** Keeps a screen from going dark while something is shown on it, where the browser lets it. */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** @implements {ReactiveController} */
export class Awake {
  /** @param {import("lit").LitElement} host */
  constructor(host) {
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.look = () => this.hold();
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener("visibilitychange", this.look);
    this.hold();
  }

  hostDisconnected() {
    document.removeEventListener("visibilitychange", this.look);
    this.lock?.release();
    this.lock = null;
  }

  /** The browser lets go of it whenever the page is hidden. */
  async hold() {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      // Not allowed here, or the battery is low: then the screen does as it is used to.
    }
  }
}
