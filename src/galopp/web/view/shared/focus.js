/** Whoever plays by keyboard does not fall off the page when the pressed button is gone. */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** Arrow keys go from button to button within a group. @param {KeyboardEvent} event */
export function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const group = /** @type {Element} */ (event.currentTarget);
  if (!step) return;
  const buttons = [...group.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/**
 * Keeps the focus among the buttons of an element: on the one that takes the place of the one that
 * is gone, as soon as there is one, unless the reader has gone elsewhere meanwhile.
 * @implements {ReactiveController}
 */
export class KeepingFocus {
  /** @param {import("lit").LitElement} host */
  constructor(host) {
    this.host = host;
    /** Where the focus was among the buttons; -1: not here. */
    this.at = -1;
    host.addController(this);
  }

  get buttons() {
    return [...this.host.querySelectorAll("button")];
  }

  hostUpdate() {
    const focused = document.activeElement;
    if (focused === document.body) return; // it may still be ours
    // A finger or a mouse needs no focus, and would only make the page scroll.
    this.at = focused?.matches(":focus-visible") ? this.buttons.findIndex((button) => button === focused) : -1;
  }

  hostUpdated() {
    const { buttons, at } = this;
    if (at < 0 || document.activeElement !== document.body) return;
    buttons[Math.min(at, buttons.length - 1)]?.focus();
  }
}
