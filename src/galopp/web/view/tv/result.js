/** The end of a game for a whole room: the winners and how everybody stands, with nothing to press. */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { ResultSheet } from "../result/sheet.js";

/** @typedef {import("../../model/table.js").Table} Table */

/** @extends {ResultSheet<Table>} */
class TvResult extends ResultSheet {
  render() {
    const { table } = this;
    const winners = table?.news?.phase === "over" && table.stage?.idle ? table.now?.winners : null;
    if (!table || !winners) return nothing;
    return html`<section class="result tv-result" aria-label=${say("result.title")}>
      ${this.straws()}
      <header class="winners">
        ${this.podium(table, winners)}
        <h2>${this.told(table, winners)}</h2>
      </header>
      ${this.standing(table)}
      <galopp-account .table=${table}></galopp-account>
      <p class="tv-again">${say("tv.again")}</p>
    </section>`;
  }
}

customElements.define("galopp-tv-result", TvResult);
