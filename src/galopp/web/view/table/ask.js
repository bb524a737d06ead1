/** Whose turn it is, what is asked, and every choice that is not a card in the hand. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { KeepingFocus } from "../shared/focus.js";
import { walk } from "../shared/focus.js";
import { Pointing } from "./pointing.js";
import { allOf, number, say } from "../../language/words.js";
import { moveOf } from "../../model/moves.js";
import { chanceSign, hintReason, hintedMove, openHint, withChance } from "./hint.js";
import { outcomeTold } from "../result/outcome.js";
import { TablePart } from "../shared/part.js";
import { questionOf } from "./question.js";

/** @typedef {import("../../types.js").DecidingTable} DecidingTable */
/** @typedef {import("../../types.js").Plan} Plan */

/** How many seconds a call may be caught for. @param {import("../../types.js").View} view */
const windowOf = (view) => Number(view.options?.mau_window) || 5;

const TICK = 200; // milliseconds, while a window is open

/** @extends {TablePart<DecidingTable>} */
class Ask extends TablePart {
  static properties = { ...TablePart.properties, handheld: { attribute: false } };

  constructor() {
    super();
    /** Whether the board is on a screen in the room, so that what is picked is shown here. */
    this.handheld = false;
    new KeepingFocus(this);
    new Pointing(this);
  }

  disconnectedCallback() {
    clearTimeout(this.ticking);
    super.disconnectedCallback();
  }

  updated() {
    clearTimeout(this.ticking);
    if (this.table?.now?.window) this.ticking = setTimeout(() => this.requestUpdate(), TICK);
    this.fit();
  }

  /** What is told of a move has smaller letters where it would run over the buttons. */
  fit() {
    const prompt = this.querySelector(".prompt");
    prompt?.classList.remove("long");
    const told = prompt?.querySelector(".foreseen") ? prompt.firstElementChild : null;
    if (prompt && told) prompt.classList.toggle("long", told.getBoundingClientRect().height > prompt.clientHeight);
  }

  render() {
    const { table } = this;
    if (!table?.now || !table.game) return nothing;
    const { plan } = table.choice;
    const kind = table.choice.legal.length ? "mine" : "";
    return html`
      <p class="prompt ${kind}" data-anchor="prompt" aria-busy=${table.choice.awaitsHint}>${this.prompt(table, plan)}</p>
      ${this.handheld ? this.picked(table) : nothing}
      <div class="choices" role="group" aria-label=${say("ask.choices")} @keydown=${walk}>
        ${table.now.window ? this.window(table) : this.choices(table)}
        ${plan && !table.now.window ? this.planning(table, plan) : nothing}
      </div>`;
  }

  /** @param {DecidingTable} table @param {Plan | null} plan */
  prompt(table, plan) {
    const { now, news } = table;
    if (!now || !news) return "";
    const foretold = this.foretold(table);
    if (table.choice.about) return foretold ? html`<span class="hint">${table.choice.about} ${foretold}</span>` : table.choice.about;
    if (foretold) return foretold;
    const event = now.window ? null : table.stage?.event;
    if (event && table.viewpoint.isPublic(event)) return this.brief(table, event);
    if (now.winners) return outcomeTold(table, now.winners);
    if (now.window) return this.windowPrompt(table);
    if (table.choice.awaitsHint) return say("hint.thinking");
    const hint = openHint(table);
    if (hint) return this.hinted(table, hint);
    if (plan) return table.teller.say(plan.ask, plan.filled);
    if (table.choice.legal.length) return questionOf(table, now.view);
    if (table.viewpoint.viewer !== null && news.seats[table.viewpoint.viewer]?.level) return say("ask.bot_plays_on");
    if (!table.asked.length || table.asked.includes(table.viewpoint.viewer ?? NaN)) return say("ask.moment");
    return say("ask.turn_of", { seat: allOf(table.asked.map((seat) => table.name(seat))) });
  }

  /** What is certain of the move that somebody points at. @param {DecidingTable} table */
  foretold(table) {
    const { scene, game, teller } = table;
    const { foreseen, ghost } = table.choice.foresight ?? {};
    const told = foreseen && ghost && scene ? game?.foretell(foreseen, scene, ghost, teller) ?? [] : [];
    return told.length ? html`<span class="foreseen" id="foreseen">${told.join(" · ")}</span>` : null;
  }

  /** What is being shown, as short as it is shown. @param {DecidingTable} table @param {import("../../types.js").Happened} event */
  brief(table, event) {
    return table.game?.brief?.(event, table.teller) ?? table.teller.event(event);
  }

  /** @param {DecidingTable} table @param {import("../../types.js").HintGiven} hint */
  hinted(table, hint) {
    return html`<span class="hint"><b>${hintedMove(table, hint)}</b> ${hintReason(table, hint)}</span>`;
  }

