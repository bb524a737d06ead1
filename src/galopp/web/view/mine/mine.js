/** The games that this browser played: `<galopp-mine>`. They are kept in it alone, go into a file and come out of one. */

import { LitElement, html, nothing } from "lit";
import { follow } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { gameWords, language, say } from "../../language/words.js";
import { GAME_NAMES } from "../../model/games.js";
import { LARGEST, NotTaken, readGames, writtenGames } from "../../model/played_file.js";
import { statistics } from "../../model/statistics.js";
import { withPlayed } from "../../net/played.js";
import { page } from "../../net/root.js";
import { bring } from "../../parts.js";
import { labelled } from "../shared/labels.js";
import { save } from "../shared/saving.js";
import { firstRows, gameFigures } from "./figures.js";
import { gameRow } from "./game.js";
import "../shared/taste.js";

/** @typedef {import("../../types.js").NotedGame} NotedGame */

const AT_ONCE = 20; // rows

class Mine extends LitElement {
  static properties = { games: { state: true }, words: { state: true }, most: { state: true }, picture: { state: true }, told: { state: true }, trouble: { state: true }, doubted: { state: true } };

  constructor() {
    super();
    /** The newest first; null until they are read. @type {NotedGame[] | null} */
    this.games = null;
    /** The words of each game. @type {Record<string, import("../../language/words.js").Catalogue>} */
    this.words = {};
    /** The language of those. */
    this.spoken = "";
    /** So many rows are shown. */
    this.most = AT_ONCE;
    /** What is being shown to others. @type {import("../../types.js").PictureShown | null} */
    this.picture = null;
    /** What came of the last press. */
    this.told = "";
    this.trouble = "";
    /** Whether somebody is about to delete everything. */
    this.doubted = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.read();
  }

  willUpdate() {
    document.title = say("mine.title");
    if (this.spoken !== language()) this.learnGames();
  }

  /** The words of the games, in which scores and endings are told. */
  async learnGames() {
    this.spoken = language();
    const found = await Promise.all(GAME_NAMES.map(async (game) => [game, await gameWords(game).catch(() => ({}))]));
    this.words = Object.fromEntries(found);
  }

  async read() {
    this.games = await withPlayed((played) => played.all()).catch(() => []); // a browser may keep nothing
  }

  // --- What can be done

  /** @param {NotedGame} noted */
  async show(noted) {
    const { pictureOfGame } = await bring("picture");
    this.picture = pictureOfGame(noted, this.words[noted.game] ?? {});
  }

  export() {
    const day = new Date().toISOString().slice(0, 10);
    save(`galopp-games-${day}.json`, writtenGames(this.games ?? []), "application/json");
  }

  /** @param {Event} event */
  async chosen(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (file) await this.import(file);
    field.value = ""; // the same file may be chosen again
  }

  /** Take what is new in a file; one that is not ours changes nothing. @param {File} file */
  async import(file) {
    this.told = this.trouble = "";
    try {
      if (file.size > LARGEST) throw new NotTaken("not_ours");
      const games = readGames(await file.text());
      const fresh = await withPlayed((played) => played.note(games));
      await this.read();
      this.told = say("mine.imported", { count: fresh, known: games.length - fresh });
    } catch (error) {
      const { key, number } = error instanceof NotTaken ? error : { key: "failed", number: 0 };
      // says: mine.refused.*
      this.trouble = say(`mine.refused.${key}`, { name: file.name, number });
    }
  }

  async delete() {
    this.doubted = false;
    await withPlayed((played) => played.forget());
    await this.read();
    this.told = say("mine.deleted");
  }

  // --- What is to be seen

  render() {
    return html`<main class="mine">
      <header class="mine-head">
        <a class="mine-home" href=${page("/")} aria-label=${say("page.home")} title=${say("page.home")} @click=${follow}>${iconPicture("home")}</a>
        <h1>${say("mine.title")}</h1>
        <galopp-taste></galopp-taste>
      </header>
      <p class="mine-quiet">${say("mine.about")}</p>
      ${this.games && this.spoken && Object.keys(this.words).length ? this.content(this.games) : html`<p aria-busy="true">${say("page.loading")}</p>`}
      ${this.picture ? html`<galopp-picture-sheet .shown=${this.picture} @galopp-close=${() => (this.picture = null)}></galopp-picture-sheet>` : nothing}
    </main>`;
  }

  /** @param {NotedGame[]} games */
  content(games) {
    return html`${games.length ? this.filled(games) : html`<p class="mine-none">${say("mine.none")}</p>`}
      ${this.keeping(games)}`;
  }

  /** @param {NotedGame[]} games */
  filled(games) {
    const { games: figures, firsts, uncounted } = statistics(games, GAME_NAMES);
    return html`<div class="mine-figures">
        <h2>${say("mine.figures")}</h2>
        <div class="mine-cards">${figures.map((one) => gameFigures(one))}</div>
        ${firsts.length ? html`<h2>${say("mine.firsts")}</h2>${firstRows(firsts)}` : nothing}
        <details class="mine-how"><summary>${say("mine.how")}</summary><p>${say("mine.how.counts")}</p><p>${say("mine.how.chance")}</p><p>${say("mine.how.comeback")}</p>
          ${uncounted ? html`<p>${say("mine.uncounted", { count: uncounted })}</p>` : nothing}</details>
      </div>
      <section class="mine-list" aria-label=${say("mine.list")}>
        <h2>${say("mine.list")}</h2>
        <ul>${games.slice(0, this.most).map((noted) => gameRow(noted, this.words[noted.game] ?? {}, () => this.show(noted)))}</ul>
        ${games.length > this.most ? html`<button type="button" @click=${() => (this.most += 5 * AT_ONCE)}>${labelled("plus", say("mine.more", { count: games.length - this.most }))}</button>` : nothing}
      </section>`;
  }

  /** @param {NotedGame[]} games */
  keeping(games) {
    return html`<section class="mine-keeping" aria-label=${say("mine.keeping")}>
      ${games.length ? html`<button type="button" @click=${this.export}>${labelled("save", say("mine.export"))}</button>` : nothing}
      <label class="button file-choose"><input class="unseen" type="file" accept=".json,application/json" @change=${this.chosen}>${labelled("file", say("mine.import"))}</label>
      ${games.length ? this.deleting(games.length) : nothing}
      <p class="mine-told" role="status">${this.told}</p>
      <p class="trouble" role="alert">${this.trouble}</p>
    </section>`;
  }

  /** It cannot be taken back: it asks once whether it is meant. @param {number} count */
  deleting(count) {
    if (!this.doubted) return html`<button type="button" @click=${() => (this.doubted = true)}>${labelled("close", say("mine.delete"))}</button>`;
    return html`<div class="grave" role="group" aria-label=${say("mine.delete.sure", { count })}>
      <p>${say("mine.delete.sure", { count })}</p>
      <button type="button" @click=${() => (this.doubted = false)}>${labelled("back", say("menu.no"))}</button>
      <button class="danger" type="button" @click=${this.delete}>${labelled("close", say("mine.delete.yes"))}</button>
    </div>`;
  }

  /** What was pressed is gone: the focus comes to what is asked instead. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("doubted") || changed.get("doubted") === undefined) return;
    const next = this.querySelector(this.doubted ? ".grave button" : ".mine-keeping button, .mine-home");
    if (next instanceof HTMLElement) next.focus();
  }
}

customElements.define("galopp-mine", Mine);
