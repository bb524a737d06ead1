/**
 * A group's evening or tournament for a whole room: `<galopp-group-tv .code>`, to be read from three metres.
 *
 * A link has brought a key behind its "#" with which it can only look; in the browser of a member theirs does as well.
 */

import { LitElement, html, nothing } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { invitationBehind } from "../../net/groups.js";
import { page } from "../../net/root.js";
import { ticking } from "../../language/lasting.js";
import { say, titleOf } from "../../language/words.js";
import { Group } from "../../model/group.js";
import { hasStandings, pageOf, present, screenParts, thisRound, tournamentOnScreen, untilBell } from "../../model/group_facts.js";
import { Watching } from "../../watching.js";
import { Awake } from "../tv/awake.js";
import { drawnLink } from "../shared/device.js";
import { brief, colourClass, day, memberTold, namesOf } from "./labels.js";
import { decidedBy, sitting } from "./tournament.js";

/** @typedef {import("../../model/group_facts.js").ScreenPart} ScreenPart */
/** @typedef {import("../../types.js").EveningShown} EveningShown */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").RoundShown} RoundShown */
/** @typedef {import("../../types.js").TournamentShown} TournamentShown */

const SECOND = 1000; // milliseconds
const FEW_ROWS = 6; // as large as can be
const MOST_ROWS = 12; // and of tables; longer lists are shown page by page
const COLUMNS = 2; // of tables beside standings; twice as many without

/** How many tables find room at a time: three rows of small ones, two of others. @param {TournamentShown} tournament @param {RoundShown} round */
function mostTables(tournament, { tables }) {
  const seats = Math.max(...tables.map(({ seats }) => seats.length));
  return (hasStandings(tournament) ? COLUMNS : 2 * COLUMNS) * (seats > 2 ? 2 : 3);
}

class GroupTv extends LitElement {
  static properties = { code: { attribute: false }, drawn: { state: true } };

  constructor() {
    super();
    this.code = "";
    /** The way to the group as a QR code, once it is there. */
    this.drawn = "";
    /** What that carries, once it is known. @type {string | null} */
    this.invitation = null;
    /** @type {Group | null} */
    this.group = null;
    new Watching(this, () => this.group);
    new Awake(this);
    this.keysCame = () => location.hash && this.group?.arrive();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add("on-tv");
    addEventListener("hashchange", this.keysCame);
    this.tick = setInterval(() => this.requestUpdate(), SECOND);
  }

