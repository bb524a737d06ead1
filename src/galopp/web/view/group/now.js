/** Who is here now, the next table, and those that are open. `<galopp-group-now .group>` */

import { html, nothing } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { go } from "../../routes.js";
import { allOf, say, titleOf } from "../../language/words.js";
import { awaits, freeSeats, lastGame, nextPeople, present, tablesToShow } from "../../model/group_facts.js";
import { nextWish, playNext } from "../../model/next_table.js";
import { emblem } from "../shared/emblems.js";
import { KeepingFocus } from "../shared/focus.js";
import { button, namesOf, section, watching } from "./labels.js";
import { GroupPart } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").GroupTable} GroupTable */
/** @typedef {import("../../types.js").GroupMember} GroupMember */

const MOST = 5; // at a table

class GroupNow extends GroupPart {
  static properties = { ...GroupPart.properties, busy: { state: true } };

  constructor() {
    super();
    this.busy = false;
    new KeepingFocus(this);
  }

  /** The next table, at once. @param {Group} group */
  play(group) {
    return this.goTo(group, async () => playNext(group, await nextWish(group)));
  }

  /** @param {Group} group @param {string} table */
  sit(group, table) {
    return this.goTo(group, async () => {
      await group.sit(table);
      return table;
    });
  }

  /** @param {Group} group @param {() => Promise<string>} way */
  async goTo(group, way) {
    if (this.busy) return;
    this.busy = true;
    let table = "";
    const done = await group.tried(async () => (table = await way()));
    this.busy = false;
    if (done) go(`/t/${table}`);
  }

  render() {
    const { group } = this;
    if (!group?.news) return nothing;
    return section("now", say("group.now"), html`
      <ul class="group-people">${present(group.news).map((one) => this.person(one, group.news?.you))}</ul>
      <p class="unseen" role="status">${tablesToShow(group.news).some((table) => group.news && awaits(group.news, table)) ? say("group.table.waits") : ""}</p>
      ${this.playing(group, group.news)}
      ${this.tables(group, group.news)}`);
  }

  /** @param {GroupMember} member @param {number} [you] */
  person({ member, name, pig, here, awaited }, you) {
    return html`<li class="group-person ${here ? "here" : ""}">
      <span class="group-face">${avatarPicture(pig)}${here ? html`<i aria-hidden="true"></i>` : nothing}</span>
      <span>${name}${member === you ? html` <span class="mark group-you">${say("seat.you")}</span>` : nothing}</span>
      <small>${say(here ? "group.here" : awaited ? "group.awaited" : "group.away")}</small>
    </li>`;
  }

  /** @param {Group} group @param {GroupNews} news */
  playing(group, news) {
    const last = lastGame(news);
    const people = nextPeople(news, MOST).filter((member) => member !== news.you);
    const about = people.length ? say(last ? "group.play.with" : "group.play.first", { names: namesOf(news, people) }) : say("group.play.alone");
    return html`<div class="group-play">
      <button class="primary" type="button" aria-disabled=${this.busy} @click=${() => this.play(group)}>
        ${iconPicture("bolt")}<span>${last ? say("group.play.again", { game: titleOf(last.game) }) : say("group.play")}<small>${about}</small></span>
      </button>
      ${button("people", say("group.play.other"), () => this.want("table"))}
      ${news.tournament && news.tournament.phase !== "over" ? nothing : button("trophy", say("group.plan"), () => this.want("plan"))}
    </div>`;
  }

  /** @param {Group} group @param {GroupNews} news */
  tables(group, news) {
    const tables = tablesToShow(news);
    if (!tables.length) return nothing;
    return html`<h3>${say("group.tables")}</h3>
      <ul class="group-tables">${tables.map((table) => this.table(group, news, table))}</ul>`;
  }

  /** @param {Group} group @param {GroupNews} news @param {GroupTable} table */
  table(group, news, table) {
    const waits = awaits(news, table);
    return html`<li class="group-table ${waits ? "waits" : ""}">
      <span class="table-emblem">${emblem(table.game)}</span>
      <div><b>${titleOf(table.game)}</b>
        <small>${waits ? html`<b>${say("group.table.waits")}</b> ` : nothing}${this.told(table)}</small></div>
      ${this.way(group, news, table)}
    </li>`;
  }

  // says: group.table.*
  /** @param {GroupTable} table */
  told(table) {
    const names = table.names.filter(Boolean);
    const free = freeSeats(table);
    const who = names.length ? allOf(names) : say("group.table.empty");
    if (table.phase === "lobby") return free ? say("group.table.lobby", { names: who, count: free }) : say("group.table.full", { names: who });
    return say("group.table.playing", { names: who });
  }

  /** @param {Group} group @param {GroupNews} news @param {GroupTable} table */
  way(group, news, { table, game, phase, seated, names }) {
    const ours = seated.includes(news.you);
    const free = phase === "lobby" && names.some((name) => !name);
    const who = names.filter(Boolean);
    const named = (/** @type {string} */ deed) => say("group.table.named", { deed, table: titleOf(game), names: who.length ? allOf(who) : table });
    if (!ours && !free) return watching(table, named, "button");
    const told = say(ours ? "group.table.back" : "group.table.sit");
    return html`<button class="primary" type="button" aria-label=${named(told)} @click=${() => this.sit(group, table)}>${told}</button>`;
  }
}

customElements.define("galopp-group-now", GroupNow);
