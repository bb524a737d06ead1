/** The page: home, the lobby of a table, or the table itself, as the address says. */

import { LitElement, html, nothing, render } from "lit";
import { route, watchRoute } from "./app_routes.js";
import * as memory from "./net/memory.js";
import { page } from "./net/root.js";
import { Table } from "./table.js";
import { watchTurn } from "./title.js";
import { Watching } from "./watching.js";
import { learn, say } from "./words.js";
import "./view/home.js";
import "./view/notices.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark, as the reader or the system wants it. */
export function dress() {
  const { scheme } = memory.likes();
  const dark = scheme === "auto" ? DARK.matches : scheme === "dark";
  document.documentElement.classList.toggle("dark", dark);
}

class App extends LitElement {
  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    new Watching(this, () => this.table);
    watchRoute(() => this.arrive());
    addEventListener("galopp-language", () => this.speakAnew());
    this.arrive();
  }

  createRenderRoot() {
    return this;
  }

  /** Somebody has come to another address. */
  arrive() {
    const to = route();
    const code = to.page === "home" ? "" : to.code;
    if (this.table?.code !== code) this.sitAt(code, to.page === "tv");
    if (code) Promise.all([import("./view/lobby.js"), import("./view/table.js")]);
    this.requestUpdate();
  }

  /** @param {string} code @param {boolean} tv */
  sitAt(code, tv) {
    this.unwatch?.();
    this.table?.leave();
    this.table = code ? new Table(code, { tv }) : null;
    this.unwatch = this.table ? watchTurn(this.table) : undefined;
  }

  async speakAnew() {
    await learn();
    await this.table?.speakAnew();
    this.requestUpdate();
    for (const part of this.querySelectorAll("*")) {
      if (part instanceof LitElement) part.requestUpdate();
    }
  }

  render() {
    const { table } = this;
    if (!table) return html`<galopp-home></galopp-home>`;
    return html`${this.shown(table)}<galopp-notices .table=${table}></galopp-notices>`;
  }

  /** @param {Table} table */
  shown(table) {
    if (table.ended) return this.nothingHere(table);
    if (!table.news || !table.game) return html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;
    if (table.news.phase === "lobby" && !table.tv) return html`<galopp-lobby .table=${table}></galopp-lobby>`;
    return html`<galopp-table .table=${table}></galopp-table>`;
  }

  /** @param {Table} table */
  nothingHere(table) {
    const why = table.ended === "closed" ? say("page.closed") : table.sentence || say("page.failed");
    return html`<main class="waiting">
      <h1>${say("title")}</h1>
      <p>${why}</p>
      <a class="button" href=${page("/")}>${say("page.home")}</a>
    </main>`;
  }
}

customElements.define("galopp-app", App);

dress();
DARK.addEventListener("change", dress);
addEventListener("galopp-scheme", dress);

/** The server may be starting: then the words come in a moment. */
async function begin() {
  try {
    await learn();
  } catch {
    setTimeout(begin, 1500);
    return;
  }
  render(html`<galopp-app></galopp-app>${nothing}`, document.body);
}

begin();
