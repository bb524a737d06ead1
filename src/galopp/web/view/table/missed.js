/** While you were away: what happened while the line was lost, until it is put aside. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { isHeard } from "../shared/muting.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */

const FEWEST = 2; // sentences; less needs no panel

class Missed extends TablePart {
  dismiss() {
    if (!this.table) return;
    this.table.missed = [];
    this.table.changed();
  }

  render() {
    const { table } = this;
    if (!table || table.viewpoint.curtain) return nothing;
    const lines = table.missed.filter(isHeard);
    if (lines.length < FEWEST) return nothing;
    const title = say("missed.title");
    return html`<section class="missed" aria-label=${title}>
      <header>
        <h2>${title}</h2>
        <button class="tool" type="button" aria-label=${say("missed.close")} @click=${this.dismiss}>
          ${iconPicture("close")}
        </button>
      </header>
      <ol tabindex="0" aria-label=${title}>
        ${lines.map((event) => html`<li>${table.teller.event(event)}</li>`)}
      </ol>
    </section>`;
  }
}

customElements.define("galopp-missed", Missed);
