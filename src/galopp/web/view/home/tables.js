/** The tables this browser has a key for, and those that are open to everybody: `<galopp-tables>`. */

import { LitElement, html, nothing } from "lit";
import { follow } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { ask } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { isHere, page, tablePath } from "../../net/root.js";
import { bring } from "../../parts.js";
import { replayPath } from "../../model/replay_path.js";
import { allOf, language, say, titleOf } from "../../language/words.js";
import { emblem } from "../shared/emblems.js";

/** @typedef {import("../../types.js").TableStands} TableStands */
/** @typedef {import("../../types.js").TableListed} TableListed */
/** @typedef {[string, memory.Remembered]} Known code, and what is known of it */

const MOST = 6; // looked after; older ones are only forgotten by themselves
const EVERY = 10_000; // milliseconds between two looks at the public list
const OWN_EVERY = 30_000; // and at our own
const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60]]);

/** The tables where somebody here may play or is the host, newest first. @returns {Known[]} */
export const own = () =>
  Object.entries(memory.tables())
    .filter(([, { seats, host, local }]) => local || host || Object.keys(seats).length)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);

/** A code as somebody reads it: a table of this device has none. @param {string} code */
export const codeTold = (code) => (isHere(code) ? say("home.on_device") : code);

/** "2 hours ago", in the reader's language. @param {number} at milliseconds */
export function ago(at) {
  const seconds = Math.max(0, (Date.now() - at) / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[UNITS.length - 1];
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return words.format(-Math.floor(seconds / size), unit);
}

/** How a table of ours stood when we last heard of it. @param {string} code @returns {TableStands | undefined} */
export const standOf = (code) => memory.table(code).stands;

/** Whether a table waits for one of our seats. @param {TableStands} stands */
export const isOurTurn = ({ phase, asked, yours }) => phase === "playing" && asked.some((seat) => yours.includes(seat));

/** One key for each of our tables is enough to be told how it stands. @param {Known} known */
const keyOf = ([, { seats, host }]) => Object.values(seats)[0] ?? host ?? "";

/** How our tables stand, in one question; what is gone is forgotten. @param {Known[]} all */
export async function lookAtOwn(all) {
  const known = all.filter(([code]) => !isHere(code)); // of those on this device no server knows
  if (!known.length) return;
  const codes = known.map(([code]) => code).join();
  /** @type {TableStands[]} */
  const found = await ask("GET", `/standings?tables=${codes}`, { keys: known.map(keyOf).filter(Boolean) });
  for (const stands of found) {
    if (stands.phase === "gone") memory.forget(stands.code);
    else memory.note(stands.code, (table) => (table.stands = stands));
  }
}

/** How a table stands, in a few words. @param {TableStands} stands */
export function standTold(stands) {
  const { phase, asked, winners, yours, names, free, unowned } = stands;
  const named = (/** @type {number[]} */ seats) => allOf(seats.map((seat) => names[seat] || say("seat_number", { number: seat + 1 })));
  if (isOurTurn(stands)) return say("home.stands.your_turn");
  if (phase === "playing" && asked.length) return say("home.stands.turn_of", { name: named(asked) });
  if (phase === "lobby") return free ? say("home.stands.lobby", { count: free }) : say("home.stands.ready");
  if (phase !== "over") return say(`table_phase.${phase}`);
  if (unowned) return say("home.stands.unowned", { told: unowned });
  if (yours.length && winners.length === 1 && yours.includes(winners[0])) return say("home.stands.you_won");
  return winners.length ? say("home.stands.won", { count: winners.length, names: named(winners) }) : say("table_phase.over");
}

class Tables extends LitElement {
  static properties = {
    listed: { state: true },
    doubted: { state: true },
  };

  constructor() {
    super();
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
    this.seen = () => document.hidden || this.lookAtOwn();
    this.lookAtList();
    this.lookAtOwn();
    this.again = setInterval(() => this.lookAtList(), EVERY);
    this.ownAgain = setInterval(this.seen, OWN_EVERY);
    document.addEventListener("visibilitychange", this.seen);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.again);
    clearInterval(this.ownAgain);
    if (this.seen) document.removeEventListener("visibilitychange", this.seen);
  }

  /** Without the server there is what is remembered. */
  async lookAtOwn() {
    try {
      await lookAtOwn(own());
    } catch {
      // The next look may find it.
    }
    this.changed();
  }

  /** What is known of our tables may be different now, also for others on this page. */
  changed() {
    this.requestUpdate();
    this.dispatchEvent(new Event("known"));
  }

  async lookAtList() {
    try {
      this.listed = await ask("GET", "/tables");
    } catch {
      // The next look may find it.
    }
  }

  /** Forgetting a key cannot be undone, so it takes two presses. @param {string} code */
  async forget(code) {
    const sure = this.doubted === code;
    this.doubted = sure ? "" : code;
    if (!sure) return;
    memory.forget(code);
    this.changed();
    if (isHere(code)) (await bring("openHere")).forgetHere(code);
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
  known([code, { game, at, stands }]) {
    const doubted = this.doubted === code;
    const told = stands ? html`<b class=${isOurTurn(stands) ? "table-turn" : ""}>${standTold(stands)}</b>` : nothing;
    return html`<li class="table-row">
      ${this.link(code, game, html`${told}<span>${ago(at)}</span>`)}
      ${this.toReplay(code, stands)}
      <button
        class="table-forget" type="button" aria-label=${this.forgetTold(code, doubted)}
        @click=${() => this.forget(code)} @blur=${() => (this.doubted = "")}
      >${doubted ? say("home.forget.sure") : iconPicture("close")}</button>
    </li>`;
  }

  // says: home.forget.really, home.forget.really_here
  /** @param {string} code @param {boolean} doubted */
  forgetTold(code, doubted) {
    if (!doubted) return say("home.forget", { code: codeTold(code) });
    return say(isHere(code) ? "home.forget.really_here" : "home.forget.really", { code });
  }

  /** The last game that is over there, to be watched again. @param {string} code @param {TableStands} [stands] */
  toReplay(code, stands) {
    if (!stands) return nothing;
    const { phase, round } = stands;
    const last = phase === "over" || phase === "closed" ? round : round - 1;
    if (last < 1) return nothing;
    const told = say("home.again", { code: codeTold(code) });
    return html`<a class="table-again button" href=${page(replayPath(`${code}-${last}`))} aria-label=${told} title=${told} @click=${follow}>${iconPicture("replay")}</a>`;
  }

  /** @param {TableListed} listed */
  stranger({ code, game, free, names }) {
    const note = free ? say("home.public.free", { count: free }) : say("home.public.full");
    return html`<li class="table-row">${this.link(code, game, html`<span>${names.length ? allOf(names) : ""}</span><span>${note}</span>`)}</li>`;
  }

  /** @param {string} code @param {string} game @param {unknown} note */
  link(code, game, note) {
    return html`<a class="table-link" href=${page(tablePath(code))} @click=${follow}>
      <span class="table-emblem">${emblem(game)}</span>
      <span class="table-words"><b>${titleOf(game)}</b><span class=${isHere(code) ? "table-here" : "table-code"}>${codeTold(code)}</span></span>
      <small>${note}</small>
    </a>`;
  }
}

customElements.define("galopp-tables", Tables);
