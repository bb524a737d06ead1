/** Says what happens to whoever does not see the table: each sentence once, and one's turn at once. */

import { LitElement, html } from "lit";
import { Watching } from "../watching.js";
import { say } from "../words.js";
import { Fresh } from "./fresh.js";
import { isHeard } from "./muting.js";

/** @typedef {import("../table.js").Table} Table */

const MOST_SENTENCES = 12; // after a long absence nobody wants to hear it all

class Speaker extends LitElement {
  static properties = { table: { attribute: false } };

  constructor() {
    super();
    /** @type {Table | null} */
    this.table = null;
    this.fresh = new Fresh();
    this.told = "";
    this.turn = "";
    /** The decision that was announced. */
    this.announced = "";
    new Watching(this, () => this.table);
  }

  createRenderRoot() {
    return this;
  }

  willUpdate() {
    const { table } = this;
    if (!table) return;
    if (table.curtain) {
      this.told = this.turn = this.announced = ""; // what is told is the viewer's own
      return;
    }
    const told = this.fresh.take(table)
      .flatMap(({ happened }) => happened)
      .filter(isHeard)
      .map((event) => table.teller.event(event));
    if (told.length) this.told = told.slice(-MOST_SENTENCES).join(" ");
    this.announce(table);
  }

  /** @param {Table} table */
  announce(table) {
    const { viewer, now } = table;
    if (viewer === null || !now || !table.isAsked(viewer)) {
      this.turn = this.announced = "";
      return;
    }
    const asked = `${viewer} ${now.decision} ${now.view.phase}`;
    if (asked === this.announced) return;
    this.announced = asked;
    this.turn = say("notice.your_turn", { question: table.teller.say(`phase.${now.view.phase}`) });
  }

  render() {
    return html`<p class="unseen" role="status" aria-live="polite">${this.told}</p>
      <p class="unseen" role="alert" aria-live="assertive">${this.turn}</p>`;
  }
}

customElements.define("galopp-speaker", Speaker);
