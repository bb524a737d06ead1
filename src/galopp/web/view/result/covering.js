/**
 * What lies behind the result is out of reach of keys and screen readers, as it is of fingers, until it is in sight again.
 *
 * A part of the table lies behind it if something there that can be pressed does, or, where nothing can, its middle.
 */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** The parts of a table, and of a game that is watched again. */
const PARTS = `.top, galopp-seats, galopp-replay-seats, galopp-own, galopp-board, .tools, galopp-review-card, galopp-ask,
  galopp-replay-prompt, galopp-hand, galopp-replay-hands, aside, galopp-replay-controls`;
const PRESSED = "button, a[href], summary, input, select, [tabindex]";

/** @implements {ReactiveController} */
export class Covering {
  /** @param {import("lit").LitElement} host @param {() => HTMLElement | null} over what lies over the table, if anything does */
  constructor(host, over) {
    this.host = host;
    this.over = over;
    /** What was seen there last. @type {HTMLElement | null} */
    this.seen = null;
    this.observer = new ResizeObserver(() => this.measure());
    host.addController(this);
  }

  hostUpdated() {
    const over = this.over();
    if (over === this.seen) return;
    this.observer.disconnect();
    if (over) [over, ...this.parts()].forEach((one) => this.observer.observe(one));
    this.seen = over;
    this.measure();
  }

  hostDisconnected() {
    this.observer.disconnect();
    this.seen = null;
    this.measure();
  }

  parts() {
    return [...(this.host.parentElement?.querySelectorAll(PARTS) ?? [])].filter((part) => !this.host.contains(part));
  }

  measure() {
    const { seen } = this;
    const place = seen && placeOf(seen);
    for (const part of this.parts()) part.toggleAttribute("inert", !!place && liesBehind(part, place));
  }
}

/** Where it will lie once it has come: it comes from below. @param {HTMLElement} over */
function placeOf(over) {
  const { left, right } = over.getBoundingClientRect();
  return { left, right, top: over.offsetTop, bottom: over.offsetTop + over.offsetHeight };
}

/** @param {Element} part @param {ReturnType<typeof placeOf>} over */
function liesBehind(part, over) {
  const pressed = [...part.querySelectorAll(PRESSED)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1);
  return (pressed.length ? pressed : [part.getBoundingClientRect()]).some(({ left, top, width, height }) => {
    const [x, y] = [left + width / 2, top + height / 2];
    return x > over.left && x < over.right && y > over.top && y < over.bottom;
  });
}
