/**
 * A table of a group, while people sit down and when a game is over: whether it counts, and the way on. `<galopp-at-group .table>`
 *
 * Whoever is no member may sit there all the same, and agree or not. A member sits down through the group.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { membership } from "../../net/groups.js";
import { ask } from "../../net/api.js";
import { page } from "../../net/root.js";
import { follow, go } from "../../routes.js";
import { allOf, say, titleOf } from "../../language/words.js";
import { Watching } from "../../watching.js";
import { awaits, samePeople } from "../../model/group_facts.js";
import { Group } from "../../model/group.js";
import { nextWish, playNext } from "../../model/next_table.js";
import { TablePart } from "../shared/part.js";
import { troubleOf } from "./labels.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").GroupTable} GroupTable */

/** How groups are called that were asked about. @type {Map<string, Promise<string>>} */
const names = new Map();

/** @param {string} code */
function nameOfGroup(code) {
  const known = membership(code).name;
  if (known) return Promise.resolve(known);
  const asked = names.get(code) ?? ask("GET", `/groups/${code}/face`).then(({ name }) => name);
  names.set(code, asked);
  return asked.catch(() => {
    names.delete(code);
    return code;
  });
}

export class AtGroup extends TablePart {
  static properties = { ...TablePart.properties, name: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.name = "";
    this.busy = false;
    /** The group, for whoever is in it. @type {Group | null} */
    this.group = null;
    new Watching(this, () => this.group);
  }

  disconnectedCallback() {
    this.group?.leave();
    this.group = null;
    super.disconnectedCallback();
  }

  willUpdate() {
    const { group: code = "" } = this.table?.news ?? {};
    if (!code || this.group?.code === code) return;
    nameOfGroup(code).then((name) => (this.name = name));
    if (!membership(code).key) return;
    this.group = new Group(code);
    this.group.open();
  }

  render() {
    const { table } = this;
    if (!table?.news?.group) return nothing;
    const over = table.news.phase === "over";
    return html`<section class="at-group" aria-label=${this.name}>
      <p role="status">${iconPicture("people")}<span>${this.told(table, over)}</span></p>
      <div class="group-ways">${over ? this.further(table) : html`${this.agreeing(table)} ${this.seating(table)}`} ${this.back(table, over)}</div>
      ${this.group ? troubleOf(this.group) : nothing}
    </section>`;
  }

  /** Whether it counts, or who has not agreed. @param {Table} table @param {boolean} over */
  told({ news }, over) {
    const against = news?.seats.filter(({ kind, counts }) => kind === "person" && !counts).map(({ name }) => name) ?? [];
    if (!against.length) return say(over ? "group.counted" : "group.counts", { name: this.name });
    return say(over ? "group.not_counted" : "group.counts.once", { name: this.name, who: allOf(against) });
  }

  /** Our own guests decide for themselves; members have agreed by sitting down. @param {Table} table */
  agreeing(table) {
    const { news, viewpoint } = table;
    const guests = viewpoint.seats.filter((seat) => news?.seats[seat]?.member === null);
    return guests.map((seat) => {
      const { counts = false, name = "" } = news?.seats[seat] ?? {};
      const told = say(counts ? "group.disagree" : "group.agree", { name });
      return html`<button class=${counts ? "" : "primary"} type="button" @click=${() => table.tell({ type: "count", seat, agree: !counts })}>${iconPicture(counts ? "cross" : "check")}${told}</button>`;
    });
  }

  /** The member who looks on here, and may sit down. */
  get onlooker() {
    const { group, table } = this;
    const free = table?.news?.seats.some(({ kind }) => kind === "free");
    return free && !table?.viewpoint.seats.length ? group?.you : null;
  }

  /** They sit down under the name they have in the group. @param {Table} table */
  seating(table) {
    const { onlooker } = this;
    if (!onlooker) return nothing;
    return html`<button class="primary" type="button" ?disabled=${this.busy} @click=${() => this.sit(table)}>${iconPicture("check")}${say("group.sit_as", { name: onlooker.name })}</button>`;
  }

  /** A chair was pressed: whether somebody is about to sit down there as a member. @param {number} seat */
  seats(seat) {
    const { table, onlooker } = this;
    if (!table || !onlooker || table.news?.seats[seat]?.kind !== "free") return false;
    this.sit(table, seat);
    return true;
  }

  /** @param {Table} table @param {number} [seat] */
  sit(table, seat) {
    return this.once(async () => {
      const { group } = this;
      if (await group?.tried(() => group.sit(table.code, seat))) table.connection.takeKeys();
    });
  }

  /** @param {() => Promise<void>} deed */
  async once(deed) {
    if (this.busy) return;
    this.busy = true;
    await deed();
    this.busy = false;
  }

  /** The next table: one that was opened meanwhile, or a new one with the same people. @param {Table} table */
  further(table) {
    const { group } = this;
    if (!group?.news) return nothing;
    const { news } = group;
    const own = news.tables.find((one) => one.table === table.code);
    if (own?.tournament || !own?.seated.includes(news.you)) return nothing;
    const waiting = news.tables.find((one) => one.table !== table.code && awaits(news, one));
    const told = waiting ? say("group.next.waits", { game: titleOf(waiting.game) }) : say("group.next");
    return html`<button class=${waiting ? "primary" : ""} type="button" ?disabled=${this.busy} @click=${() => this.goOn(group, table, own, waiting)}>${iconPicture("bolt")}${told}</button>`;
  }

  /** @param {Group} group @param {Table} table @param {GroupTable} own @param {GroupTable} [waiting] */
  goOn(group, table, own, waiting) {
    return this.once(async () => {
      let code = waiting?.table ?? "";
      const { game = "", players, options } = table.news ?? {};
      const open = async () => playNext(group, await nextWish(group, { game, players, options }, () => samePeople(own)));
      const done = await group.tried(async () => (waiting ? group.sit(code) : (code = await open())));
      if (done) go(`/t/${code}`);
    });
  }

  /** In a tournament, when a game is over, this is the way on. @param {Table} table @param {boolean} over */
  back(table, over) {
    const { group: code = "" } = table.news ?? {};
    const told = membership(code).key ? say("group.back", { name: this.name }) : say("group.see", { name: this.name });
    const first = over && this.group?.news?.tables.find((one) => one.table === table.code)?.tournament;
    return html`<a class="button ${first ? "primary" : ""}" href=${page(`/g/${code}`)} @click=${follow}>${iconPicture("home")}${told}</a>`;
  }
}

customElements.define("galopp-at-group", AtGroup);
