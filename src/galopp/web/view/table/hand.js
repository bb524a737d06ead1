/**
 * The viewer's cards: tap, click, drag onto the board, or the keys 1 to 9.
 *
 * Cards that may not be played now can be pressed all the same; the table then says why not.
 */

import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { KeepingFocus, walk } from "../shared/focus.js";
import { fit, rowsOf } from "./hand_fit.js";
import { Pointing, REST } from "./pointing.js";
import { say } from "../../language/words.js";
import { chanceSign, withChance } from "./hint.js";
import { MeasuringItself } from "../shared/measuring.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../types.js").DecidingTable} DecidingTable */
/** @typedef {import("../../types.js").HandCard} HandCard */

const DRAG_FROM = 10; // pixels; less is a tap
const EDGE = 24; // pixels around the cards

/** @extends {TablePart<DecidingTable>} */
class Hand extends TablePart {
  static properties = { ...TablePart.properties, handheld: { attribute: false } };

  constructor() {
    super();
    /** Whether the board is on a screen in the room, and all of this one is for the cards. */
    this.handheld = false;
    /** @type {{card: HTMLElement, code: number, pointer: number, x: number, y: number, ghost: HTMLElement | null} | null} */
    this.drag = null;
    new KeepingFocus(this);
    new Pointing(this);
    this.addEventListener("keydown", walk);
    /** The room there is, where the hand has a part of the page to itself. */
    this.room = { width: 0, height: 0 };
    new MeasuringItself(this, (room) => this.measure(room));
  }

  /** Before it is seen for the first time: how many rows there are must not change a moment later. */
  firstUpdated() {
    this.measure(this.getBoundingClientRect());
  }

  /** @param {DOMRectReadOnly} room */
  measure({ width, height }) {
    if (!width) return; // not on the page yet
    this.room = { width: width - EDGE, height: height - EDGE };
    this.requestUpdate();
  }

  /** As large as they can be, where there is nothing else to see. @param {number} cards */
  fitted(cards) {
    const { width, height } = this.room;
    return this.handheld && width > 0 ? fit(cards, width, height) : null;
  }

  render() {
    const { table } = this;
    if (!table?.game || table.viewpoint.viewer === null || !table.now) return nothing;
    if (table.viewpoint.curtain) return this.curtain(table);
    // The stage may still show another's view: nobody sees another's cards.
    const view = table.stage && !table.viewpoint.covered ? table.stage.view : table.now.view;
    const cards = table.game.hand(view);
    // Of several that are alike, one is on its way.
    const sent = table.choice.busy || !table.stage?.idle ? cards.find(({ code }) => table.choice.sent.includes(code)) : cards.find(({ code }) => table.choice.picked.includes(code));
    const fitted = this.fitted(cards.length);
    const rows = this.handheld ? 1 : rowsOf(cards.length, this.room.width);
    const style = fitted ? `--fitted: ${fitted.card}px` : `--side: ${Math.ceil(cards.length / rows)}`;
    return html`<div class="hand ${fitted?.crowded ? "crowded" : ""} ${rows > 1 ? `rows rows-${Math.min(rows, 3)}` : ""}" role="group" data-anchor="hand" aria-label=${say("hand.yours", { count: cards.length })} .style=${style}>
      ${repeat(cards, ({ key }) => key, (card) => this.card(table, card, card === sent))}
      ${cards.length ? nothing : html`<p class="empty">${say("hand.empty")}</p>`}
    </div>`;
  }

