/** A game that was played elsewhere, at another server or with a printed board, comes to count: `<galopp-group-adding .group>`, a sheet. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { iconPicture } from "../../art/picture.js";
import { newKey } from "../../net/memory.js";
import { isLevel, levelName } from "../../language/levels.js";
import { allOf, say, titleOf } from "../../language/words.js";
import { GAME_NAMES } from "../../model/games.js";
import { namesIn, present } from "../../model/group_facts.js";
import { oneOf, pick } from "../shared/choice.js";
import { troubleOf } from "./labels.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {{member: number | null, name: string, place: number}} Added */

const MOST = 5;
const LARGEST = 64 * 1024; // bytes of a record, as the server takes it
const GUEST = -1;

/** A moment as the browser's own field writes it, in local time. @param {Date} moment */
const written = (moment) => new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Somebody in a record who is no member; behind the name of a bot is its level. @param {string} name */
function strangerTold(name) {
  const [, bot, level = ""] = /^(.+) \(([^()]+)\)$/.exec(name) ?? [];
  return isLevel(level) ? `${bot}, ${say("group.bot", { level: levelName(level) })}` : say("group.add.guest_named", { name });
}

class Adding extends GroupSheet {
  static properties = { ...GroupSheet.properties, by: { state: true }, game: { state: true }, seats: { state: true }, record: { state: true }, file: { state: true }, played: { state: true } };

  constructor() {
    super();
    /** @type {"result" | "record"} */
    this.by = "result";
    this.game = /** @type {string} */ (GAME_NAMES[0]);
    /** @type {Added[]} */
    this.seats = [];
    this.record = "";
    this.file = "";
    this.played = written(new Date());
    this.id = newKey();
  }

  connectedCallback() {
    super.connectedCallback();
    const people = this.group?.news ? present(this.group.news).slice(0, MOST) : [];
    this.seats = people.slice(0, Math.max(2, Math.min(4, people.length))).map(({ member }, at) => ({ member, name: "", place: at + 1 }));
    while (this.seats.length < 2) this.seats.push({ member: null, name: "", place: this.seats.length + 1 });
  }

  heading() {
    return say("group.add");
  }

  body() {
    const { group } = this;
    if (!group?.news) return nothing;
    return html`<form class="group-form" @submit=${(/** @type {Event} */ event) => this.add(event, group)}>
      <p class="choice-about">${say("group.add.about")}</p>
      ${oneOf({ legend: say("group.add.by"), name: "group-add-by", choices: [{ value: /** @type {const} */ ("result"), label: say("group.add.result") }, { value: /** @type {const} */ ("record"), label: say("group.add.record") }], chosen: this.by, choose: (by) => (this.by = by) })}
      ${this.by === "record" ? this.choosing() : this.playing()}
      ${this.by === "result" || this.record ? this.sitters(group.news) : nothing}
      ${troubleOf(group)}
      <button class="primary" type="submit" ?disabled=${this.busy || (this.by === "record" && !this.record)}>${iconPicture("check")}${say("group.add.do")}</button>
    </form>`;
  }

  /** @param {GroupNews} news */
  sitters(news) {
    return html`<fieldset class="group-seats"><legend>${say(this.by === "record" ? "group.add.who_sat" : "group.add.who")}</legend>
      ${this.seats.map((seat, at) => this.seat(news, seat, at))}
      ${this.by === "result" ? this.number() : nothing}
    </fieldset>`;
  }

  playing() {
    return html`${oneOf({ legend: say("home.games"), name: "group-add-game", choices: GAME_NAMES.map((value) => ({ value: /** @type {string} */ (value), label: titleOf(value) })), chosen: this.game, choose: (game) => (this.game = game) })}
      <label class="group-field"><span>${say("group.add.when")}</span>
        <input type="datetime-local" required max=${written(new Date())} .value=${live(this.played)} @change=${(/** @type {Event} */ event) => (this.played = /** @type {HTMLInputElement} */ (event.target).value)}></label>`;
  }

