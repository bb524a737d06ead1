/** What to play and with whom, before a table is opened: `<galopp-new-table .game>`, a sheet. */

import { playsHere, tablePath } from "../../net/root.js";
import { html, nothing } from "lit";
import { go } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { levelAbout, levelName } from "../../language/levels.js";
import { loadAhead } from "../../net/ahead.js";
import { NotDone } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { reach } from "../../net/reach.js";
import { loadGame } from "../../model/games.js";
import { bring } from "../../parts.js";
import { followToRules, rulesPage } from "../rules/ways.js";
import { say, titleOf } from "../../language/words.js";
import { emblem } from "../shared/emblems.js";
import { lately, likeLevel, likedLevel, openTable, playNow, rememberGame, settingsFor } from "../../model/opening.js";
import { flip, oneOf, row } from "../shared/choice.js";
import { completed, forCrowd, presetChoices, presetOf, presetTold, presets } from "../lobby/presets.js";
import { Sheet } from "../shared/sheet.js";
import { suggestName, suggestPig } from "../shared/sitting.js";

/** @typedef {import("../../types.js").GameShown} GameShown */

const AS_LAST = "last"; // the options of the last table, where they are no preset
const USUAL_PLAYERS = 4;
const PARTS_AT_TABLE = /** @type {const} */ (["here", "game", "play"]); // on this device

class NewTable extends Sheet {
  static properties = {
    ...Sheet.properties,
    game: { attribute: false },
    players: { state: true },
    preset: { state: true },
    level: { state: true },
    who: { state: true },
    busy: { state: true },
    keepsNothing: { state: true },
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
    /** Whether this browser has turned out to keep no table. */
    this.keepsNothing = false;
    this.trouble = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") && this.game) this.offer(this.game);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (changed.has("game") && this.game && this.here) this.bringAhead(this.game.name);
  }

  /** What plays on this device, and the board, while somebody still chooses: a hundred files. @param {string} game */
  async bringAhead(game) {
    loadAhead(game);
    const { readyHere } = await bring("openHere");
    const [keeps] = await Promise.all([readyHere(game), loadGame(game), ...PARTS_AT_TABLE.map(bring)]);
    this.keepsNothing = !keeps;
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

  /** Play on this device, without a server. @param {"playHere" | "openHere"} how */
  async beginHere(how) {
    return this.begin(async (wish) => {
      const here = await bring("openHere");
      return how === "playHere" ? here.playHere(wish) : (await here.openHere(wish)).code;
    });
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
      go(tablePath(code));
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

  /** Whether it is to be played on this device: where that can be done, unless somebody wants it otherwise. */
  get here() {
    return playsHere() && !(this.keepsNothing && reach.there) && (memory.likes().table.here !== false || !reach.there);
  }

  /** @param {boolean} here */
  likeHere(here) {
    memory.like({ table: { ...memory.likes().table, here } });
    this.requestUpdate();
  }

  /** Whether a server is needed. */
  where() {
    if (!playsHere() || (this.keepsNothing && reach.there)) return nothing;
    const control = flip({ id: "new-here", on: this.here, off: !reach.there, choose: (on) => this.likeHere(on) });
    return row({ id: "new-here", title: say("home.new.here"), about: say(this.here ? "home.new.here.about" : "home.new.here.off"), control });
  }

  ways() {
    const alone = this.players === 1;
    const play = () => (this.here ? this.beginHere("playHere") : this.begin(playNow));
    const three = this.here && reach.there && !alone;
    return html`${this.where()}<div class="new-ways ${three ? "new-three" : ""} ${this.trouble ? "new-troubled" : ""}">
      <p class="trouble" role="alert">${this.trouble}</p>
      ${this.way("bolt", say(alone ? "home.new.play_alone" : "home.new.play"), this.about(alone), play, true)}
      ${this.here ? this.several(alone) : nothing}
      ${reach.there ? this.friends(alone) : nothing}
    </div>`;
  }

  /** @param {boolean} alone */
  about(alone) {
    if (this.here) return say("home.new.play_here.about");
    return alone ? say("home.new.play_alone.about") : say("home.new.play.about", { count: this.players - 1 });
  }

  /** Sit down first: others on this device, other options. @param {boolean} alone */
  several(alone) {
    const told = alone ? ["home.new.open_alone", "home.new.open_alone.about"] : ["home.new.several", "home.new.several.about"];
    return this.way("phone", say(told[0]), say(told[1]), () => this.beginHere("openHere"));
  }

  // says: home.new.open_alone, home.new.open_alone.about, home.new.several, home.new.several.about
  /** A table at the server, for others too. @param {boolean} alone */
  friends(alone) {
    if (alone && this.here) return nothing; // there is nobody to invite
    const told = say(alone ? "home.new.open_alone" : "home.new.open");
    return this.way("people", told, say(alone ? "home.new.open_alone.about" : "home.new.open.about"), () => this.begin(openTable));
  }

  /** @param {string} icon @param {string} told @param {string} about @param {() => void} begin @param {boolean} [first] */
  way(icon, told, about, begin, first = false) {
    return html`<button class=${first ? "primary" : ""} type=${first ? "submit" : "button"} ?autofocus=${first} aria-disabled=${this.busy} @click=${begin}>
      ${iconPicture(icon)}<span>${told}<small>${about}</small></span>
    </button>`;
  }
}

customElements.define("galopp-new-table", NewTable);
