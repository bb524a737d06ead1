/** What to play and with whom, before a table is opened: `<galopp-new-table .game>`, a sheet. */

import { html, nothing } from "lit";
import { go } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { levelAbout, levelName } from "../../language/levels.js";
import { NotDone } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { followToRules, rulesPage } from "../rules/ways.js";
import { say, titleOf } from "../../language/words.js";
import { emblem } from "../shared/emblems.js";
import { lately, likeLevel, likedLevel, openTable, playNow, rememberGame, settingsFor } from "../../model/opening.js";
import { oneOf } from "../shared/choice.js";
import { completed, forCrowd, presetChoices, presetOf, presetTold, presets } from "../lobby/presets.js";
import { Sheet } from "../shared/sheet.js";
import { suggestName, suggestPig } from "../shared/sitting.js";

/** @typedef {import("../../types.js").GameShown} GameShown */

const AS_LAST = "last"; // the options of the last table, where they are no preset
const USUAL_PLAYERS = 4;

class NewTable extends Sheet {
  static properties = {
    ...Sheet.properties,
    game: { attribute: false },
    players: { state: true },
    preset: { state: true },
    level: { state: true },
    who: { state: true },
    busy: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** @type {GameShown | null} */
    this.game = null;
    this.players = USUAL_PLAYERS;
    this.preset = "";
    this.level = "";
    this.who = { name: "", pig: "" };
    this.busy = false;
    this.trouble = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") && this.game) this.offer(this.game);
  }

  /** Begin as the last table of this game was. @param {GameShown} game */
  offer(game) {
    const { players = USUAL_PLAYERS } = lately(game.name);
    this.players = Math.min(game.most, Math.max(game.fewest, players));
    this.preset = this.lastPreset(game);
    this.level = likedLevel(game.bots);
    this.who = { name: suggestName(), pig: suggestPig() };
    this.trouble = "";
  }

  /** What the last table of this game was, by name if it has one. @param {GameShown} game */
  lastPreset(game) {
    const { options = {}, players = USUAL_PLAYERS } = lately(game.name);
    return presetOf(game, completed(game.options, { ...options, ...forCrowd(game.name, players) }), players) || AS_LAST;
  }

  heading() {
    return this.game ? titleOf(this.game.name) : "";
  }

  /** The options as they were chosen, and what so many players need. @param {GameShown} game */
  options(game) {
    const { options = {} } = lately(game.name);
    const chosen = presets(game.name).find(({ name }) => name === this.preset)?.options ?? options;
    return completed(game.options, { ...chosen, ...forCrowd(game.name, this.players) });
  }

  /** @param {typeof openTable} how */
  async begin(how) {
    const { game, players, level } = this;
    if (!game || this.busy) return;
    this.busy = true;
    this.trouble = "";
    const name = this.who.name.trim() || suggestName();
    const settings = settingsFor(game.name);
    const options = this.options(game);
    try {
      const code = await how({ ...this.who, name, game: game.name, players, level, options, settings });
      this.remember(game, { players, options }, name);
      this.close();
      go(`/t/${code}`);
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("home.trouble");
    }
    this.busy = false;
  }

  /** @param {GameShown} game @param {import("../../model/opening.js").Lately} how @param {string} name */
  remember(game, how, name) {
    rememberGame(game.name, how);
    likeLevel(this.level);
    memory.like({ name, pig: this.who.pig });
  }

  body() {
    const { game } = this;
    if (!game) return nothing;
    return html`<form class="new-table" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div class="new-emblem">${emblem(game.name)}</div>
      <galopp-sitting
        .name=${this.who.name} .pig=${this.who.pig}
        @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}
      ></galopp-sitting>
      ${this.seats(game)} ${this.kinds(game)} ${this.players > 1 ? this.levels(game) : html`<p class="new-alone">${say("home.new.alone")}</p>`}
      ${this.rules(game)} ${this.ways()}
    </form>`;
  }

  /** @param {GameShown} game */
  rules({ name }) {
    return html`<a class="new-rules" href=${rulesPage(name)} @click=${(/** @type {MouseEvent} */ event) => followToRules(event, name)}>
      ${iconPicture("book")}<span>${say("home.new.rules")}</span>
    </a>`;
  }

  /** @param {GameShown} game */
  seats({ fewest, most }) {
    const numbers = Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n);
    return oneOf({
      legend: say("home.new.seats"),
      name: "new-seats",
      choices: numbers.map((value) => ({ value, label: String(value) })),
      chosen: this.players,
      choose: (value) => (this.players = value),
    });
  }

  /** The ways to play; where there is one only, nobody is asked. @param {GameShown} game */
  kinds(game) {
    const choices = presetChoices(game, this.players);
    if (this.lastPreset(game) === AS_LAST) choices.push({ value: AS_LAST, label: say("lobby.preset.last"), why: "" });
    if (choices.length < 2) return nothing;
    // A crowd may make another preset of what was wished; with fewer it is the wish again.
    const chosen = this.preset === AS_LAST ? AS_LAST : presetOf(game, this.options(game), this.players);
    return oneOf({
      legend: say("home.new.kind"),
      name: "new-kind",
      choices,
      chosen,
      about: presetTold(game.name, chosen, this.players),
      choose: (value) => (this.preset = value),
    });
  }

  /** @param {GameShown} game */
  levels({ bots }) {
    return oneOf({
      legend: say("home.new.bots"),
      name: "new-level",
      choices: bots.map((value) => ({ value, label: levelName(value) })),
      chosen: this.level,
      about: levelAbout(this.level),
      choose: (value) => (this.level = value),
    });
  }

  ways() {
    const alone = this.players === 1;
    return html`<div class="new-ways ${this.trouble ? "new-troubled" : ""}">
      <p class="trouble" role="alert">${this.trouble}</p>
      <button class="primary" type="submit" autofocus aria-disabled=${this.busy} @click=${() => this.begin(playNow)}>
        ${iconPicture("bolt")}
        <span>${say(alone ? "home.new.play_alone" : "home.new.play")}<small>${alone ? say("home.new.play_alone.about") : say("home.new.play.about", { count: this.players - 1 })}</small></span>
      </button>
      <button type="button" aria-disabled=${this.busy} @click=${() => this.begin(openTable)}>
        ${iconPicture("people")}
        <span>${say(alone ? "home.new.open_alone" : "home.new.open")}<small>${say(alone ? "home.new.open_alone.about" : "home.new.open.about")}</small></span>
      </button>
    </div>`;
  }
}

customElements.define("galopp-new-table", NewTable);
