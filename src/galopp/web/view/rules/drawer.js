/**
 * The rules over whatever is shown: `<galopp-rules-drawer .game .rulings .about>`.
 *
 * At the table they take the place of the log where that has room: the board stays free, and the game goes on
 * beside them. Elsewhere they are a sheet like any other.
 */

import { html, nothing } from "lit";
import { watchRoute } from "../../routes.js";
import { learn, say, titleOf } from "../../language/words.js";
import "./rules.js";
import { Sheet } from "../shared/sheet.js";

/** Where the log has room beside the board, as in table.css. */
const ROOMY = matchMedia("(min-width: 900px) and (min-height: 480px)");
const LOG = "galopp-table .table > aside > galopp-log";

export class RulesDrawer extends Sheet {
  static properties = { ...Sheet.properties, game: { attribute: false }, rulings: { attribute: false }, about: { attribute: false } };

  constructor() {
    super();
    this.game = "";
    /** @type {string[]} */
    this.rulings = [];
    /** The sentence that is explained. */
    this.about = "";
    /** What had the focus before. @type {Element | null} */
    this.backTo = null;
    this.speakAnew = async () => {
      await learn();
      this.requestUpdate();
      /** @type {import("lit").LitElement | null} */ (this.querySelector("galopp-rules"))?.requestUpdate();
    };
    this.addEventListener("keydown", (event) => this.pressedKey(event));
    this.addEventListener("galopp-ruling", () => (this.about = "")); // the reader goes on to something else
  }

  connectedCallback() {
    super.connectedCallback();
    this.backTo = document.activeElement;
    this.unwatch = watchRoute(() => this.close());
    addEventListener("galopp-language", this.speakAnew);
  }

  disconnectedCallback() {
    this.unwatch?.();
    removeEventListener("galopp-language", this.speakAnew);
    this.makeRoom(false);
    super.disconnectedCallback();
  }

  firstUpdated() {
    if (!ROOMY.matches || !document.querySelector(LOG) || document.querySelector("dialog:modal")) return super.firstUpdated();
    this.classList.add("beside");
    this.dialog?.show();
    this.makeRoom(true);
  }

  /** Nobody should get lost in the log beneath. @param {boolean} covered */
  makeRoom(covered) {
    document.querySelector(LOG)?.toggleAttribute("inert", covered);
  }

  /** The browser closes a sheet on Esc, but not what stands beside the board. @param {KeyboardEvent} event */
  pressedKey(event) {
    if (event.key !== "Escape" || event.defaultPrevented || this.dialog?.matches(":modal")) return;
    event.preventDefault();
    this.close();
  }

  closed() {
    const inside = this.contains(document.activeElement) || document.activeElement === document.body;
    this.remove();
    if (inside && this.backTo instanceof HTMLElement) this.backTo.focus();
  }

  heading() {
    return say("rules.of", { game: titleOf(this.game) });
  }

  body() {
    return html`${this.about ? html`<p class="rules-about">${this.about}</p>` : nothing}
      <galopp-rules .game=${this.game} .rulings=${this.rulings}></galopp-rules>`;
  }
}

customElements.define("galopp-rules-drawer", RulesDrawer);
