/** All that happened in a recorded game, decision by decision; pressing a line goes there, its mark to the rules. */

import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { knowsRulings, learnRulings, rulingsOf } from "../rules/explaining.js";
import { openRules } from "../rules/ways.js";
import { language, say } from "../../language/words.js";
import { face } from "../shared/labels.js";
import { CHAPTERS, LogSheet, folded } from "../table/log.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../types.js").Frame} Frame */
/** @typedef {{seat: number | null, lines: {at: number, frame: Frame}[]}} Turn decisions of one seat in a row */

/** `<galopp-replay-log>` beside the board, `<galopp-replay-log sheet>` over it. @extends {LogSheet<Playback>} */
class ReplayLog extends LogSheet {
  constructor() {
    super();
    /** The line that was last brought into sight. */
    this.seen = -1;
    /** The line that the keys come to first. */
    this.near = 0;
  }

  firstUpdated() {
    super.firstUpdated();
    learnRulings(this.table?.replay.game ?? "").then(() => this.requestUpdate());
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    const at = this.table?.at ?? 0;
    if (at === this.seen) return;
    this.seen = at;
    this.bringIntoSight();
  }

  bringIntoSight() {
    const { paper } = this;
    const line = paper?.querySelector("[aria-current]");
    if (!paper || !line) return;
    const [outside, inside] = [paper.getBoundingClientRect(), line.getBoundingClientRect()];
    const above = inside.top - outside.top - paper.clientHeight / 3;
    const hidden = inside.top < outside.top + 8 || inside.bottom > outside.bottom - 8;
    if (hidden) paper.scrollTo({ top: paper.scrollTop + above });
  }

  heading() {
    return say("replay.log");
  }

  body() {
    const { table: playback } = this;
    if (!playback) return nothing;
    // A long log is drawn when one goes on, not with every step on the board.
    const { frames, at, teller, replay } = playback;
    return guard([frames, at, language(), teller.catalogue, knowsRulings(replay.game)], () => this.turns(playback));
  }

  /** @param {Playback} playback */
  turns(playback) {
    this.near = lineOf(playback);
    return html`<ol class="log replay-log" tabindex="0" aria-label=${this.heading()} @keydown=${walkUpAndDown}>
      ${this.line(playback, 0)}
      ${byTurn(playback.frames).map((turn) => this.turn(playback, turn))}
    </ol>`;
  }

  /** @param {Playback} playback @param {Turn} turn */
  turn(playback, { seat, lines }) {
    return html`<li class="turn">
      ${seat === null ? nothing : html`<p class="whose">${face(playback.news.seats[seat])}<b>${playback.name(seat)}</b></p>`}
      <ul>${lines.map(({ at, frame }) => this.line(playback, at, frame))}</ul>
    </li>`;
  }

  /** @param {Playback} playback @param {Frame} frame */
  told({ teller }, { happened }) {
    return folded(happened).map((event) => html`<span class=${CHAPTERS.test(event.key) ? "chapter" : ""}>${teller.event(event)}</span>`);
  }

  /** One decision, to be pressed. With the keys one comes to the line of this moment, and from there to the others.
   * @param {Playback} playback @param {number} at @param {Frame} [frame] none of the beginning */
  line(playback, at, frame) {
    const when = at < playback.at ? "past" : at === playback.at ? "now" : "coming";
    const near = at === this.near ? 0 : -1;
    const jump = () => this.dispatchEvent(new CustomEvent("jump", { detail: at }));
    return html`<li class="replay-line ${when}">
      <button type="button" class="to-move" tabindex=${near} aria-current=${when === "now" ? "step" : nothing} @click=${jump}>
        ${frame ? this.told(playback, frame) : say("replay.deal")}
      </button>
      ${frame ? this.why(playback, frame, near) : nothing}
    </li>`;
  }

  /** The way to the rules behind a decision. @param {Playback} playback @param {Frame} frame @param {number} near */
  why({ replay: { game }, teller }, { happened }, near) {
    const ruled = happened.filter((event) => rulingsOf(game, event).length);
    if (!ruled.length) return nothing;
    const rulings = [...new Set(ruled.flatMap((event) => rulingsOf(game, event)))];
    const told = say("rules.why_this", { ruling: rulings[0] });
    return html`<button type="button" class="why" tabindex=${near} aria-label=${told} title=${told}
      @click=${() => openRules(game, rulings, teller.event(ruled[0]))}>?</button>`;
  }
}

/** The last decision up to this moment that has a line. @param {Playback} playback */
const lineOf = ({ frames, at }) => frames.slice(0, at + 1).findLastIndex(({ happened }, index) => !index || happened.length);

/** The arrow keys go from line to line, or from mark to mark. @param {KeyboardEvent} event */
function walkUpAndDown(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = /** @type {Element} */ (event.target).closest("button");
  if (!step || !from) return;
  const alike = from.classList.contains("why") ? ".why" : ".to-move";
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (/** @type {Element} */ (event.currentTarget).querySelectorAll(alike))];
  buttons[buttons.indexOf(from) + step]?.focus();
  event.preventDefault();
}

/** Decisions by who made them; one of which the viewer was told nothing has no line. @param {Frame[]} frames */
function byTurn(frames) {
  /** @type {Turn[]} */
  const turns = [];
  for (const [at, frame] of frames.entries()) {
    if (!at || !frame.happened.length) continue;
    const last = turns.at(-1);
    if (last && last.seat === frame.seat) last.lines.push({ at, frame });
    else turns.push({ seat: frame.seat, lines: [{ at, frame }] });
  }
  return turns;
}

customElements.define("galopp-replay-log", ReplayLog);
