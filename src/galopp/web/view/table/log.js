/** What happened, turn by turn, in the reader's language; and its last sentence in one line. */

import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { iconPicture } from "../../art/picture.js";
import { explain, knowsRulings, learnRulings, rulingsOf } from "../rules/explaining.js";
import { say, vocabulary } from "../../language/words.js";
import { face } from "../shared/labels.js";
import { isHeard, isTalk, mutedNow } from "../shared/muting.js";
import { MeasuringItself } from "../shared/measuring.js";
import { TablePart } from "../shared/part.js";
import { Sheet } from "../shared/sheet.js";
import "./speaker.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../model/diary.js").Turn} Turn */

const NEAR_THE_END = 40; // pixels: who is as near as this follows what comes

/** What opens a new chapter: a line across the log. */
export const CHAPTERS = /^(next_race|next_round|table\.began|table\.reopened)$/;

/** What comes card by card, and reads better as one sentence. */
const CARD_BY_CARD = "received";

/** A log that stands beside the board, or with `sheet` comes over it.
 * @template {TableModel} [Model=TableModel] @extends {Sheet<Model>} */
export class LogSheet extends Sheet {
  static properties = { ...Sheet.properties, sheet: { type: Boolean } };

  constructor() {
    super();
    this.sheet = false;
  }

  /** What is scrolled. */
  get paper() {
    return this.querySelector(this.sheet ? ".sheet-body" : ".log");
  }

  firstUpdated() {
    if (this.sheet) super.firstUpdated();
  }

  render() {
    return this.sheet ? super.render() : html`<section aria-label=${this.heading()}>
      <h2 class="log-title">${this.heading()}</h2>
      ${this.body()}
    </section>`;
  }
}

/** `<galopp-log>` beside the board, `<galopp-log sheet>` over it. */
class Log extends LogSheet {
  constructor() {
    super();
    this.follows = true;
    /** Whether there are new lines on the page. */
    this.grown = false;
    // Scrolling does not bubble, but it can be caught on its way down.
    this.addEventListener("scroll", (event) => this.scrolled(event), { capture: true, passive: true });
    new MeasuringItself(this, () => this.follows && this.toTheEnd());
  }

  firstUpdated() {
    super.firstUpdated();
    this.toTheEnd();
    learnRulings(this.table?.news?.game ?? "").then(() => this.requestUpdate());
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (this.grown) this.shortenWay();
    if (this.grown && this.follows) this.toTheEnd();
    this.grown = false;
  }

  toTheEnd() {
    this.paper?.scrollTo({ top: this.paper.scrollHeight });
  }

  /** Whoever reads further up stays there. @param {Event} event */
  scrolled({ target }) {
    const { scrollHeight, scrollTop, clientHeight } = /** @type {Element} */ (target);
    this.follows = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
  }

  heading() {
    return say("log.title");
  }

  body() {
    const { table } = this;
    if (!table) return nothing;
    if (table.viewpoint.curtain) return html`<p class="quiet">${say("log.curtain")}</p>`;
    // A long log is drawn only when there is more of it, not with every step on the board.
    return guard(this.stamp(table), () => this.turns(table));
  }

  /** All that the lines depend on. @param {TableModel} table */
  stamp({ diary, news, viewpoint: { viewer, you }, shownUntil }) {
    const names = news?.seats.map(({ name, pig, kind }) => `${name} ${pig} ${kind}`) ?? [];
    const explained = knowsRulings(news?.game ?? "");
    return [diary.entries.size, diary.complete, shownUntil, viewer, you, vocabulary(), mutedNow(), names.join(), explained];
  }

  /** @param {TableModel} table */
  turns(table) {
    // What is still to be shown on the board is not told before.
    const turns = joined(table.diary.turns(table.shownUntil));
    if (!turns.length) return html`<p class="quiet">${say("log.empty")}</p>`;
    this.grown = true;
    return html`<ol class="log" tabindex="0" aria-label=${this.heading()} @keydown=${walkUpAndDown}>
      ${repeat(turns, ({ seq }) => seq, (turn, index) => this.turn(table, turn, index === turns.length - 1))}
    </ol>`;
  }

  /** @param {TableModel} table @param {Turn} turn @param {boolean} last */
  turn(table, { seat, at, happened }, last) {
    return html`<li class="turn ${seat === null ? "nobodys" : ""} ${last ? "last" : ""}">
      ${seat === null ? nothing : this.whose(table, seat, at)}
      <ul>${folded(happened).map((event) => this.line(table, event))}</ul>
    </li>`;
  }

  /** @param {TableModel} table @param {number} seat @param {number} at */
  whose(table, seat, at) {
    return html`<p class="whose">
      ${face(table.news?.seats[seat])}
      <b>${seat === table.viewpoint.you ? say("log.you") : table.name(seat)}</b><time>${hour(at)}</time>
    </p>`;
  }

  /** @param {TableModel} table @param {Happened} event */
  line(table, event) {
    const kind = CHAPTERS.test(event.key) ? "chapter" : isTalk(event) ? "talk" : "";
    const [ruling] = rulingsOf(table.news?.game ?? "", event);
    if (!ruling) return html`<li class=${kind}>${table.teller.event(event)}</li>`;
    return html`<li class="ruled ${kind}"><span>${table.teller.event(event)}</span>${this.why(table, event, ruling)}</li>`;
  }

