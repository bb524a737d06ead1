/** What is being shown, or whose turn it was then; nobody is asked anything. */

import { html, nothing } from "lit";
import { allOf, say } from "../../language/words.js";
import { outcomeTold } from "../result/outcome.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/playback.js").Playback} Playback */

/** @extends {TablePart<Playback>} */
class ReplayPrompt extends TablePart {
  render() {
    const { table: playback } = this;
    return playback ? html`<p class="prompt" data-anchor="prompt">${this.told(playback)}</p>` : nothing;
  }

  /** @param {Playback} playback */
  told(playback) {
    const { stage, game, teller, frame, asked } = playback;
    const event = stage?.event;
    if (event) return game.brief?.(event, teller) ?? teller.event(event);
    const names = (/** @type {number[]} */ seats) => allOf(seats.map((seat) => teller.seat(seat)));
    if (frame?.winners) return outcomeTold(playback, frame.winners);
    return asked.length ? say("ask.turn_of", { seat: names(asked) }) : "";
  }
}

customElements.define("galopp-replay-prompt", ReplayPrompt);
