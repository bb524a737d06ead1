/** Keys for everything at the table; `?` lists them. */

/** @typedef {import("lit").ReactiveController} ReactiveController */
/** @typedef {import("lit").LitElement & {table: import("./table.js").Table | null, open: string, undo(): void, mute(): void}} TableView */

/** @implements {ReactiveController} */
export class Keyboard {
  /** @param {TableView} host */
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

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
    const deed = /^[1-9]$/.test(event.key) ? () => this.card(Number(event.key)) : this.deeds[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** @type {Record<string, () => void>} */
  deeds = {
    d: () => this.choose(),
    u: () => this.host.undo(),
    h: () => this.host.table?.askHint(),
    s: () => this.host.table?.stage?.skip(),
    m: () => this.host.mute(),
    l: () => (this.host.open = "log"),
    t: () => (this.host.open = "talk"),
    "?": () => (this.host.open = "help"),
    escape: () => this.host.table?.unpick(),
  };

  /** The nth card of the hand. @param {number} number */
  card(number) {
    const cards = this.host.querySelectorAll(".hand-card");
    /** @type {HTMLElement | undefined} */ (cards[number - 1])?.click();
  }

  /** The first choice that is not a card. */
  choose() {
    /** @type {HTMLElement | null} */ (this.host.querySelector("galopp-ask .choice"))?.click();
  }
}
