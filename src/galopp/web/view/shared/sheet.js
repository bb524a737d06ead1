/**
 * A sheet over the table: it comes from below on phones, from the side where there is room.
 *
 * The browser's own dialog keeps the focus inside, closes on Esc and gives the focus back. A
 * sheet opens when it is put on the page, and says `galopp-close` when it may be taken away.
 */

import { html } from "lit";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { labelled } from "./labels.js";
import { TablePart } from "./part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").TableModel} TableModel */

/** @template {TableModel} [Model=Table] @extends {TablePart<Model>} */
export class Sheet extends TablePart {
  static properties = { doubted: { state: true } };

  constructor() {
    super();
    /** What was pressed once, and happens only when it is pressed again. */
    this.doubted = "";
  }

  get dialog() {
    return /** @type {HTMLDialogElement | null} */ (this.querySelector(":scope > dialog"));
  }

  firstUpdated() {
    this.dialog?.showModal();
  }

  /** What was pressed may be gone from the page: the focus stays in the sheet. Another leaf is read from its top,
   * also where a press does not move the focus, as in Safari.
   * @param {Map<string, unknown>} changed nothing where it is only drawn anew */
  updated(changed) {
    if (changed.has("leaf")) this.querySelector(".sheet-body")?.scrollTo({ top: 0 });
    if (!changed.size || !this.dialog?.open || this.contains(document.activeElement)) return;
    const next = this.querySelector(".grave button, .sheet-body button, button");
    if (next instanceof HTMLElement) next.focus();
    next?.closest(".grave")?.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.dialog?.close();
  }

  /** It is closed: whoever put it here may take it away. */
  closed() {
    this.dispatchEvent(new CustomEvent("galopp-close", { bubbles: true }));
  }

  /** What stands above it. @returns {string} */
  heading() {
    return "";
  }

  /** What is in it. @returns {unknown} */
  body() {
    return "";
  }

  /** Something to do. @param {string} icon @param {string} told @param {() => void} press */
  act(icon, told, press) {
    return html`<button class="act" type="button" @click=${press}>${labelled(icon, told)}</button>`;
  }

  /** Something that cannot be taken back: it asks whether it is meant.
   * @param {string} icon @param {string} told @param {string} sure @param {() => void} press */
  graveAct(icon, told, sure, press) {
    if (this.doubted !== told) return this.act(icon, told, () => (this.doubted = told));
    return html`<div class="grave" role="group" aria-label=${sure}>
      <p>${sure}</p>
      ${this.act("back", say("menu.no"), () => (this.doubted = ""))}
      <button class="act danger" type="button" @click=${press}>${labelled(icon, told)}</button>
    </div>`;
  }

  /** A press beside the sheet closes it. @param {MouseEvent} event */
  pressed(event) {
    if (event.target === this.dialog) this.close();
  }

  /** @returns {unknown} */
  render() {
    return html`<dialog class="sheet" aria-label=${this.heading()} @close=${this.closed} @click=${this.pressed}>
      <div class="sheet-inside">
        <header class="sheet-head">
          <h2>${this.heading()}</h2>
          <button class="tool" type="button" aria-label=${say("menu.close")} @click=${this.close}>
            ${iconPicture("close")}
          </button>
        </header>
        <div class="sheet-body">${this.body()}</div>
      </div>
    </dialog>`;
  }
}
