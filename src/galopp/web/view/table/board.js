/** The board: the game draws it; this part measures it, takes presses, and shows motions. */

import { html, nothing } from "lit";
import { codeOf } from "../../model/moves.js";
import { Performing } from "../../stage/performing.js";
import { Pointing } from "./pointing.js";
import { MeasuringItself } from "../shared/measuring.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../types.js").TableModel} TableModel */

const WIDE_FROM = 1.25; // times as wide as high
const HIGH_FROM = 1.12; // times as high as wide

/** @extends {TablePart<TableModel>} */
class Board extends TablePart {
  constructor() {
    super();
    /** @type {"tall" | "wide"} */
    this.shape = "tall";
    this.high = false;
    /** @type {Performing | undefined} */
    this.performer = undefined;
    // Nothing moves on a page that nobody looks at: do not wait for it.
    this.hide = () => document.hidden && this.performer?.hurry();
    new MeasuringItself(this, (room) => this.measure(room));
    new Pointing(this);
    this.addEventListener("click", (event) => this.press(event));
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.hide);
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.hide);
    const stage = this.table?.stage;
    if (stage && stage.performer === this.performer) stage.performer = null;
    super.disconnectedCallback();
  }

  /** @param {DOMRectReadOnly} box */
  measure({ width, height }) {
    const shape = width > WIDE_FROM * height ? "wide" : "tall";
    const high = height > HIGH_FROM * width;
    if (shape === this.shape && high === this.high) return;
    Object.assign(this, { shape, high });
    this.requestUpdate();
  }

  /** @param {Event} event */
  press(event) {
    const pressed = /** @type {Element} */ (event.target).closest("[data-code]");
    const code = pressed?.getAttribute("data-code");
    if (code) this.table?.choice?.press(Number(code));
    else this.table?.stage?.skip();
  }

  updated() {
    const { table } = this;
    if (!table?.stage || !table.game || table.stage.performer) return;
    this.performer = new Performing(this, table.game, table.teller);
    table.stage.performer = this.performer;
  }

  // --- Where motions are shown

  /** The page around the board: seats, cards, and what flies between them. @returns {Element} */
  get page() {
    return this.closest(":has(.layer)") ?? this;
  }

  get layer() {
    return /** @type {HTMLElement | null} */ (this.page.querySelector(".layer"));
  }

  get board() {
    return { shape: this.shape, high: this.high };
  }

  get drawn() {
    return this.updateComplete;
  }

  render() {
    const { table } = this;
    const scene = table?.scene;
    if (!table?.game || !scene) return nothing;
    const { game, news } = table;
    const turn = table.asked.length === 1 ? table.asked[0] : null;
    return html`${game.board(scene, {
      ...this.board,
      words: table.teller,
      seats: news?.seats ?? [],
      viewer: table.viewpoint.viewer,
      turn,
      ghost: table.choice?.foresight?.ghost ?? table.ghost ?? null,
      code: (kind, subject) => codeOf(table, kind, subject),
    })}
    <ul class="unseen">${game.describe(scene, table.teller).map((line) => html`<li>${line}</li>`)}</ul>`;
  }
}

customElements.define("galopp-board", Board);
