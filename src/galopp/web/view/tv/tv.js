/**
 * The table for a whole room: `<galopp-tv .table>`, to be read from three metres.
 *
 * It asks for nothing and needs nobody: it shows whatever the table does, from the lobby to the result and
 * on to the next game. What can be pressed is for whoever has a keyboard or a remote control at hand.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { Awake } from "./awake.js";
import { walk } from "../shared/focus.js";
import { hearWhen } from "../../stage/sound.js";
import { say } from "../../language/words.js";
import { TablePart } from "../shared/part.js";
import "./door.js";
import "./game.js";
import { TvKeyboard } from "./keys.js";
import "./lobby.js";
import "./menu.js";

/** @typedef {import("../../model/table.js").Table} Table */

const STILL_AFTER = 3000; // milliseconds without a mouse: then there is no pointer

export class Tv extends TablePart {
  static properties = { ...TablePart.properties, menu: { state: true }, sound: { state: true }, still: { state: true } };

  constructor() {
    super();
    this.menu = false;
    /** Nobody has asked a screen to speak, until somebody does. */
    this.sound = false;
    this.still = false;
    new Awake(this);
    new TvKeyboard(this);
    this.redraw = () => this.requestUpdate();
    this.stir = () => this.moved();
    this.addEventListener("galopp-close", () => (this.menu = false));
  }

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add("on-tv");
    document.addEventListener("fullscreenchange", this.redraw);
    addEventListener("pointermove", this.stir);
    this.unhear = hearWhen(() => this.sound);
    this.stir();
  }

  disconnectedCallback() {
    document.documentElement.classList.remove("on-tv");
    document.removeEventListener("fullscreenchange", this.redraw);
    removeEventListener("pointermove", this.stir);
    clearTimeout(this.stilling);
    this.unhear?.();
    super.disconnectedCallback();
  }

  moved() {
    clearTimeout(this.stilling);
    this.still = false;
    this.stilling = setTimeout(() => (this.still = true), STILL_AFTER);
  }

  toggleSound() {
    this.sound = !this.sound;
  }

  /** Some browsers have no full screen, or are never without. */
  async toggleFull() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      // Not allowed here.
    }
  }

  render() {
    const { table } = this;
    return html`<div class="tv-page ${this.still ? "still" : ""}">${this.content(table)}${this.tools()}</div>
      ${this.menu ? html`<galopp-tv-menu .table=${table}></galopp-tv-menu>` : nothing}`;
  }

  /** @param {Table | null} table */
  content(table) {
    if (!table) return html`<galopp-tv-door></galopp-tv-door>`;
    if (table.connection.ended || table.outside) return html`<galopp-tv-door .why=${whyNothing(table)}></galopp-tv-door>`;
    if (!table.news || !table.shown) return waiting();
    if (table.news.phase === "lobby") return html`<galopp-tv-lobby .table=${table}></galopp-tv-lobby>`;
    return table.game && table.now ? html`<galopp-tv-game .table=${table}></galopp-tv-game>` : waiting();
  }

  /** @returns {unknown} */
  tools() {
    const full = !!document.fullscreenElement;
    return html`<nav class="tv-tools" aria-label=${say("tv.tools")} @keydown=${walk}>
      ${tool(this.sound ? "sound" : "mute", say(this.sound ? "tool.mute" : "tool.sound"), () => this.toggleSound())}
      ${document.fullscreenEnabled ? tool(full ? "window" : "full", say(full ? "tv.window" : "tv.full"), () => this.toggleFull()) : nothing}
      ${tool("menu", say("tool.menu"), () => (this.menu = true))}
    </nav>`;
  }
}

/** @param {string} icon @param {string} told @param {() => void} press */
const tool = (icon, told, press) => html`<button class="tool" type="button" aria-label=${told} title=${told} @click=${press}>
  ${iconPicture(icon)}
</button>`;

const waiting = () => html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;

/** @param {Table} table */
const whyNothing = (table) =>
  table.connection.ended === "closed" ? say("page.closed") : table.connection.sentence || table.connection.shut || say("page.failed");

customElements.define("galopp-tv", Tv);
