/**
 * Who plays on from a position of a recorded game, and against whom: `<galopp-branching .replay .decisions .seat>`.
 *
 * It opens a table that begins there, sits down, lets bots take the other seats and starts. Says `opened` with the
 * table's code; the recorded game stays as it is.
 */

import { LitElement, html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { levelAbout, levelName } from "../../language/levels.js";
import { NotDone } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { isHere } from "../../net/root.js";
import { bring } from "../../parts.js";
import { games } from "../../model/games.js";
import { say } from "../../language/words.js";
import { likeLevel, likedLevel, playNow, settingsFor } from "../../model/opening.js";
import { oneOf } from "../shared/choice.js";
import { suggestName, suggestPig } from "../shared/sitting.js";

/** @typedef {import("../../types.js").ReplayShown} ReplayShown */

class Branching extends LitElement {
  static properties = {
    replay: { attribute: false },
    decisions: { attribute: false },
    same: { attribute: false },
    seat: { attribute: false },
    level: { state: true },
    levels: { state: true },
    who: { state: true },
    busy: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** @type {ReplayShown | null} */
    this.replay = null;
    this.decisions = 0;
    /** Whether what is drawn later is as it was there. */
    this.same = false;
    this.seat = 0;
    this.level = "";
    /** @type {string[]} */
    this.levels = [];
    this.who = { name: suggestName(), pig: suggestPig() };
    this.busy = false;
    this.trouble = "";
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("replay") && this.replay) this.offer(this.replay);
  }

  /** The bots that play this game. @param {ReplayShown} replay */
  async offer({ game }) {
    const shown = (await games().catch(() => [])).find(({ name }) => name === game);
    this.levels = shown?.bots ?? [];
    this.level = likedLevel(this.levels);
  }

  async begin() {
    const { replay, level, seat } = this;
    if (!replay || this.busy) return;
    this.busy = true;
    this.trouble = "";
    const { game, players, id } = replay;
    const who = { name: this.who.name.trim() || suggestName(), pig: this.who.pig };
    const begin = { replay: id, decisions: this.decisions, same_luck: this.same };
    try {
      const wish = { ...who, game, players, level, seat, options: {}, settings: settingsFor(game) };
      const code = await (isHere(id) ? this.playHere(wish) : playNow({ ...wish, begin }));
      likeLevel(level);
      memory.like(who);
      this.dispatchEvent(new CustomEvent("opened", { bubbles: true, detail: code }));
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("home.trouble");
    }
    this.busy = false;
  }

  /** Of a game that is on this device alone, no server knows. @param {import("../../model/opening.js").Wish} wish */
  async playHere(wish) {
    const [{ playHere }, { replaysHere }] = await Promise.all([bring("openHere"), bring("replaysHere")]);
    return playHere({ ...wish, ...(await replaysHere.beginning(this.replay?.id ?? "", this.decisions, this.same)) });
  }

  render() {
    const { replay } = this;
    if (!replay) return nothing;
    const submit = (/** @type {Event} */ event) => (event.preventDefault(), this.begin());
    return html`<form class="branching" @submit=${submit}>
      <galopp-sitting
        .name=${this.who.name} .pig=${this.who.pig}
        @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}
      ></galopp-sitting>
      ${replay.players > 1 ? html`${this.seats(replay)} ${this.bots()}` : nothing}
      <p class="trouble" role="alert">${this.trouble}</p>
      <button class="primary" type="submit" aria-disabled=${this.busy}>${iconPicture("bolt")}<span>${say("branch.begin")}</span></button>
    </form>`;
  }

  /** @param {ReplayShown} replay */
  seats({ seats }) {
    return oneOf({
      legend: say("branch.seat"),
      name: "branch-seat",
      choices: seats.map(({ name }, value) => ({ value, label: name || say("seat_number", { number: value + 1 }) })),
      chosen: this.seat,
      choose: (seat) => (this.seat = seat),
    });
  }

  bots() {
    return oneOf({
      legend: say("home.new.bots"),
      name: "branch-level",
      choices: this.levels.map((value) => ({ value, label: levelName(value) })),
      chosen: this.level,
      about: this.level ? levelAbout(this.level) : "",
      choose: (level) => (this.level = level),
    });
  }
}

customElements.define("galopp-branching", Branching);
