/** The cards in a replay: those of the seat one looks from, or everybody's. They can be read, not played. */

import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { OPEN } from "../../model/playback.js";
import { say } from "../../language/words.js";
import { face } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */
/** @typedef {import("../../types.js").HandCard} HandCard */
/** @typedef {import("../../types.js").View} View */

/** @extends {TablePart<Playback>} */
class ReplayHands extends TablePart {
  render() {
    const { table: playback } = this;
    const view = playback?.stage?.view;
    if (!playback || !view) return nothing;
    if (playback.look === OPEN) return this.all(playback, view.all ?? []);
    const { viewer } = playback.viewpoint;
    return viewer === null ? nothing : this.one(playback, viewer, view);
  }

  /** @param {Playback} playback @param {number} seat @param {View} view */
  one(playback, seat, view) {
    return html`<ul class="hand shown" data-anchor="hand" aria-label=${this.whose(playback, seat)}>
      ${this.cards(playback, view, seat)}
    </ul>`;
  }

  /** @param {Playback} playback @param {View[]} views */
  all(playback, views) {
    return html`<ul class="hands" data-anchor="hand" tabindex="0" aria-label=${say("replay.look.all")}>
      ${views.map((view, seat) => html`<li>
        <p>${face(playback.news.seats[seat])}<b>${playback.name(seat)}</b></p>
        <ul class="shown" aria-label=${this.whose(playback, seat)}>${this.cards(playback, view, seat)}</ul>
      </li>`)}
    </ul>`;
  }

  /** @param {Playback} playback @param {number} seat */
  whose(playback, seat) {
    return say("replay.hand_of", { seat: playback.name(seat) });
  }

  /** Where a review knows a better one, it is marked, and so is what was played. @param {Playback} playback @param {View} view @param {number} seat */
  cards({ game, teller, instead }, view, seat) {
    const cards = game.hand(view);
    if (!cards.length) return html`<li class="empty">${say("replay.hand_empty")}</li>`;
    const first = (/** @type {number | undefined} */ code) => (instead?.seat === seat ? cards.find((card) => card.code === code)?.key : undefined);
    const [best, played] = [first(instead?.best), first(instead?.played)];
    const kind = (/** @type {string} */ key) => (key === best ? "better" : key === played ? "was-played" : "");
    return repeat(cards, ({ key }) => key, ({ key, card }) => html`<li class="shown-card ${kind(key)}" data-anchor="card-${key}" title=${game.cardAbout(card, teller)}>
      <span class="unseen">${game.cardName(card, teller)}</span>
      <span aria-hidden="true">${game.card(card, teller)}</span>
    </li>`);
  }
}

customElements.define("galopp-replay-hands", ReplayHands);