  /** @param {DecidingTable} table @param {HandCard} card @param {boolean} sent */
  card(table, { key, card, code }, sent) {
    const possible = table.choice.options.includes(code);
    const hinted = table.choice.hint?.moves.includes(code);
    const name = table.game?.cardName(card, table.teller) ?? card;
    const about = table.game?.cardAbout(card, table.teller) ?? "";
    return html`<button
      class="hand-card ${possible ? "possible" : ""} ${hinted ? "hinted" : ""} ${sent ? "sent" : ""}"
      data-anchor="card-${key}"
      aria-label=${withChance(table, code, name)}
      aria-describedby=${table.choice.foresight?.foreseen?.move === code ? "foreseen" : nothing}
      title=${about}
      data-move=${code}
      aria-disabled=${possible ? "false" : "true"}
      @click=${() => this.press(code)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.grab(event, code, about)}
      @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}
      @pointermove=${(/** @type {PointerEvent} */ event) => this.pull(event)}
      @pointerup=${(/** @type {PointerEvent} */ event) => this.drop(event)}
      @pointercancel=${() => this.release()}
    >${table.game?.card(card, table.teller)}${chanceSign(table, code)}</button>`;
  }

  /** Several people share the device: the cards stay covered until their owner wants them.
   * @param {DecidingTable} table */
  curtain(table) {
    const viewer = /** @type {number} */ (table.viewpoint.viewer);
    const asked = table.choice.isAsked(viewer);
    const who = asked ? [viewer] : table.viewpoint.seats;
    return html`<div class="curtain" data-anchor="hand">
      <p>${asked ? say("curtain.pass", { seat: table.name(viewer) }) : say("curtain.wait")}</p>
      <div>${who.map((seat) => html`<button class=${asked ? "primary" : ""} @click=${() => table.openCurtain?.(seat)}>
        ${say("curtain.open", { seat: table.name(seat) })}
      </button>`)}</div>
    </div>`;
  }

  /** @param {number} code */
  press(code) {
    if (this.dragged) this.dragged = false; // the click that ends a drag
    else this.table?.choice.press(code);
  }

  /** @param {PointerEvent} event @param {number} code @param {string} about */
  grab(event, code, about) {
    if (event.button || !event.isPrimary) return; // one finger pulls
    this.release();
    const card = /** @type {HTMLElement} */ (event.currentTarget);
    card.setPointerCapture(event.pointerId); // a quick pull leaves the card before it is noticed
    this.drag = { card, code, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    this.dragged = false;
    this.table?.choice.explain("");
    if (event.pointerType !== "mouse") this.resting = setTimeout(() => this.explain(about), REST);
  }

  /** A finger that rests on a card wants to know, not to play. @param {string} about */
  explain(about) {
    this.dragged = true;
    this.table?.choice.explain(about);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(x, y) < DRAG_FROM) return;
    clearTimeout(this.resting);
    if (!drag.ghost) this.table?.choice.foresight?.point(drag.code);
    drag.ghost ??= lift(drag.card);
    const from = drag.card.getBoundingClientRect();
    drag.ghost.style.transform = `translate(${from.x + x}px, ${from.y + y}px) rotate(-2deg)`;
    this.over(event)?.classList.add("drop-here");
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { drag } = this;
    if (drag?.pointer !== event.pointerId) return;
    const board = this.over(event);
    this.release();
    if (!drag.ghost) return;
    this.dragged = true;
    setTimeout(() => (this.dragged = false), 50);
    if (board) this.table?.choice.press(drag.code);
  }

  release() {
    clearTimeout(this.resting);
    if (this.drag?.ghost) this.table?.choice.foresight?.point(null);
    this.drag?.card.classList.remove("dragged");
    this.drag?.ghost?.remove();
    this.drag = null;
    document.querySelector(".drop-here")?.classList.remove("drop-here");
  }

  /** The board, if the pointer is over it; without one, what is known of oneself. @param {PointerEvent} event */
  over({ clientX, clientY }) {
    const board = document.querySelector("galopp-own") ?? document.querySelector("galopp-board");
    const box = board?.getBoundingClientRect();
    const inside = box && clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
    if (!inside) board?.classList.remove("drop-here");
    return inside ? board : null;
  }
}

/** A card that leaves the hand is seen over everything, for the hand itself cuts off what is outside.
 * @param {HTMLElement} card */
function lift(card) {
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.append(...[...card.children].map((drawing) => drawing.cloneNode(true)));
  document.querySelector(".layer")?.append(ghost);
  card.classList.add("dragged");
  return ghost;
}

customElements.define("galopp-hand", Hand);