  /** The way to the rule behind a line. @param {TableModel} table @param {Happened} event @param {string} ruling */
  why(table, event, ruling) {
    const told = say("rules.why_this", { ruling });
    return html`<button class="why" type="button" aria-label=${told} title=${told} @click=${() => explain(table, event)}>?</button>`;
  }

  /** With the keys one comes to the last line, and from there to the others: a log may be long. */
  shortenWay() {
    const ways = [.../** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".why"))];
    for (const way of ways) way.tabIndex = way === ways.at(-1) ? 0 : -1;
  }
}

/** The arrow keys go from line to line. @param {KeyboardEvent} event */
function walkUpAndDown(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [.../** @type {Element} */ (event.currentTarget).querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (!step || at < 0) return;
  buttons[at + step]?.focus();
  event.preventDefault();
}

/** Turns with all that followed from them and names nobody. @param {Turn[]} turns */
function joined(turns) {
  /** @type {Turn[]} */
  const all = [];
  for (const turn of turns) {
    const happened = turn.happened.filter(isHeard);
    if (!happened.length) continue;
    const last = all[all.length - 1];
    const follows = turn.seat === null && !happened[0].key.startsWith("table.");
    if (last && (last.seat === turn.seat || (follows && last.seat !== null))) last.happened.push(...happened);
    else all.push({ ...turn, happened });
  }
  return all;
}

/** All cards that somebody gets at once in one line. @param {Happened[]} events */
export function folded(events) {
  /** @type {Happened[]} */
  const lines = [];
  for (const event of events) {
    const last = lines[lines.length - 1];
    if (last && isMore(last, event)) lines[lines.length - 1] = withCard(last, event.arguments.card);
    else lines.push(event);
  }
  return lines;
}

/** @param {Happened} last @param {Happened} event */
const isMore = (last, event) =>
  event.key === CARD_BY_CARD && last.key === CARD_BY_CARD && last.arguments.seat === event.arguments.seat;

/** @param {Happened} event @param {string} card @returns {Happened} */
const withCard = ({ key, arguments: told }, card) => ({ key, arguments: { ...told, card: [told.card, card].flat() } });

/** @param {number} at seconds */
function hour(at) {
  const [hours, minutes] = [new Date(at * 1000).getHours(), new Date(at * 1000).getMinutes()];
  return `${hours}:${String(minutes).padStart(2, "0")}`;
}

/** The last sentence, as much of it as fits; pressing it opens the whole log. @extends {TablePart<TableModel>} */
class Latest extends TablePart {
  constructor() {
    super();
    this.told = "";
    /** The same in fewer words, if there are any. */
    this.brief = "";
    /** What the line was last made to fit for. @type {string | null} */
    this.fitted = null;
    new MeasuringItself(this, () => this.fit());
  }

  open() {
    this.dispatchEvent(new CustomEvent("galopp-open", { bubbles: true, detail: "log" }));
  }

  render() {
    const { table } = this;
    if (!table) return nothing;
    return html`<button class="latest" type="button" aria-haspopup="dialog" @click=${this.open}>
      ${iconPicture("log")}
      <span class="unseen">${say("log.open")} ${this.told}</span>
      <span class="latest-line" aria-hidden="true"></span>
    </button>`;
  }

  willUpdate() {
    const { table } = this;
    [this.told, this.brief] = table ? this.lines(table) : ["", ""];
  }

  updated() {
    if (this.told !== this.fitted) requestAnimationFrame(() => this.fit()); // when all else is drawn: measured once
  }

  /** The sentence, else in fewer words, else both smaller; only what does not fit then either loses its last words. */
  fit() {
    const shown = this.querySelector(".latest-line");
    if (!shown) return;
    this.fitted = this.told;
    const sentences = this.brief ? [this.told, this.brief] : [this.told];
    if (SIZES.some((size) => sentences.some((words) => fits(shown, words, size)))) return;
    const words = (this.brief || this.told).split(" ");
    while (words.length > 1 && !fits(shown, `${words.join(" ")} …`, "longest")) words.pop();
  }

  /** What was shown last, and the same in as few words as the game has for it; what is being shown now stands
   * below, as the question will. @param {TableModel} table @returns {[string, string]} */
  lines(table) {
    const last = table.stage?.latest ?? this.newest(table);
    if (last && !table.viewpoint.isPublic(last)) return ["", ""];
    return last ? [table.teller.event(last), table.game?.brief?.(last, table.teller) ?? ""] : [say("log.empty"), ""];
  }

  /** What is still to come in a recorded game is in the diary as well. @param {TableModel} table */
  newest({ diary, shownUntil }) {
    const ordered = [...diary.entries.values()].filter(({ seq }) => seq <= shownUntil).sort((a, b) => a.seq - b.seq);
    return ordered.flatMap(({ happened }) => happened).filter(isHeard).pop();
  }
}

/** How large the letters of the line are: as usual, and smaller the longer it is; as in log.css. */
const SIZES = /** @type {const} */ (["", "long", "longest"]);

/** Put words into the line; whether it holds them all. @param {Element} line @param {string} words @param {typeof SIZES[number]} size */
function fits(line, words, size) {
  line.className = `latest-line ${size}`;
  line.textContent = words;
  return line.scrollHeight <= line.clientHeight + 1;
}

customElements.define("galopp-log", Log);
customElements.define("galopp-latest", Latest);
