/** The tournament of a group: who takes part, where everybody sits, how they stand. `<galopp-group-tournament .group>` */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { newKey } from "../../net/memory.js";
import { go } from "../../routes.js";
import { levelName } from "../../language/levels.js";
import { ticking } from "../../language/lasting.js";
import { allOf, say, titleOf } from "../../language/words.js";
import { drawnTable, hasStandings, mayDraw, present, tableIs, thisRound, untilBell } from "../../model/group_facts.js";
import { pick } from "../shared/choice.js";
import { KeepingFocus } from "../shared/focus.js";
import { brief, button, memberTold, nameOf, namesOf, section, shareTool, watching } from "./labels.js";
import { GroupPart } from "./part.js";
import { pictureOfTournament } from "./pictures.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").TournamentShown} TournamentShown */
/** @typedef {import("../../types.js").RoundShown} RoundShown */
/** @typedef {import("../../types.js").DrawnTableShown} DrawnTableShown */

const SECOND = 1000; // milliseconds

/** Who sits at a table of a round. @param {GroupNews} news @param {TournamentShown} tournament @param {DrawnTableShown} table */
export const sitting = (news, { filler }, { seats }) => seats.map((member) => (member === null ? say("group.bot", { level: levelName(filler) }) : nameOf(news, member)));

// says: group.decided.*
/** What told somebody from whoever has as many points. @param {string} by */
export const decidedBy = (by) => (by ? say(`group.decided.${by}`) : "");

/** Standings of a tournament. @param {GroupNews} news @param {TournamentShown} tournament */
export const tournamentStanding = (news, { standings, name }) => html`<table class="group-standing">
  <caption class="unseen">${say("group.tournament.standings", { name })}</caption>
  <thead><tr><th scope="col"><span class="unseen">${say("result.place")}</span></th><th scope="col">${say("group.member")}</th><th scope="col">${say("group.points")}</th><th scope="col">${say("group.victories")}</th><th scope="col">${say("group.games")}</th></tr></thead>
  <tbody>${standings.map(({ member, place, points, victories, played, byes, entered, decided_by: by }) => html`<tr class=${member === news.you ? "own" : ""}>
    <td class="place">${place}</td>
    <th scope="row">${memberTold(news, member)}${notes([decidedBy(by), byes ? say("group.byes", { count: byes }) : "", entered ? "" : say("group.withdrew")])}</th>
    <td><b>${brief(points)}</b></td><td>${brief(victories)}</td><td>${played}</td>
  </tr>`)}</tbody>
</table>`;

/** @param {string[]} all */
const notes = (all) => (all.some(Boolean) ? html`<small class="group-note">${all.filter(Boolean).join(" · ")}</small>` : nothing);

class Tournament extends GroupPart {
  static properties = { ...GroupPart.properties, busy: { state: true }, doubted: { state: true } };

  constructor() {
    super();
    this.busy = false;
    new KeepingFocus(this);
    /** What was pressed once: it is done when it is pressed again. @type {"" | "end" | "bell.ring"} */
    this.doubted = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.tick = setInterval(() => this.bell() !== null && this.requestUpdate(), SECOND);
  }

  disconnectedCallback() {
    clearInterval(this.tick);
    super.disconnectedCallback();
  }

  bell() {
    const { group } = this;
    const tournament = group?.news?.tournament;
    return tournament ? untilBell(thisRound(tournament), group.clock) : null;
  }

  render() {
    const { group } = this;
    const { news } = group ?? {};
    if (!group || !news?.tournament) return nothing;
    const { tournament } = news;
    return section("tournament", tournament.name, html`
      <p class="quiet">${this.about(tournament)}</p>
      <p role="status">${this.phase(news, tournament)}</p>
      ${this.mine(group, news, tournament)}
      ${this.round(news, tournament)}
      ${this.ways(group, news, tournament)}
      ${hasStandings(tournament) ? html`${tournamentStanding(news, tournament)}<p class="choice-about">${say("group.tournament.points")}</p>` : nothing}
      ${this.promise(tournament)}`, hasStandings(tournament) ? shareTool(() => this.show(pictureOfTournament(news, tournament))) : nothing);
  }

