/** Says what happens to whoever does not see the table: each sentence once, and one's turn at once. */

import { html } from "lit";
import { say } from "../../language/words.js";
import { Fresh } from "../shared/fresh.js";
import { hintReason, hintedMove } from "./hint.js";
import { isHeard } from "../shared/muting.js";
import { outcomeTold } from "../result/outcome.js";
import { TablePart } from "../shared/part.js";
import { questionOf } from "./question.js";

/** @typedef {import("../../types.js").DecidingTable} DecidingTable */

const MOST_SENTENCES = 12; // after a long absence nobody wants to hear it all

/** @extends {TablePart<DecidingTable>} */
class Speaker extends TablePart {
  constructor() {
    super();
    this.fresh = new Fresh();
    this.told = "";
    this.turn = "";
    /** Whether the end was announced. */
    this.ended = false;
    /** The hint that was announced. @type {import("../../types.js").HintGiven | null} */
    this.hint = null;
    /** The decision that was announced. */
    this.announced = "";
  }

  willUpdate() {
    const { table } = this;
    if (!table) return;
    if (table.viewpoint.curtain) {
      this.told = this.turn = this.announced = ""; // what is told is the viewer's own
      return;
    }
    const told = this.fresh.take(table)
      .flatMap(({ happened }) => happened)
      .filter(isHeard)
      .map((event) => table.teller.event(event));
    if (told.length) this.told = told.slice(-MOST_SENTENCES).join(" ");
    this.announce(table);
    this.announceHint(table);
    this.announceEnd(table);
  }

  /** @param {DecidingTable} table */
  announce(table) {
    const { viewpoint: { viewer }, now } = table;
    if (viewer === null || !now || !table.choice.legal.length) {
      this.turn = this.announced = "";
      return;
    }
    const asked = `${viewer} ${now.decision} ${now.view.phase}`;
    if (asked === this.announced) return;
    this.announced = asked;
    this.turn = say("notice.your_turn", { question: questionOf(table, now.view) });
  }

  /** @param {DecidingTable} table */
  announceHint(table) {
    const { hint } = table.choice;
    if (table.choice.awaitsHint) this.turn = say("hint.thinking");
    if (hint === this.hint) return;
    this.hint = hint;
    if (hint) this.turn = `${hintedMove(table, hint)} ${hintReason(table, hint)}`;
  }

  /** Who has won is the last thing that is said. @param {DecidingTable} table */
  announceEnd(table) {
    const winners = table.stage?.idle ? table.now?.winners : null;
    if (winners && !this.ended) this.turn = outcomeTold(table, winners);
    this.ended = !!winners;
  }

  render() {
    return html`<p class="unseen" role="status" aria-live="polite">${this.told}</p>
      <p class="unseen" role="alert" aria-live="assertive">${this.turn}</p>`;
  }
}

customElements.define("galopp-speaker", Speaker);
