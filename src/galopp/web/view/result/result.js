/** The game at a table is over: how it ended, and once more? */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { replayPath } from "../../model/replay_path.js";
import { notedOf } from "../../model/noted.js";
import { page } from "../../net/root.js";
import { bring } from "../../parts.js";
import { follow } from "../../routes.js";
import { isOfDay } from "../day/result.js";
import { saveHere } from "../shared/saving.js";
import { labelled } from "../shared/labels.js";
import { ResultSheet } from "./sheet.js";

/** @typedef {import("../../model/table.js").Table} Table */

/** @param {Table} table */
const isFull = ({ news }) => !!news?.seats.every(({ kind }) => kind !== "free");

/** @extends {ResultSheet<Table>} */
class Result extends ResultSheet {
  static properties = { ...ResultSheet.properties, picture: { state: true } };

  constructor() {
    super();
    /** What is being shown to others. @type {import("../../types.js").PictureShown | null} */
    this.picture = null;
  }

  /** How the deal of a day went, or whether the game counts for a group. @param {Table} table */
  aside(table) {
    if (table.news?.group) return this.ofGroup(table);
    return isOfDay(table) ? html`<galopp-day-result .table=${table}></galopp-day-result>` : nothing;
  }

  /** @param {Table} table */
  ofGroup(table) {
    bring("atGroup");
    return html`<galopp-at-group .table=${table}></galopp-at-group>`;
  }

  /** What can be done with the game that was. @param {Table} table */
  acts(table) {
    const id = `${table.code}-${table.news?.round ?? 1}`;
    // The deal of a day is shown to nobody while others may still play it.
    const shown = html`${this.reviewing(table, id)}
      <a class="button" href=${page(replayPath(id))} @click=${follow}>${labelled("replay", say("result.replay"))}</a>
      ${this.saving(table)}`;
    return html`<div class="result-acts">
      ${this.mayDealAgain(table) && isFull(table) ? this.changing(table, "") : nothing}
      ${table.news?.begin?.day ? nothing : shown}
      <button type="button" @click=${() => this.show(table)}>${labelled("share", say("picture.show"))}</button>
      <a class="button" href=${page("/")} @click=${follow}>${labelled("home", say("result.home"))}</a>
    </div>
    ${this.picture ? html`<galopp-picture-sheet .shown=${this.picture} @galopp-close=${() => (this.picture = null)}></galopp-picture-sheet>` : nothing}`;
  }

  /** A picture of the result, for others. @param {Table} table */
  async show(table) {
    const noted = notedOf(table, table.diary.ofThisGame());
    const { pictureOfGame } = await bring("picture");
    if (noted) this.picture = pictureOfGame(noted, table.teller.catalogue);
  }

  /** What every decision cost. @param {Table} table @param {string} id */
  reviewing({ viewpoint: { seats } }, id) {
    const [own = /** @type {const} */ ("all")] = seats;
    return html`<a class="button" href=${page(replayPath(id, 0, own, true))} @click=${follow}>${labelled("chart", say("result.review"))}</a>`;
  }

  /** The game as a file. @param {Table} table */
  saving(table) {
    const { code, live, news } = table;
    const told = labelled("save", say("result.save"));
    const round = news?.round ?? 1;
    if (!live) return html`<button type="button" @click=${() => saveHere(`${code}-${round}`)}>${told}</button>`;
    return html`<a class="button" href=${page(`/api/tables/${code}/record?round=${round}`)} download>${told}</a>`;
  }

  /** However long the sheet is, the one way on is in sight. @param {Table} table */
  further(table) {
    if (table.nextRound.news) return html`<div class="result-further">${this.joining(table, table.nextRound.news)}</div>`;
    if (this.folded || !table.viewpoint.seats.length) return nothing;
    return html`<div class="result-further">${this.onceMore(table)}</div>`;
  }

  /** The others have begun the next round: whoever reads stays until they press. @param {Table} table @param {import("../../types.js").TableNews} next */
  joining(table, { phase }) {
    const sits = table.viewpoint.seats.length > 0;
    const told = phase === "lobby" ? say("result.next_lobby") : table.nextRound.waits ? say("result.next_waits") : say("result.next_begun");
    return html`<p role="status">${told}</p>
      <button type="button" class="primary" @click=${() => table.nextRound.goOn()}>
        ${labelled("enter", sits ? say("result.join_next") : say("result.watch_next"))}
      </button>`;
  }

  /** The host deals again, at once where all seats are taken, or by way of the lobby; the others
   * call for it, so that nobody's result is cleared away by surprise. @param {Table} table */
  onceMore(table) {
    if (!this.mayDealAgain(table)) return this.callFor(table);
    if (!isFull(table)) return this.changing(table, "primary");
    return html`<button type="button" class="primary" @click=${() => this.again(table)}>
      ${labelled("again", say("result.again"))}
    </button>`;
  }

  /** @param {Table} table */
  mayDealAgain(table) {
    return table.viewpoint.seats.length > 0 && !table.nextRound.news && (table.viewpoint.host || !table.news?.host_connected);
  }

  /** @param {Table} table @param {"" | "primary"} kind */
  changing(table, kind) {
    return html`<button type="button" class=${kind} @click=${() => table.nextRound.call()}>${labelled("people", say("result.rematch"))}</button>`;
  }

  /** @param {Table} table */
  callFor(table) {
    const call = () => table.tell({ type: "say", seat: table.viewpoint.viewer, phrase: "again" });
    return html`<button type="button" class="primary" @click=${call}>${labelled("talk", say("result.again_please"))}</button>`;
  }

  /** The same people once more, and the cards at once. @param {Table} table */
  async again(table) {
    if (await table.nextRound.call()) await table.tell({ type: "start" });
  }

  /** Anybody can check that the luck was drawn before the game. @param {Table} table */
  proof({ news }) {
    if (!news?.secret) return nothing;
    return html`<details class="fairness">
      <summary>${say("result.fair")}</summary>
      <p>${say("result.fair_about")}</p>
      <dl>
        <dt>${say("result.promise")}</dt><dd><code>${news.promise}</code></dd>
        <dt>${say("result.secret")}</dt><dd><code>${news.secret}</code></dd>
      </dl>
    </details>`;
  }
}

customElements.define("galopp-result", Result);