  /** What was planned, in a line. @param {TournamentShown} tournament */
  about({ games, rounds, size, minutes, filler, over_days: overDays }) {
    return [
      games.map(titleOf).join(" → "),
      say("group.tournament.rounds", { count: rounds }),
      say("group.tournament.size", { count: size }),
      minutes ? say("clock.minutes", { count: minutes }) : "",
      filler ? say("group.tournament.filler", { level: levelName(filler) }) : "",
      overDays ? say("group.plan.over_days") : "",
    ].filter(Boolean).join(" · ");
  }

  // says: group.phase.*
  /** @param {GroupNews} news @param {TournamentShown} tournament */
  phase(news, { phase, entered, drawn, rounds, standings }) {
    if (phase === "planned") return say("group.phase.planned", { names: namesOf(news, entered) });
    if (phase === "over") return say("group.phase.over", { names: namesOf(news, standings.filter(({ place }) => place === 1).map(({ member }) => member)) });
    return say(phase === "playing" ? "group.phase.playing" : "group.phase.between", { number: drawn.length, of: rounds });
  }

  /** Where we sit, one press away. @param {Group} group @param {GroupNews} news @param {TournamentShown} tournament */
  mine(group, news, tournament) {
    const round = thisRound(tournament);
    if (!round || round.over || tournament.phase === "over") return nothing;
    const table = drawnTable(round, news.you);
    if (!table) return round.byes.includes(news.you) ? html`<p class="group-own">${iconPicture("clock")}${say("group.bye.you")}</p>` : nothing;
    const others = sitting(news, tournament, table).filter((_, at) => table.seats[at] !== news.you);
    const told = table.game === null ? say("group.my_table") : say("group.my_table.over");
    return html`<button class="group-mine ${table.game === null ? "primary" : ""}" type="button" @click=${() => this.sit(group, table.table)}>
      ${iconPicture("enter")}<span>${told}<small>${titleOf(round.game)} · ${others.join(", ")}</small></span></button>`;
  }

  /** @param {Group} group @param {string} table */
  async sit(group, table) {
    if (await group.tried(() => group.sit(table))) go(`/t/${table}`);
  }

  /** @param {GroupNews} news @param {TournamentShown} tournament */
  round(news, tournament) {
    const round = thisRound(tournament);
    if (!round) return nothing;
    const bell = this.bell();
    return html`<h3>${say("group.round", { number: round.round, game: titleOf(round.game) })}</h3>
      ${bell === null ? nothing : html`<p class="group-bell">${iconPicture("bell")}<span>${bell ? say("group.bell", { time: ticking(bell) }) : say("group.bell.rang")}</span></p>`}
      <ol class="group-round">${round.tables.map((table, at) => this.table(news, tournament, round, table, say("group.table.number", { number: at + 1 })))}</ol>
      ${round.byes.length ? html`<p class="quiet">${say("group.bye", { names: namesOf(news, round.byes) })}</p>` : nothing}`;
  }

  // says: group.table.*
  /** @param {GroupNews} news @param {TournamentShown} tournament @param {RoundShown} round @param {DrawnTableShown} table @param {string} number */
  table(news, tournament, round, table, number) {
    const [is, own] = [tableIs(round, table), table.seats.includes(news.you)];
    const who = sitting(news, tournament, table);
    const named = (/** @type {string} */ deed) => say("group.table.named", { deed, table: number, names: allOf(who) });
    return html`<li class=${own ? "own" : ""}><b>${number}</b> <span>${who.join(", ")}</span>
      ${is === "on" && !own ? watching(table.table, named) : html`<small>${say(`group.table.${is}`)}</small>`}</li>`;
  }