  disconnectedCallback() {
    document.documentElement.classList.remove("on-tv");
    removeEventListener("hashchange", this.keysCame);
    clearInterval(this.tick);
    this.group?.leave();
    this.group = null;
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("code")) return;
    this.group?.leave();
    this.group = new Group(this.code, { screen: true });
    this.group.open();
  }

  /** The way to the group is drawn once it is known, and anew with another invitation. */
  updated() {
    const { invitation } = this.group?.news ?? {};
    if (invitation === undefined || invitation === this.invitation) return;
    this.invitation = invitation;
    drawnLink(`g/${this.code}`, invitationBehind(invitation)).then((drawn) => (this.drawn = drawn), () => {});
  }

  render() {
    const { group } = this;
    if (!group?.news) return this.door(group);
    const { news } = group;
    const tournament = tournamentOnScreen(news);
    return html`<main class="tv group-tv ${colourClass(news.colour)}">
      <header><span class="group-crest">${avatarPicture(news.pig)}</span>
        <div><h1>${news.name}</h1>${this.about(news, tournament)}</div>
        ${this.bell(group)}
        ${this.drawn ? html`<img class="tv-qr" src=${this.drawn} alt=${say("group.invite")}>` : nothing}
      </header>
      ${screenParts(news).map((part) => this.partOf(news, part))}
    </main>`;
  }

  /** Without a key there is nothing to see. @param {Group | null} group */
  door(group) {
    if (group && !group.ended && group.key) return html`<main class="waiting" aria-busy="true">${say("group.loading")}</main>`;
    return html`<main class="tv waiting"><h1>${group?.face?.name ?? say("group.title")}</h1>
      <p>${say(group?.ended ? "group.gone.nowhere" : "group.screen.key")}</p>
      <a class="button" href=${page("/tv")}>${say("tv.other")}</a></main>`;
  }

  /** @param {Group} group */
  bell(group) {
    const { tournament } = group.news ?? {};
    const left = tournament ? untilBell(thisRound(tournament), group.clock) : null;
    if (left === null) return nothing;
    return html`<p class="group-bell">${iconPicture("bell")}<span>${left ? ticking(left) : say("group.bell.rang")}</span></p>`;
  }

  /** What is shown; before the first game there is nothing to name. @param {GroupNews} news @param {TournamentShown | null} tournament */
  about({ evening }, tournament) {
    const about = tournament?.name ?? (evening ? say("group.evening") : "");
    return about ? html`<p>${about}</p>` : nothing;
  }

  /** @param {GroupNews} news @param {ScreenPart} part */
  partOf(news, part) {
    switch (part.kind) {
      case "here": return this.here(news);
      case "evening": return this.evening(news, part.evening);
      case "entered": return html`<section><h2>${say("group.phase.planned", { names: namesOf(news, part.members) })}</h2></section>`;
      case "round": return this.round(news, part.tournament, part.round);
      case "standings": return this.standings(news, part.tournament);
    }
  }

  /** Who sits where. @param {GroupNews} news @param {TournamentShown} tournament @param {RoundShown} round */
  round(news, tournament, round) {
    const { shown, ...pages } = pageOf(round.tables.map((table, at) => ({ table, at })), mostTables(tournament, round), this.group?.clock ?? 0);
    return html`<section><h2>${say("group.round", { number: round.round, game: titleOf(round.game) })}</h2>
      <ol class="group-round">${shown.map(({ table, at }) => html`<li class=${table.game === null ? "" : "done"}>
        <b>${say("group.table.number", { number: at + 1 })}</b><code>${table.table}</code>
        <ul>${sitting(news, tournament, table).map((name) => html`<li>${name}</li>`)}</ul>
        <small>${say(table.game === null ? "group.table.on" : "group.table.done")}</small></li>`)}</ol>
      ${this.pages(pages)}
      ${round.byes.length ? html`<p>${say("group.bye", { names: namesOf(news, round.byes) })}</p>` : nothing}
    </section>`;
  }

  /** @param {GroupNews} news @param {TournamentShown} tournament */
  standings(news, { standings }) {
    const heads = [say("group.points"), say("group.victories")];
    return html`<section><h2>${say("group.standings")}</h2>
      ${this.table(news, heads, standings.map(({ member, place, points, victories, decided_by: by }) => ({ member, place, cells: [brief(points), brief(victories)], note: decidedBy(by) })))}</section>`;
  }

  /** @param {GroupNews} news */
  here(news) {
    const people = present(news).filter(({ here }) => here).map(({ member }) => member);
    return html`<section><h2>${say("group.here.who", { names: namesOf(news, people) })}</h2></section>`;
  }

  /** @param {GroupNews} news @param {EveningShown} evening */
  evening(news, { start, standings }) {
    const heads = [say("group.victories"), say("group.points"), say("group.games")];
    const rows = standings.map(({ member, place, victories, points, games }) => ({ member, place, cells: [brief(victories), brief(points), String(games)], note: "" }));
    return html`<section><h2>${day(start)}</h2>${this.table(news, heads, rows)}</section>`;
  }

  /** @param {GroupNews} news @param {string[]} heads @param {{member: number, place: number, cells: string[], note: string}[]} rows */
  table(news, heads, rows) {
    const { shown, ...pages } = pageOf(rows, MOST_ROWS, this.group?.clock ?? 0);
    return html`<table class="group-standing ${rows.length > FEW_ROWS ? "many" : ""}"><caption class="unseen">${say("group.standings")}</caption>
      <thead><tr><th scope="col"><span class="unseen">${say("result.place")}</span></th><th scope="col">${say("group.member")}</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${shown.map(({ member, place, cells, note }) => html`<tr><td class="place">${place}</td><th scope="row">${memberTold({ ...news, you: -1 }, member)}${note ? html`<small class="group-note">${note}</small>` : nothing}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>${this.pages(pages)}`;
  }

  /** Which part of a long list this is. @param {{at: number, pages: number}} which */
  pages({ at, pages }) {
    return pages > 1 ? html`<p class="group-pages">${at + 1} / ${pages}</p>` : nothing;
  }
}

customElements.define("galopp-group-tv", GroupTv);
