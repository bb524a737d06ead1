/** An evening with drawn tables, or a tournament: what is played, and for how long. `<galopp-group-planning .group>`, a sheet. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { iconPicture } from "../../art/picture.js";
import { levelName } from "../../language/levels.js";
import { say, titleOf } from "../../language/words.js";
import { gamesInOrder } from "../../model/next_table.js";
import "../lobby/stepper.js";
import { flip, pick, row } from "../shared/choice.js";
import { day, troubleOf } from "./labels.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GameShown} GameShown */

const MINUTES = [0, 10, 20, 30, 45, 60, 90];
const MOST_ROUNDS = 40;
const LONGEST_NAME = 40;

class Planning extends GroupSheet {
  static properties = {
    ...GroupSheet.properties,
    shown: { state: true }, name: { state: true }, games: { state: true }, size: { state: true }, rounds: { state: true },
    minutes: { state: true }, filler: { state: true }, overDays: { state: true },
  };

  constructor() {
    super();
    /** @type {GameShown[]} */
    this.shown = [];
    this.name = "";
    /** A game a round, over and over. @type {string[]} */
    this.games = [];
    this.size = 4;
    this.rounds = 3;
    this.minutes = 0;
    this.filler = "";
    this.overDays = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    this.name ||= say("group.plan.named", { day: day(Date.now() / 1000).replace(/,? \d{4}$/, "") }).slice(0, LONGEST_NAME);
    this.shown = await gamesInOrder();
    this.games = this.shown.map(({ name }) => name).slice(0, 1);
  }

  heading() {
    return say("group.plan");
  }

  /** How many can sit at a table, whichever of the games is played. */
  get bounds() {
    const chosen = this.shown.filter(({ name }) => this.games.includes(name));
    return { lowest: Math.max(2, ...chosen.map(({ fewest }) => fewest)), highest: Math.min(5, ...chosen.map(({ most }) => most)) };
  }

  body() {
    const { group } = this;
    if (!group || !this.shown.length) return html`<p>${say("group.loading")}</p>`;
    return html`<form class="group-form" @submit=${(/** @type {Event} */ event) => this.plan(event, group)}>
      <p class="choice-about">${say("group.plan.about")}</p>
      <label class="group-field"><span>${say("group.plan.name")}</span>
        <input type="text" required maxlength=${LONGEST_NAME} .value=${live(this.name)} @input=${(/** @type {Event} */ event) => (this.name = /** @type {HTMLInputElement} */ (event.target).value)}></label>
      ${this.mix()}
      <div class="choice-rows">${this.sizes()} ${this.lengths()} ${this.fillers()} ${this.days()}</div>
      ${troubleOf(group)}
      <button class="primary" type="submit" ?disabled=${this.busy || !this.games.length}>${iconPicture("trophy")}${say("group.plan.do")}</button>
    </form>`;
  }

  /** Which games: one a round, in the order they were chosen. */
  mix() {
    return html`<fieldset class="group-expected"><legend>${say("group.plan.games")}</legend>
      ${this.shown.map(({ name }) => html`<label class="group-check"><input type="checkbox" .checked=${live(this.games.includes(name))} @change=${() => this.toggle(name)}><span>${titleOf(name)}</span></label>`)}
      <p class="choice-about">${this.games.length > 1 ? say("group.plan.games.about", { games: this.games.map(titleOf).join(" → ") }) : nothing}</p>
    </fieldset>`;
  }

  /** @param {string} name */
  toggle(name) {
    this.games = this.games.includes(name) ? this.games.filter((one) => one !== name) : [...this.games, name];
    const { lowest, highest } = this.bounds;
    this.size = Math.min(highest, Math.max(lowest, this.size));
  }

  sizes() {
    const { lowest, highest } = this.bounds;
    const size = html`<galopp-stepper .value=${this.size} .lowest=${lowest} .highest=${highest} .label=${say("group.plan.size")} @chosen=${(/** @type {CustomEvent} */ event) => (this.size = event.detail)}></galopp-stepper>`;
    const rounds = html`<galopp-stepper .value=${this.rounds} .lowest=${1} .highest=${MOST_ROUNDS} .label=${say("group.plan.rounds")} @chosen=${(/** @type {CustomEvent} */ event) => (this.rounds = event.detail)}></galopp-stepper>`;
    return html`${row({ id: "plan-size", title: say("group.plan.size"), about: say("group.plan.size.about"), control: size })}
      ${row({ id: "plan-rounds", title: say("group.plan.rounds"), about: "", control: rounds })}`;
  }

  lengths() {
    const choices = MINUTES.map((value) => ({ value, label: value ? say("clock.minutes", { count: value }) : say("group.plan.to_the_end") }));
    return row({ id: "plan-minutes", title: say("group.plan.minutes"), about: say(this.minutes ? "group.plan.minutes.about" : "group.plan.to_the_end.about"), control: pick({ id: "plan-minutes", choices, chosen: this.minutes, choose: (minutes) => (this.minutes = minutes) }) });
  }

  fillers() {
    const levels = this.shown.find(({ name }) => name === this.games[0])?.bots ?? [];
    const choices = [{ value: "", label: say("group.plan.no_bots") }, ...levels.map((value) => ({ value, label: levelName(value) }))];
    return row({ id: "plan-filler", title: say("group.plan.filler"), about: say(this.filler ? "group.plan.filler.about" : "group.plan.no_bots.about"), control: pick({ id: "plan-filler", choices, chosen: this.filler, choose: (filler) => (this.filler = filler) }) });
  }

  days() {
    return row({ id: "plan-days", title: say("group.plan.over_days"), about: say("group.plan.over_days.about"), control: flip({ id: "plan-days", on: this.overDays, choose: (on) => (this.overDays = on) }) });
  }

  /** @param {Event} event @param {Group} group */
  plan(event, group) {
    event.preventDefault();
    for (const stepper of this.querySelectorAll("galopp-stepper")) /** @type {import("../lobby/stepper.js").Stepper} */ (stepper).choose(); // what was typed this moment
    const { name, games, size, rounds, minutes, filler, overDays } = this;
    return this.then(() => group.tell({ type: "plan_tournament", name: name.trim(), games, size, rounds, minutes, filler, over_days: overDays }));
  }
}

customElements.define("galopp-group-planning", Planning);
