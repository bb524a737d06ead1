/** The tables this browser has a key for, and those that are open to everybody: `<galopp-tables>`. */

import { LitElement, html, nothing } from "lit";
import { follow } from "../app_routes.js";
import { iconPicture } from "../art/picture.js";
import { NotDone, ask } from "../net/api.js";
import * as memory from "../net/memory.js";
import { page } from "../net/root.js";
import { replayPath } from "../replay_path.js";
import { allOf, language, say, titleOf } from "../words.js";
import { emblem } from "./emblems.js";

/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").TableListed} TableListed */
/** @typedef {[string, memory.Remembered]} Known code, and what is known of it */

const MOST = 6; // looked after; older ones are only forgotten by themselves
const EVERY = 10_000; // milliseconds between two looks at the public list
const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60]]);

/** The tables where somebody here may play or is the host, newest first. @returns {Known[]} */
export const own = () =>
  Object.entries(memory.tables())
    .filter(([, { seats, host }]) => host || Object.keys(seats).length)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);

/** "2 hours ago", in the reader's language. @param {number} at milliseconds */
export function ago(at) {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[UNITS.length - 1];
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return words.format(-Math.floor(seconds / size), unit);
}

class Tables extends LitElement {
  static properties = {
    news: { state: true },
    listed: { state: true },
    doubted: { state: true },
  };

  constructor() {
    super();
    /** How our tables stand, as far as we were told. @type {Record<string, TableNews>} */
    this.news = {};
    /** @type {TableListed[]} */
    this.listed = [];
    /** The code of the table that is about to be forgotten. */
    this.doubted = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
    this.again = setInterval(() => this.lookAtList(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.again);
  }

  async look() {
    this.lookAtList();
    for (const [code] of own()) await this.lookAt(code);
  }

  /** @param {string} code */
  async lookAt(code) {
    try {
      this.news = { ...this.news, [code]: await ask("GET", `/tables/${code}`) };
    } catch (error) {
      if (error instanceof NotDone && error.key === "no_such_table") memory.forget(code);
      this.requestUpdate();
    }
  }

  async lookAtList() {
    try {
      this.listed = await ask("GET", "/tables");
    } catch {
      // The next look may find it.
    }
  }

  /** Forgetting a key cannot be undone, so it takes two presses. @param {string} code */
  forget(code) {
    const sure = this.doubted === code;
    this.doubted = sure ? "" : code;
    if (!sure) return;
    memory.forget(code);
    this.dispatchEvent(new Event("forgotten"));
  }

  render() {
    const known = own();
    const strange = this.listed.filter(({ code }) => !known.some(([mine]) => mine === code));
    return html`${known.length ? this.section(say("home.yours"), known.map((one) => this.known(one))) : nothing}
      ${strange.length ? this.section(say("home.public"), strange.map((one) => this.stranger(one))) : nothing}`;
  }

  /** @param {string} title @param {unknown} rows */
  section(title, rows) {
    return html`<section class="tables"><h2>${title}</h2><ul>${rows}</ul></section>`;
  }

  // says: table_phase.*
  /** @param {Known} known */
  known([code, { game, at }]) {
    const phase = this.news[code]?.phase;
    const doubted = this.doubted === code;
    return html`<li class="table-row">
      ${this.link(code, game, html`<span>${ago(at)}</span><span>${phase ? say(`table_phase.${phase}`) : ""}</span>`)}
      ${this.toReplay(code)}
      <button
        class="table-forget" type="button" aria-label=${say(doubted ? "home.forget.really" : "home.forget", { code })}
        @click=${() => this.forget(code)} @blur=${() => (this.doubted = "")}
      >${doubted ? say("home.forget.sure") : iconPicture("close")}</button>
    </li>`;
  }

  /** The last game that is over there, to be watched again. @param {string} code */
  toReplay(code) {
    const { phase, round = 1 } = this.news[code] ?? {};
    const last = phase === "over" || phase === "closed" ? round : round - 1;
    if (!phase || last < 1) return nothing;
    const path = replayPath(`${code}-${last}`);
    const told = say("home.again", { code });
    return html`<a class="table-again button" href=${page(path)} aria-label=${told} title=${told} @click=${follow}>${iconPicture("replay")}</a>`;
  }

  /** @param {TableListed} listed */
  stranger({ code, game, free, names }) {
    const note = free ? say("home.public.free", { count: free }) : say("home.public.full");
    return html`<li class="table-row">${this.link(code, game, html`<span>${names.length ? allOf(names) : ""}</span><span>${note}</span>`)}</li>`;
  }

  /** @param {string} code @param {string} game @param {unknown} note */
  link(code, game, note) {
    return html`<a class="table-link" href=${page(`/t/${code}`)} @click=${follow}>
      <span class="table-emblem">${emblem(game)}</span>
      <span class="table-words"><b>${titleOf(game)}</b><span class="table-code">${code}</span></span>
      <small>${note}</small>
    </a>`;
  }
}

customElements.define("galopp-tables", Tables);