  /** @param {Group} group @param {GroupNews} news @param {TournamentShown} tournament */
  ways(group, news, tournament) {
    const { number, phase, entered, planned_by: by, drawn } = tournament;
    if (phase === "over") return nothing;
    const takesPart = entered.includes(news.you);
    const leads = group.isFounder || news.you === by;
    return html`<div class="group-ways">
      ${leads && mayDraw(tournament) ? html`<button class="primary" type="button" ?disabled=${this.busy} @click=${() => this.draw(group, tournament)}>${iconPicture("dice")}${say("group.draw", { number: drawn.length + 1 })}</button>` : nothing}
      ${takesPart ? button("door", say("group.withdraw"), () => group.tell({ type: "withdraw_from_tournament", tournament: number })) : button("plus", say("group.enter"), () => group.tell({ type: "enter_tournament", tournament: number }), "primary")}
      ${leads ? this.leading(group, tournament) : nothing}
    </div>
    ${group.isFounder ? this.others(group, news, tournament) : nothing}`;
  }

  /** Somebody who has no device at hand is entered by the founder, or taken out. @param {Group} group @param {GroupNews} news @param {TournamentShown} tournament */
  others(group, news, { number, entered }) {
    const people = present(news).filter(({ member }) => member !== news.you);
    if (!people.length) return nothing;
    const NOBODY = -1;
    const choices = [{ value: NOBODY, label: say("group.enter.choose") }, ...people.map(({ member, name }) => ({ value: member, label: say(entered.includes(member) ? "group.enter.out" : "group.enter.in", { name }) }))];
    const choose = (/** @type {number} */ member) => {
      if (member !== NOBODY) group.tell({ type: entered.includes(member) ? "withdraw_from_tournament" : "enter_tournament", tournament: number, member });
      this.requestUpdate();
    };
    return html`<label class="group-field" for="group-others"><span>${say("group.enter.others")}</span>${pick({ id: "group-others", choices, chosen: NOBODY, choose })}</label>`;
  }

  /** Whoever leads ends a round that nobody would end else, or all of it. @param {Group} group @param {TournamentShown} tournament */
  leading(group, { number, phase, drawn }) {
    const ring = () => group.tried(() => group.ask("POST", `/tournaments/${number}/bell`, { id: newKey(), round: drawn.length }));
    return html`${phase === "playing" ? this.graveButton("bell.ring", "bell", ring) : nothing}
      ${this.graveButton("end", "trophy", () => group.tell({ type: "end_tournament", tournament: number }))}`;
  }

  // says: group.bell.ring, group.bell.ring.sure, group.end, group.end.sure
  /** What cannot be taken back is pressed twice. @param {"end" | "bell.ring"} what @param {string} icon @param {() => unknown} deed */
  graveButton(what, icon, deed) {
    const doubted = this.doubted === what;
    const press = () => {
      this.doubted = doubted ? "" : what;
      if (doubted) deed();
    };
    return html`<button type="button" @click=${press} @blur=${() => (this.doubted = "")}>${iconPicture(icon)}${say(doubted ? `group.${what}.sure` : `group.${what}`)}</button>`;
  }

  /** @param {Group} group @param {TournamentShown} tournament */
  async draw(group, { number, drawn }) {
    if (this.busy) return;
    this.busy = true;
    await group.tried(() => group.ask("POST", `/tournaments/${number}/rounds`, { id: newKey(), round: drawn.length + 1 }));
    this.busy = false;
  }

  /** @param {TournamentShown} tournament */
  promise({ promise, secret }) {
    return html`<details class="group-fold fairness"><summary>${say("group.fair")}</summary>
      <p>${say("group.fair.about")}</p>
      <dl><dt>${say("group.promise")}</dt><dd><code>${promise}</code></dd>
      ${secret ? html`<dt>${say("group.secret")}</dt><dd><code>${secret}</code></dd>` : nothing}</dl>
    </details>`;
  }
}

customElements.define("galopp-group-tournament", Tournament);
