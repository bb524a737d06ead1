/**
 * Notices how much room something has on the page, and tells it with the next frame.
 *
 * Whoever draws itself anew at once may need more or less room by that, which the browser cannot tell of in the same
 * frame: it says so as an error of the page, and there is none.
 */

/** @typedef {import("lit").ReactiveController} ReactiveController */

export class Measuring {
  /** @param {(room: DOMRectReadOnly) => void} told */
  constructor(told) {
    this.observer = new ResizeObserver((measured) => this.next(() => told(measured[measured.length - 1].contentRect)));
    this.frame = 0;
  }

  /** @param {() => void} tell */
  next(tell) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(tell);
  }

  /** @param {Element} element */
  observe(element) {
    this.observer.observe(element);
  }

  disconnect() {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
  }
}

/** The same of an element of the page itself, as long as it is there. @implements {ReactiveController} */
export class MeasuringItself extends Measuring {
  /** @param {import("lit").LitElement} host @param {(room: DOMRectReadOnly) => void} told */
  constructor(host, told) {
    super(told);
    this.host = host;
    host.addController(this);
  }

  hostConnected() {
    this.observe(this.host);
  }

  hostDisconnected() {
    this.disconnect();
  }
}