  /** Every choice that is not a card in the hand. @param {DecidingTable} table */
  choices(table) {
    const view = table.now?.view;
    const inHand = new Set(view && table.game && table.viewpoint.viewer !== null ? table.game.hand(view).map(({ code }) => code) : []);
    return table.choice.options.filter((code) => !inHand.has(code)).map((code) => this.choice(table, code));
  }

  /** What is chosen so far, for whoever has no board to see it on. @param {DecidingTable} table */
  picked(table) {
    const heads = table.choice.picked.map((code) => this.pictureOf(table, code)).filter(Boolean);
    return html`<p class="picked">
      ${heads.length ? html`<span class="unseen">${say("ask.picked")}</span>${heads}` : nothing}
    </p>`;
  }

  /** @param {DecidingTable} table @param {number} code */
  pictureOf(table, code) {
    const move = moveOf(table, code);
    const drawn = move && table.game?.choicePicture(move, table.teller);
    return drawn && html`<span class="picked-one" title=${table.teller.move(move)}>${drawn}<span class="unseen">${this.subject(table, move)}</span></span>`;
  }

  /** @param {DecidingTable} table @param {number} code */
  choice(table, code, seat = table.viewpoint.viewer) {
    const move = moveOf(table, code);
    if (!move) return nothing;
    const hinted = table.choice.hint?.moves.includes(code) ? "hinted" : "";
    const { label, note } = this.offer(table, move);
    const deed = move.about ? table.teller.move(move) : label;
    const told = note ? say("ask.noted", { deed, note }) : deed;
    return html`<button class="choice ${hinted} ${move.kind} ${move.about ? "one-of-many" : ""}" data-choice=${code}
      data-move=${code} aria-describedby=${table.choice.foresight?.foreseen?.move === code ? "foreseen" : nothing}
      aria-label=${withChance(table, code, told)} title=${told} @click=${() => table.choice.press(code, seat)}>
      ${table.game?.choicePicture(move, table.teller) ?? nothing}
      <span>${label}</span>${note ? html`<small>${note}</small>` : nothing}${chanceSign(table, code)}
    </button>`;
  }

  /** What stands on a button. @param {DecidingTable} table @param {import("../../types.js").MoveShown} move @returns {{label: string, note?: string}} */
  offer(table, move) {
    const usual = move.about ? this.subject(table, move) : table.teller.move(move);
    return { label: usual, ...(table.now && table.game?.offer?.(move, table.now.view, table.teller)) };
  }

  /** Where several things can be chosen, the question says what for. @param {DecidingTable} table @param {import("../../types.js").MoveShown} move */
  subject(table, { about, subject }) {
    return /^\d+$/.test(subject) ? subject : table.teller.word(about, subject);
  }

  /** @param {DecidingTable} table @param {Plan} plan */
  planning(table, plan) {
    return html`
      ${plan.send && !plan.atOnce
        ? html`<button class="choice confirm ${table.choice.picked.length ? "primary" : ""}" @click=${() => table.choice.confirm()}>${iconPicture("check")}<span>${this.confirmTold(table, plan)}</span></button>`
        : nothing}
      ${table.choice.picked.length
        ? html`<button class="choice cancel" aria-label=${say("ask.step_back")} title=${say("ask.step_back")} @click=${() => table.choice.unpick()}>${iconPicture("back")}<span>${say("ask.step_back")}</span></button>`
        : nothing}`;
  }

  /** @param {DecidingTable} table @param {Plan} plan */
  confirmTold(table, { confirm }) {
    return confirm ? table.teller.say(confirm.key, confirm.arguments) : say("ask.confirm");
  }

  // --- The window after a play that needs a call

  /** @param {DecidingTable} table */
  windowPrompt(table) {
    const { now } = table;
    const open = now?.window;
    if (!now || !open) return "";
    const left = Math.min(windowOf(now.view), Math.max(0, open.closes - table.clock));
    const mine = table.viewpoint.seats.includes(open.seat) && !open.called;
    const who = { seat: table.name(open.seat), seconds: number(Math.ceil(left)) };
    if (!mine) return say("ask.window", who);
    return say(open.seat === table.viewpoint.you ? "ask.call_now.you" : "ask.call_now", who);
  }

  /** All our seats may have something to say at once. @param {DecidingTable} table */
  window(table) {
    const left = Math.max(0, (table.now?.window?.closes ?? 0) - table.clock);
    return html`<progress max=${windowOf(table.now?.view ?? {})} .value=${left} aria-hidden="true"></progress>
      ${table.viewpoint.seats.map((seat) => this.windowOf(table, seat))}`;
  }

  /** @param {DecidingTable} table @param {number} seat */
  windowOf(table, seat) {
    const legal = table.choice.legalOf(seat);
    const name = table.viewpoint.seats.length > 1 && legal.length ? html`<span class="whose">${table.name(seat)}</span>` : nothing;
    return html`<span class="one-seat" role="group" aria-label=${table.name(seat)}>
      ${name}${legal.map((code) => this.choice(table, code, seat))}
    </span>`;
  }
}

customElements.define("galopp-ask", Ask);
