/** A game for a whole room: the board, who sits there, whose turn it is in large letters, what happened last. */

import { html, nothing } from "lit";
import { allOf, number, say } from "../../language/words.js";
import "../table/board.js";
import { face } from "../shared/labels.js";
import { isHeard } from "../shared/muting.js";
import { outcomeTold } from "../result/outcome.js";
import { TablePart } from "../shared/part.js";
import "../result/race_end.js";
import "../table/seats.js";
import "../table/speaker.js";
import { lookingOn } from "../shared/join_code.js";
import "./result.js";
import "../table/undo.js";

/** @typedef {import("../../model/table.js").Table} Table */

/** Whoever comes to look on, this screen among them, is no part of the game. */
const CAME = /^table\.(admitted|screen_came)$/;
const TICK = 500; // milliseconds, while a window is open

class TvGame extends TablePart {
  render() {
    const { table } = this;
    if (!table?.news || !table.game || !table.stage) return nothing;
    return html`<main class="tv tv-game">
      <header class="tv-title">
        <h1>${table.teller.say("title")}</h1>
        <p>${table.game.stage(table.stage.shown, table.teller)}</p>
      </header>
      <galopp-seats .table=${table}></galopp-seats>
      <galopp-board .table=${table}></galopp-board>
      <galopp-tv-now .table=${table}></galopp-tv-now>
      ${table.news.settings.watchable ? lookingOn(table) : nothing}
      <galopp-undo .table=${table}></galopp-undo>
      <galopp-race-end .table=${table}></galopp-race-end>
      <galopp-tv-result .table=${table}></galopp-tv-result>
      <galopp-speaker .table=${table}></galopp-speaker>
      <div class="layer" aria-hidden="true"></div>
    </main>`;
  }
}

/** Two lines: whose turn it is, and what is being shown or was shown last. */
class TvNow extends TablePart {
  updated() {
    clearTimeout(this.ticking);
    if (this.table?.now?.window) this.ticking = setTimeout(() => this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    clearTimeout(this.ticking);
    super.disconnectedCallback();
  }

  render() {
    const { table } = this;
    if (!table?.now) return nothing;
    return html`<p class="tv-turn">${faces(table)}<span>${turn(table)}</span></p>
      <p class="tv-latest">${latest(table)}</p>`;
  }
}

/** @param {Table} table */
const faces = (table) => table.asked.map((seat) => face(table.news?.seats[seat]));

/** @param {Table} table */
function turn(table) {
  const { now } = table;
  if (now?.window) return windowTold(table, now.window);
  if (now?.winners && table.stage?.idle) return outcomeTold(table, now.winners);
  return table.asked.length ? say("ask.turn_of", { seat: named(table, table.asked) }) : say("ask.moment");
}

/** @param {Table} table @param {number[]} seats */
const named = (table, seats) => allOf(seats.map((seat) => table.name(seat)));

/** @param {Table} table @param {import("../../types.js").WindowShown} open */
function windowTold(table, { seat, closes }) {
  const left = Math.max(0, Math.ceil(closes - table.clock));
  return say("ask.window", { seat: table.name(seat), seconds: number(left) });
}

/** @param {Table} table */
function latest(table) {
  const { stage, teller, game } = table;
  if (stage?.event) return game?.brief?.(stage.event, teller) ?? teller.event(stage.event);
  const last = stage?.latest ?? newest(table);
  return last ? teller.event(last) : "";
}

/** What happened last, for a screen that has just come. @param {Table} table */
function newest({ diary }) {
  const ordered = [...diary.entries.values()].sort((a, b) => a.seq - b.seq);
  return ordered.flatMap(({ happened }) => happened).filter((event) => isHeard(event) && !CAME.test(event.key)).pop();
}

customElements.define("galopp-tv-game", TvGame);
customElements.define("galopp-tv-now", TvNow);
