/** The page: home, the lobby of a table, or the table itself, as the address says. */

import { LitElement, html, nothing, render } from "lit";
import { route, watchRoute } from "./app_routes.js";
import * as memory from "./net/memory.js";
import { page } from "./net/root.js";
import { Watching } from "./watching.js";
import { learn, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{code: string, tv: boolean}} Coming */

const TRY_AGAIN_AFTER = 1500; // milliseconds
const GAME_SOON = 2500; // milliseconds in the lobby before what a game needs is loaded
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark, as the reader or the system wants it. */
function colour() {
  const { scheme } = memory.likes();
  const dark = scheme === "auto" ? DARK.matches : scheme === "dark";
  document.documentElement.classList.toggle("dark", dark);
}

class App extends LitElement {
  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    /** Where the address leads; the code is "" at home. @type {Coming | null} */
    this.coming = null;
    new Watching(this, () => this.table);
    watchRoute(() => this.arrive());
    addEventListener("galopp-language", () => this.speakAnew());
    /** Whether something went wrong that should not have. */
    this.failed = false;
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, () => this.fail());
    this.arrive();
  }

  createRenderRoot() {
    return this;
  }

  /** Somebody has come to another address. */
  arrive() {
    const to = route();
    const coming = { code: to.page === "home" ? "" : to.code, tv: to.page === "tv" };
    if (this.coming?.code !== coming.code || this.coming.tv !== coming.tv) this.sitAt(coming);
    else if (location.hash) this.table?.bring();
    this.requestUpdate();
  }

  /** @param {Coming} coming */
  async sitAt(coming) {
    this.unwatch?.();
    this.table?.leave();
    this.table = null;
    this.coming = coming;
    if (!coming.code) return this.goHome();
    const { Table, watchTurn } = await patiently(() => import("./at_table.js"));
    if (this.coming !== coming) return; // gone elsewhere meanwhile
    this.table = new Table(coming.code, coming);
    this.unwatch = watchTurn(this.table);
    this.requestUpdate();
    setTimeout(() => patiently(() => import("./at_game.js")), GAME_SOON);
  }

  fail() {
    this.failed = true;
    this.requestUpdate();
  }

  async goHome() {
    await patiently(() => import("./view/home.js"));
    this.requestUpdate();
  }

  async speakAnew() {
    await learn();
    await this.table?.speakAnew();
    this.requestUpdate();
    for (const part of this.querySelectorAll("*")) {
      if (part instanceof LitElement) part.requestUpdate();
    }
  }

  /** Something was not drawn: say so, rather than leave a page that does nothing. */
  broken() {
    return html`<aside class="broken" role="alert">
      <p>${say("page.broken")}</p>
      <button class="primary" @click=${() => location.reload()}>${say("page.reload")}</button>
    </aside>`;
  }

  render() {
    return html`${this.content()}${this.failed ? this.broken() : nothing}`;
  }

  content() {
    const { table } = this;
    if (!this.coming?.code) return html`<galopp-home></galopp-home>`;
    if (!table) return this.waiting();
    return html`${this.shown(table)}<galopp-notices .table=${table}></galopp-notices>`;
  }

  /** @param {Table} table */
  shown(table) {
    if (table.ended || table.outside) return this.nothingHere(table);
    if (!table.news || !table.shown) return this.waiting();
    if (table.news.phase === "lobby") return html`<galopp-lobby .table=${table}></galopp-lobby>`;
    if (!table.game || !customElements.get("galopp-table")) return this.bringGame();
    return html`<galopp-table .table=${table}></galopp-table>`;
  }

  /** What draws the game may still be on its way. */
  bringGame() {
    patiently(() => import("./at_game.js")).then(() => this.requestUpdate());
    return this.waiting();
  }

  waiting() {
    return html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;
  }

  /** @param {Table} table */
  nothingHere(table) {
    const why = table.ended === "closed" ? say("page.closed") : table.sentence || table.shut || say("page.failed");
    return html`<main class="waiting">
      <h1>${say("title")}</h1>
      <p>${why}</p>
      <a class="button" href=${page("/")}>${say("page.home")}</a>
    </main>`;
  }
}

/** Load something as soon as the server is there; what fails with the server there is reported.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>} */
async function patiently(load) {
  try {
    return await load();
  } catch (error) {
    if (error instanceof SyntaxError) reportError(error);
    await new Promise((settle) => setTimeout(settle, TRY_AGAIN_AFTER));
    return patiently(load);
  }
}

customElements.define("galopp-app", App);

colour();
DARK.addEventListener("change", colour);
addEventListener("galopp-scheme", colour);

/** The server may be starting: then the words come in a moment. */
async function begin() {
  try {
    await learn();
  } catch {
    setTimeout(begin, TRY_AGAIN_AFTER);
    return;
  }
  render(html`<galopp-app></galopp-app>${nothing}`, document.body);
}

begin();