  choosing() {
    return html`<label class="button file-choose">
      <input class="unseen" type="file" accept=".txt,text/plain" @change=${this.read}>
      ${iconPicture("file")}<span>${this.file || say("group.add.choose")}</span>
    </label>`;
  }

  /** @param {Event} event */
  async read(event) {
    const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
    if (!file || !this.group) return;
    const text = file.size > LARGEST ? "" : await file.text();
    const names = namesIn(text);
    this.complain(file.size > LARGEST ? say("file.too_large") : names.length ? "" : say("group.add.unreadable", { name: file.name }));
    this.record = names.length ? text : "";
    this.file = file.name;
    if (names.length) this.seats = names.map((name, at) => ({ member: this.namesake(name), name, place: at + 1 }));
  }

  /** @param {string} why nothing can be added as it is; "" where it can */
  complain(why) {
    if (!this.group) return;
    this.group.trouble = why;
    this.group.changed();
  }

  /** The member who is called like somebody in the record. @param {string} name */
  namesake(name) {
    return this.group?.news?.members.find((one) => one.name && one.name.toLowerCase() === name.toLowerCase())?.member ?? null;
  }

  /** @param {GroupNews | null} news @param {Added} seat @param {number} at */
  seat(news, seat, at) {
    const people = news ? present(news).map(({ member, name }) => ({ value: member, label: name })) : [];
    const choices = [...people, { value: GUEST, label: seat.name && this.by === "record" ? strangerTold(seat.name) : say("group.guest") }];
    const places = Array.from({ length: this.seats.length }, (_, n) => ({ value: n + 1, label: say("group.add.place", { number: n + 1 }) }));
    return html`<div class="group-seat">
      ${pick({ id: `group-seat-${at}`, label: say("seat_number", { number: at + 1 }), choices, chosen: seat.member ?? GUEST, choose: (member) => this.change(at, { member: member === GUEST ? null : member }) })}
      ${this.by === "result" ? pick({ id: `group-place-${at}`, label: say("group.add.place_of", { number: at + 1 }), choices: places, chosen: seat.place, choose: (place) => this.change(at, { place }) }) : nothing}
    </div>`;
  }

  /** @param {number} at @param {Partial<Added>} changed */
  change(at, changed) {
    this.seats = this.seats.map((seat, other) => (other === at ? { ...seat, ...changed } : seat));
  }

  /** One more at the table, or one less. */
  number() {
    const more = () => (this.seats = [...this.seats, { member: null, name: "", place: this.seats.length + 1 }]);
    const less = () => (this.seats = this.seats.slice(0, -1).map((seat) => ({ ...seat, place: Math.min(seat.place, this.seats.length - 1) })));
    return html`<div class="group-ways">
      <button type="button" ?disabled=${this.seats.length >= MOST} @click=${more}>${iconPicture("plus")}${say("group.add.more")}</button>
      <button type="button" ?disabled=${this.seats.length <= 2} @click=${less}>${iconPicture("minus")}${say("group.add.less")}</button>
    </div>`;
  }

  /** Who sits there twice, if anybody does. */
  doubles() {
    const members = this.seats.flatMap(({ member }) => (member === null ? [] : [member]));
    return members.filter((member, at) => members.indexOf(member) !== at);
  }

  /** @param {Event} event @param {Group} group */
  add(event, group) {
    event.preventDefault();
    const twice = this.doubles();
    if (twice.length) return this.complain(say("group.add.twice", { names: allOf(twice.map((one) => group.news?.members.find(({ member }) => member === one)?.name ?? "")) }));
    const byRecord = this.by === "record";
    const seats = this.seats.map(({ member, place }) => ({ member, ...(byRecord ? {} : { place }) })); // a record has the names of the others
    const body = byRecord ? { id: this.id, seats, record: this.record } : { id: this.id, game: this.game, played: new Date(this.played).getTime() / 1000, seats };
    return this.then(() => group.tried(() => group.ask("POST", "/games", body)));
  }
}

customElements.define("galopp-group-adding", Adding);
