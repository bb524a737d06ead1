/** The rules of a game on a page of their own, to read, to print and to send: `<galopp-rules-page .game>`. */

import { LitElement, html } from "lit";
import { follow } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { GAME_NAMES } from "../../model/games.js";
import { page } from "../../net/root.js";
import { rulesPage } from "./ways.js";
import { isRuling } from "./text.js";
import { known, say, titleOf } from "../../language/words.js";
import "../shared/taste.js";
import "./rules.js";

class RulesPage extends LitElement {
  static properties = { game: { attribute: false }, rulings: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** The rulings that the address names. @type {string[]} */
    this.rulings = [];
    this.look = () => (this.rulings = [location.hash.slice(1)].filter(isRuling));
    this.addEventListener("galopp-ruling", (event) => this.turned(/** @type {CustomEvent<string>} */ (event).detail));
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", this.look);
    this.look();
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.look);
    super.disconnectedCallback();
  }

  /** The address follows the reader, so that it can be passed on. @param {string} ruling */
  turned(ruling) {
    history.replaceState(null, "", rulesPage(this.game, ruling));
  }

  /** An address may name a game that there is not. */
  get title() {
    return known(`game.${this.game}.title`) ? titleOf(this.game) : say("title");
  }

  willUpdate() {
    document.title = say("rules.title", { game: this.title });
  }

  render() {
    return html`<main class="rules-page">
      <header class="rules-head">
        <a class="rules-home" href=${page("/")} aria-label=${say("page.home")} title=${say("page.home")} @click=${follow}>${iconPicture("home")}</a>
        <h1>${this.title}<small>${say("menu.rules")}</small></h1>
        <galopp-taste></galopp-taste>
      </header>
      <nav class="rules-games" aria-label=${say("home.rules")}>${GAME_NAMES.map((name) => this.other(name))}</nav>
      <galopp-rules .game=${this.game} .rulings=${this.rulings} alone></galopp-rules>
    </main>`;
  }

  /** @param {string} name */
  other(name) {
    const here = name === this.game;
    return html`<a class="button" href=${rulesPage(name)} aria-current=${here ? "page" : "false"} @click=${follow}>${titleOf(name)}</a>`;
  }
}

customElements.define("galopp-rules-page", RulesPage);
