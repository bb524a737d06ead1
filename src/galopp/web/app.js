/** The page: home, the lobby of a table, the table itself, the rules, or a game that is over, as the address says. */

import { LitElement, html, nothing, render } from "lit";
import { route, watchRoute } from "./routes.js";
import { iconPicture } from "./art/picture.js";
import * as memory from "./net/memory.js";
import { reach } from "./net/reach.js";
import { page, playsHere, served } from "./net/root.js";
import { bring, isThere } from "./parts.js";
import { Watching } from "./watching.js";
import { learn, say } from "./language/words.js";

/** @typedef {import("./model/table.js").Table} Table */
/** @typedef {import("./routes.js").Route} Route */
/** @typedef {import("./routes.js").ToTable} ToTable */

const TRY_AGAIN_AFTER = 1500; // milliseconds
const STAYS_AFTER = 4000; // milliseconds: then the page can be used, and a worker may come to keep it
const GAME_SOON = 2500; // milliseconds in the lobby before what a game needs is loaded
const DARK = matchMedia("(prefers-color-scheme: dark)");

/**
 * What is no table, and asks for what it shows by itself: the part it is in, and how it is drawn.
 * @type {Record<Exclude<Route["page"], ToTable["page"]>, {part: import("./parts.js").PartName, draw: (named: string) => unknown}>}
 */
const PAGES = {
  home: { part: "home", draw: () => html`<galopp-home></galopp-home>` },
  rules: { part: "rules", draw: (game) => html`<galopp-rules-page .game=${game}></galopp-rules-page>` },
  learn: { part: "learn", draw: (game) => html`<galopp-lesson .game=${game}></galopp-lesson>` },
  replay: { part: "replay", draw: () => html`<galopp-replay></galopp-replay>` },
  brought: { part: "brought", draw: () => html`<galopp-brought></galopp-brought>` },
  mine: { part: "mine", draw: () => html`<galopp-mine></galopp-mine>` },
  same: { part: "replay", draw: () => html`<galopp-same></galopp-same>` },
  group: { part: "group", draw: (code) => html`<galopp-group .code=${code}></galopp-group>` },
  groupTv: { part: "groupTv", draw: (code) => html`<galopp-group-tv .code=${code}></galopp-group-tv>` },
};

/** @param {Route} to @returns {to is ToTable} */
const isTable = (to) => to.page === "table" || to.page === "tv" || to.page === "here";

/** What a table needs: at a server, on a screen, or on this device alone.
 * @param {ToTable["page"]} page @returns {Promise<{Table: typeof import("./model/table.js").Table, watchTurn: (table: Table) => () => void, connect?: (table: Table) => import("./model/table.js").AnyConnection}>} */
const bringTable = (page) => (page === "here" ? bring("here") : page === "tv" ? bring("tv") : bring("table"));

/** What must be different for another page to be shown; within a replay its own part looks after that. @param {Route} to */
const placeOf = (to) => [to.page, named(to)].join(" ");

/** The code or the game in an address. @param {Route} to */
const named = (to) => ("code" in to ? to.code : "game" in to ? to.game : "");

/** Light or dark, as the reader or the system wants it. */
function colour() {
  const { scheme } = memory.likes();
  const dark = scheme === "auto" ? DARK.matches : scheme === "dark";
  document.documentElement.classList.toggle("dark", dark);
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) bar.setAttribute("content", ground);
}

/** How large letters are, beside what the browser has them. */
const size = () => (document.documentElement.style.fontSize = `${100 * memory.likes().text}%`);

