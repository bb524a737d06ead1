/** When a season begins and ends; the founder chooses. `<galopp-group-season .group>`, a sheet. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { pick } from "../shared/choice.js";
import { troubleOf } from "./labels.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").SeasonShown} SeasonShown */

const NEW = 0;
const LONGEST_NAME = 40;

/** A day as the browser's own field writes it, in local time. @param {Date} day */
const written = (day) => new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** The moment at which a day begins here, in seconds since 1970. @param {string} day @param {number} [later] days */
function beginning(day, later = 0) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}

/** What a field holds. @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

class Season extends GroupSheet {
  static properties = { ...GroupSheet.properties, number: { state: true }, name: { state: true }, start: { state: true }, end: { state: true } };

  constructor() {
    super();
    this.number = NEW;
    this.name = "";
    this.start = "";
    this.end = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.choose(this.group?.news?.season ?? NEW);
  }

  /** @param {number} number */
  choose(number) {
    const season = this.group?.news?.seasons.find((one) => one.number === number);
    this.number = season ? number : NEW;
    const now = new Date();
    this.name = season?.name ?? String(now.getFullYear());
    this.start = written(season ? new Date(season.start * 1000) : new Date(now.getFullYear(), 0, 1));
    // The last day belongs to it, so it ends when the next one begins.
    this.end = written(season ? new Date(season.end * 1000 - 1) : new Date(now.getFullYear(), 11, 31));
  }

  heading() {
    return say("group.season");
  }

  body() {
    const { group } = this;
    if (!group?.news) return nothing;
    const choices = [{ value: NEW, label: say("group.season.new") }, ...group.news.seasons.map(({ number, name }) => ({ value: number, label: name }))];
    return html`<form class="group-form" @submit=${(/** @type {Event} */ event) => this.save(event, group)}>
      <p class="choice-about">${say("group.season.about")}</p>
      ${choices.length > 1 ? html`<label class="group-field" for="group-season-which"><span>${say("group.season.which")}</span>
        ${pick({ id: "group-season-which", choices, chosen: this.number, choose: (number) => this.choose(number) })}</label>` : nothing}
      <label class="group-field"><span>${say("group.season.name")}</span><input type="text" required maxlength=${LONGEST_NAME} .value=${live(this.name)} @input=${(/** @type {Event} */ event) => (this.name = valueOf(event))}></label>
      <div class="group-two">
        <label class="group-field"><span>${say("group.season.start")}</span><input type="date" required .value=${live(this.start)} @change=${(/** @type {Event} */ event) => (this.start = valueOf(event))}></label>
        <label class="group-field"><span>${say("group.season.end")}</span><input type="date" required min=${this.start} .value=${live(this.end)} @change=${(/** @type {Event} */ event) => (this.end = valueOf(event))}></label>
      </div>
      ${troubleOf(group)}
      <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("check")}${say("group.save")}</button>
    </form>`;
  }

  /** @param {Event} event @param {Group} group */
  save(event, group) {
    event.preventDefault();
    const { name, start, end, number } = this;
    const season = { type: "set_season", name: name.trim(), start: beginning(start), end: beginning(end, 1) };
    return this.then(() => group.tell(number ? { ...season, number } : season));
  }
}

customElements.define("galopp-group-season", Season);
