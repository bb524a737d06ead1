/** The table while a game is played: seats, board, question, hand, and what happened. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { follow } from "../../routes.js";
import { explainLast } from "../rules/explaining.js";
import { Keyboard } from "./keyboard.js";
import * as memory from "../../net/memory.js";
import { page } from "../../net/root.js";
import { bring } from "../../parts.js";
import { say } from "../../language/words.js";
import "./ask.js";
import "./board.js";
import "./hand.js";
import "./log.js";
import "./missed.js";
import "./own.js";
import { TablePart } from "../shared/part.js";
import "./seats.js";

/** A table whose game is here, and with it a choice to make.
 * @typedef {import("../../model/table.js").Table & import("../../types.js").DecidingTable} Table */

const LATER = 4000; // milliseconds: then what is not needed for a first move is fetched

/** Where the log has room beside the board, as in table.css. */
const ROOMY = matchMedia("(min-width: 900px) and (min-height: 480px)");

/** @extends {TablePart<Table>} */
class TableView extends TablePart {
  static properties = { open: { state: true } };

  constructor() {
    super();
    /** Which sheet is open. @type {"" | "log" | "talk" | "menu" | "help"} */
    this.open = "";
    /** What is fetched later, once it was asked for. @type {Promise<void> | null} */
    this.rest = null;
    new Keyboard(this);
    this.resize = () => this.requestUpdate();
    this.addEventListener("galopp-close", () => (this.open = ""));
    this.addEventListener("galopp-open", (event) => (this.open = /** @type {CustomEvent} */ (event).detail));
  }

  connectedCallback() {
    super.connectedCallback();
    this.later = setTimeout(() => this.bringTheRest(), LATER);
    ROOMY.addEventListener("change", this.resize);
  }

  disconnectedCallback() {
    clearTimeout(this.later);
    ROOMY.removeEventListener("change", this.resize);
    super.disconnectedCallback();
  }

  willUpdate() {
    if (this.open || this.table?.news?.phase === "over") this.bringTheRest();
  }

  /** Sheets and the result: fetched when there is time, or when one of them is called for. With them come words for
   * what has been told already. */
  bringTheRest() {
    this.rest ??= bring("gameLater").then(() => this.table?.changed());
  }

  render() {
    const { table } = this;
    if (!table?.news || !table.game) return nothing;
    const handheld = table.handheld && !ROOMY.matches;
    const kind = `${table.viewpoint.viewer === null ? "watching" : "playing"} ${handheld ? "handheld" : ""}`;
    return html`<main class="table ${kind}">
      ${this.top(table)}
      ${handheld
        ? html`<galopp-own .table=${table}></galopp-own>`
        : html`<galopp-seats .table=${table}></galopp-seats>`}
      <galopp-board .table=${table} class=${table.choice.legal.length ? "asked" : ""}></galopp-board>
      ${this.tools(table)}
      <galopp-ask .table=${table} .handheld=${handheld}></galopp-ask>
      <galopp-hand .table=${table} .handheld=${handheld}></galopp-hand>
      ${ROOMY.matches
        ? html`<aside><galopp-log .table=${table} ?hidden=${table.viewpoint.curtain}></galopp-log></aside>`
        : nothing}
      <galopp-missed .table=${table}></galopp-missed>
      <galopp-undo .table=${table}></galopp-undo>
      <galopp-race-end .table=${table}></galopp-race-end>
      <galopp-result .table=${table}></galopp-result>
      <galopp-speaker .table=${table}></galopp-speaker>
      <div class="layer" aria-hidden="true"></div>
    </main>
    ${this.sheet(table)}`;
  }

  /** @param {Table} table */
  top(table) {
    const stage = table.stage && table.game ? table.game.stage(table.stage.shown, table.teller) : "";
    return html`<header class="top">
      <a class="tool" href=${page("/")} @click=${follow} aria-label=${say("page.home")}>${iconPicture("home")}</a>
      <h1>${table.teller.say("title")} <small>${table.viewpoint.viewer === null ? say("page.watching", { stage }).replace(" ·", "\u00a0·") : stage}</small></h1>
      ${this.mayHideBoard(table) ? this.tool("hand_only", "phone", () => table.roomScreen.wantBoard(false)) : nothing}
      ${this.tool("rules", "book", () => explainLast(table))}
      ${table.live ? this.tool("talk", "talk", () => (this.open = "talk")) : nothing}
      ${this.tool("menu", "menu", () => (this.open = "menu"))}
    </header>`;
  }

  /** Whether the board could be left to a screen in the room. @param {Table} table */
  mayHideBoard(table) {
    return table.viewpoint.viewer !== null && table.roomScreen.there && table.roomScreen.boardWanted && !ROOMY.matches;
  }

  // says: tool.*
  /** @param {string} name @param {string} icon @param {() => void} press @param {boolean} [off] @param {boolean} [busy] */
  tool(name, icon, press, off = false, busy = false) {
    return html`<button class="tool ${name} ${busy ? "busy" : ""}" aria-label=${say(`tool.${name}`)} title=${say(`tool.${name}`)} ?disabled=${off} @click=${press}>
      ${iconPicture(icon)}
    </button>`;
  }

  /** What is always at hand between board and cards. @param {Table} table */
  tools(table) {
    const { viewpoint: { viewer }, stage } = table;
    const sound = memory.likes().sound;
    return html`<div class="tools">
      <galopp-latest .table=${table}></galopp-latest>
      ${this.tool("skip", "skip", () => stage?.skip(), !stage || stage.idle)}
      ${viewer === null ? nothing : this.tool("undo", "undo", () => this.undo(), !table.choice.mayUndo)}
      ${viewer === null || !table.news?.settings.hints
        ? nothing
        : this.tool("hint", "hint", () => table.choice.askHint(), !table.choice.legal.length, table.choice.awaitsHint)}
      ${this.tool(sound ? "mute" : "sound", sound ? "sound" : "mute", () => this.mute())}
    </div>`;
  }

  undo() {
    this.table?.choice.undo();
  }

  mute() {
    memory.like({ sound: !memory.likes().sound });
    this.requestUpdate();
  }

  /** @param {Table} table */
  sheet(table) {
    switch (this.open) {
      case "log": return html`<galopp-log .table=${table} sheet></galopp-log>`;
      case "talk": return html`<galopp-talk .table=${table} sheet></galopp-talk>`;
      case "menu": return html`<galopp-menu .table=${table} sheet></galopp-menu>`;
      case "help": return html`<galopp-help sheet></galopp-help>`;
      default: return nothing;
    }
  }
}

customElements.define("galopp-table", TableView);
