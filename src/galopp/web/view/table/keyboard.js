/** Keys for everything at the table; `?` lists them. */

import { explainLast } from "../rules/explaining.js";
import { Keys } from "../shared/keys.js";

/** @typedef {import("lit").LitElement & {table: import("../../types.js").DecidingTable | null, open: string, undo(): void, mute(): void}} TableView */

/** @extends {Keys<TableView>} */
export class Keyboard extends Keys {
  /** @param {TableView} host */
  constructor(host) {
    super(host);
    /** Whether something could be done when the page was last drawn. */
    this.asked = false;
    this.byKeyboard = false;
    this.touch = () => (this.byKeyboard = false);
  }

  hostConnected() {
    super.hostConnected();
    addEventListener("pointerdown", this.touch);
  }

  hostUpdated() {
    const asked = !!this.host.table?.choice.legal.length;
    if (asked && !this.asked) setTimeout(() => this.takeUp());
    this.asked = asked;
  }

  /** Whoever plays by keyboard begins a turn at what can be done. */
  takeUp() {
    if (!this.byKeyboard || document.activeElement !== document.body) return;
    const first = this.host.querySelector(".hand-card.possible") ?? this.host.querySelector("galopp-ask .choice");
    /** @type {HTMLElement | null} */ (first)?.focus();
  }

  hostDisconnected() {
    super.hostDisconnected();
    removeEventListener("pointerdown", this.touch);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    this.byKeyboard = true;
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest("input, textarea, select, dialog") || document.querySelector("dialog:modal")) return;
    const deed = /^[1-9]$/.test(event.key) ? () => this.card(Number(event.key)) : this.deeds[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** @type {Record<string, () => void>} */
  deeds = {
    d: () => this.choose(),
    u: () => this.host.undo(),
    h: () => this.host.table?.choice.askHint(),
    s: () => this.host.table?.stage?.skip(),
    m: () => this.host.mute(),
    r: () => this.host.table && explainLast(this.host.table),
    l: () => (this.host.open = "log"),
    t: () => (this.host.open = "talk"),
    "?": () => (this.host.open = "help"),
    escape: () => this.host.table?.choice.unpick(),
  };

  /** The nth card of the hand, or the nth choice where no card is asked for. @param {number} number */
  card(number) {
    const cards = this.host.querySelectorAll(".hand-card");
    const choices = this.host.querySelectorAll("galopp-ask .choice");
    const playing = this.host.querySelector(".hand-card.possible") || !choices.length;
    /** @type {HTMLElement | undefined} */ ((playing ? cards : choices)[number - 1])?.click();
  }

  /** The first choice that is not a card. */
  choose() {
    /** @type {HTMLElement | null} */ (this.host.querySelector("galopp-ask .choice"))?.click();
  }
}