class App extends LitElement {
  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    /** Where the address leads. @type {Route | null} */
    this.coming = null;
    new Watching(this, () => this.table);
    new Watching(this, () => reach);
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
    if (!this.coming || placeOf(this.coming) !== placeOf(to)) this.goTo(to);
    else if (location.hash) this.table?.connection.takeKeys();
    this.requestUpdate();
  }

  /** @param {Route} to */
  async goTo(to) {
    this.unwatch?.();
    this.table?.leave();
    this.table = null;
    this.coming = to;
    if (isTable(to)) return this.sitAt(to);
    await bring(PAGES[to.page].part);
    this.requestUpdate();
  }

  /** @param {ToTable} to */
  async sitAt(to) {
    const tv = to.page === "tv";
    const { Table, watchTurn, connect } = await bringTable(to.page);
    if (this.coming !== to) return; // gone elsewhere meanwhile
    if (!to.code) return this.requestUpdate();
    const table = (this.table = new Table(to.code, { tv, connect }));
    this.unwatch = watchTurn(table);
    this.requestUpdate();
    if (!tv) setTimeout(() => bring("game"), GAME_SOON);
  }

  fail() {
    this.failed = true;
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
    return html`${this.away()}${this.content()}${this.failed ? this.broken() : nothing}`;
  }

  /** The server does not answer. A table that had a line to it says so itself. */
  away() {
    if (!served || reach.there || this.table?.connection.line || this.coming?.page === "here") return nothing;
    const elsewhere = playsHere() ? "line.away_here" : "line.away_home";
    const told = say(this.coming && isTable(this.coming) ? "line.away_table" : elsewhere);
    return html`<div class="line-bar" role="status"><p>${iconPicture("away")}<span>${told}</span></p></div>`;
  }

  content() {
    const { coming } = this;
    if (!coming) return this.waiting();
    return isTable(coming) ? this.atTable(coming) : this.drawn(coming);
  }

  /** What is no table; the first page may be empty until it is there. @param {Exclude<Route, ToTable>} to */
  drawn(to) {
    const { part, draw } = PAGES[to.page];
    if (to.page !== "home" && !isThere(part)) return this.waiting();
    return draw(named(to));
  }

  /** @param {ToTable} to */
  atTable({ page, code }) {
    const { table } = this;
    const tv = page === "tv";
    if (!table) return tv && !code ? html`<galopp-tv></galopp-tv>` : this.waiting();
    return html`${tv ? html`<galopp-tv .table=${table}></galopp-tv>` : this.shown(table)}<galopp-notices .table=${table}></galopp-notices>
      ${table.connection.newer ? this.renewal(table) : nothing}`;
  }

  /** The server has become another than this page was made for. @param {Table} table */
  renewal(table) {
    bring("renewal");
    return html`<galopp-renewal .table=${table}></galopp-renewal>`;
  }

  /** @param {Table} table */
  shown(table) {
    if (table.connection.ended || table.outside) return this.nothingHere(table);
    if (!table.news || !table.shown) return this.waiting();
    if (table.news.phase === "lobby") return html`<galopp-lobby .table=${table}></galopp-lobby>`;
    if (!isThere("game")) bring("game").then(() => this.requestUpdate());
    if (!isThere("game") || !table.game) return this.waiting(); // the table tells when its game is there
    return html`<galopp-table .table=${table}></galopp-table>`;
  }

  waiting() {
    return html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;
  }

  /** @param {Table} table */
  nothingHere(table) {
    const why = table.connection.ended === "closed" ? say("page.closed") : table.connection.sentence || table.connection.shut || say("page.failed");
    return html`<main class="waiting">
      <h1>${say("title")}</h1>
      <p>${why}</p>
      <a class="button" href=${page("/")}>${say("page.home")}</a>
    </main>`;
  }
}

customElements.define("galopp-app", App);

colour();
DARK.addEventListener("change", colour);
addEventListener("galopp-scheme", colour);
size();
addEventListener("galopp-text", size);

/** The server may be starting: then the words come in a moment. */
async function begin() {
  try {
    await learn();
  } catch {
    setTimeout(begin, TRY_AGAIN_AFTER);
    return;
  }
  render(html`<galopp-app></galopp-app>${nothing}`, document.body);
  setTimeout(stay, STAYS_AFTER);
  addEventListener("galopp-language", () => setTimeout(stay, STAYS_AFTER)); // its words are kept then, too
}

/** Have what this page is made of kept, so that it opens without a line; where that fails, the page is as it was. */
async function stay() {
  const { installed } = await bring("installed");
  await installed();
}

begin();
