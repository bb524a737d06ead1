/**
 * Notices what somebody points at: a mouse over it, the keyboard's focus, a finger that rests on it.
 *
 * Whatever makes a move says which one by `data-move` or, on a board, by `data-code`.
 */

/** @typedef {import("lit").ReactiveController} ReactiveController */
/** @typedef {import("lit").LitElement & {table: import("../../types.js").TableModel | null}} Host */

export const REST = 450; // milliseconds
const STILL = 10; // pixels; a finger that goes further does not rest

/** @implements {ReactiveController} */
export class Pointing {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** Where a finger has come down. @type {{x: number, y: number} | null} */
    this.finger = null;
    /** Whether it has rested: then lifting it is no press. */
    this.rested = false;
    /** What points: only that may also point no more. A finger moves the focus too, but means nothing by it. */
    this.by = "";
    host.addController(this);
    host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(event.target, "mouse"));
    host.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.point(null, "mouse"));
    host.addEventListener("focusin", ({ target }) => isByKeyboard(target) && this.point(target, "focus"));
    // Once the focus is elsewhere: drawn anew while it is nowhere, a part would take it back.
    host.addEventListener("focusout", () => setTimeout(() => this.leave()));
    host.addEventListener("pointerdown", (event) => this.touch(event), { capture: true });
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", () => this.lift());
    host.addEventListener("pointercancel", () => this.lift());
    host.addEventListener("contextmenu", (event) => this.finger && event.preventDefault());
    host.addEventListener("click", (event) => this.click(event), { capture: true });
    this.elsewhere = (/** @type {Event} */ event) => {
      if (!host.contains(/** @type {Node} */ (event.target))) this.point(null, this.by);
    };
  }

  hostConnected() {
    addEventListener("pointerdown", this.elsewhere);
  }

  hostDisconnected() {
    removeEventListener("pointerdown", this.elsewhere);
    this.lift();
  }

  /** @param {EventTarget | null} target @param {string} by */
  point(target, by) {
    const made = target instanceof Element ? target.closest("[data-move], [data-code]") : null;
    const code = made?.getAttribute("data-move") ?? made?.getAttribute("data-code") ?? "";
    if (!code && by !== this.by) return;
    this.by = code ? by : "";
    this.host.table?.choice?.foresight?.point(code ? Number(code) : null);
  }

  leave() {
    if (!this.host.contains(document.activeElement)) this.point(null, "focus");
  }

  /** @param {PointerEvent} event */
  touch({ target, pointerType, isPrimary, clientX: x, clientY: y }) {
    this.lift();
    this.rested = false;
    if (pointerType === "mouse" || !isPrimary) return;
    this.point(null, this.by);
    this.finger = { x, y };
    this.resting = setTimeout(() => this.rest(target), REST);
  }

  /** @param {EventTarget | null} target */
  rest(target) {
    this.rested = true;
    this.point(target, "finger");
  }

  /** A mouse may have been there before there was anything to do. @param {PointerEvent} event */
  move({ clientX, clientY, pointerType, buttons, target }) {
    const { finger } = this;
    if (pointerType === "mouse" && !buttons) this.point(target, "mouse");
    if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) > STILL) clearTimeout(this.resting);
  }

  lift() {
    clearTimeout(this.resting);
    this.finger = null;
  }

  /** @param {Event} event */
  click(event) {
    if (!this.rested) return;
    this.rested = false;
    event.stopPropagation();
    event.preventDefault();
  }
}

/** @param {EventTarget | null} target */
const isByKeyboard = (target) => target instanceof Element && target.matches(":focus-visible");
