/** The games of a group, the newest first, with replays and reviews. `<galopp-group-history .group>` */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { page } from "../../net/root.js";
import { follow } from "../../routes.js";
import { levelName } from "../../language/levels.js";
import { say, titleOf } from "../../language/words.js";
import { mayStrike } from "../../model/group_facts.js";
import { replayPath } from "../../model/replay_path.js";
import { emblem } from "../shared/emblems.js";
import { KeepingFocus } from "../shared/focus.js";
import { button, day, hour, nameOf, section, signed } from "./labels.js";
import { GroupPart } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").GroupGame} GroupGame */
/** @typedef {import("../../types.js").GroupSeat} GroupSeat */

class History extends GroupPart {
  static properties = { ...GroupPart.properties, older: { state: true }, doubted: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** Games that are not in the news any more, as far as they were asked for. @type {GroupGame[]} */
    this.older = [];
    /** The game that is about to be struck. */
    this.doubted = 0;
    this.busy = false;
    new KeepingFocus(this);
  }

  /** What is shown: the news first, then what was asked for. @param {GroupNews} news */
  games(news) {
    const last = news.latest.at(-1)?.number ?? Infinity;
    return [...news.latest, ...this.older.filter(({ number }) => number < last)];
  }

  /** @param {Group} group @param {number} before */
  async more(group, before) {
    if (this.busy) return;
    this.busy = true;
    await group.tried(async () => (this.older = [...this.older.filter(({ number }) => number >= before), ...(await group.games(before))]));
    this.busy = false;
  }

  /** It takes two presses. @param {Group} group @param {number} number */
  async strike(group, number) {
    const sure = this.doubted === number;
    this.doubted = sure ? 0 : number;
    if (!sure || !(await group.tell({ type: "strike_game", number }))) return;
    this.older = this.older.map((game) => (game.number === number ? { ...game, struck: true } : game));
  }

  render() {
    const { group } = this;
    if (!group?.news) return nothing;
    const { news } = group;
    const games = this.games(news);
    const last = games.at(-1)?.number ?? 0;
    return section("history", say("group.history"), html`
      ${games.length ? html`<ol class="group-games">${games.map((game) => this.game(group, news, game))}</ol>` : html`<p class="quiet">${say("group.history.none")}</p>`}
      <div class="group-ways">
        ${games.length && games.length < news.games ? button("log", say("group.history.more"), () => this.more(group, last)) : nothing}
        ${button("plus", say("group.add"), () => this.want("game"))}
      </div>`);
  }

  /** @param {Group} group @param {GroupNews} news @param {GroupGame} game */
  game(group, news, game) {
    return html`<li class="group-game ${game.struck ? "struck" : ""}">
      <span class="table-emblem">${emblem(game.game)}</span>
      <div class="group-game-told"><b>${titleOf(game.game)}</b> <small>${day(game.played)}, ${hour(game.played)}${this.notes(news, game)}</small>
        <ol>${[...game.seats].sort((one, other) => one.place - other.place).map((seat) => this.seat(news, seat))}</ol>
      </div>
      <div class="group-game-ways">
        ${game.replay ? this.watchable(game) : nothing}
        ${mayStrike(news, game) ? this.striking(group, game) : nothing}
      </div>
    </li>`;
  }

  /** @param {GroupGame} game */
  watchable({ replay, number }) {
    const ways = /** @type {const} */ ([["replay", say("group.replay", { number }), false], ["chart", say("group.review", { number }), true]]);
    return ways.map(([icon, told, review]) => html`<a class="button" href=${page(replayPath(replay, 0, "all", review))} aria-label=${told} title=${told} @click=${follow}>${iconPicture(icon)}</a>`);
  }

  /** @param {Group} group @param {GroupGame} game */
  striking(group, { number }) {
    const doubted = this.doubted === number;
    return html`<button type="button" class="group-strike" aria-label=${say(doubted ? "group.strike.sure" : "group.strike", { number })} title=${say("group.strike", { number })}
      @click=${() => this.strike(group, number)} @blur=${() => (this.doubted = 0)}>${doubted ? say("group.strike.really") : iconPicture("cross")}</button>`;
  }

  /** @param {GroupNews} news @param {GroupGame} game */
  notes(news, { elsewhere, struck, cut_short: cut, added_by: by }) {
    const told = [
      elsewhere && say("group.elsewhere", { name: nameOf(news, by) }),
      cut && say("group.cut_short"),
      struck && say("group.struck"),
    ].filter(Boolean);
    return told.map((note) => html` · ${note}`);
  }

  /** @param {GroupNews} news @param {GroupSeat} seat */
  seat(news, { member, name, level, place, points, luck }) {
    const who = member === null ? name || levelName(level) || say("group.guest") : nameOf(news, member);
    const bot = member === null && name && level ? say("group.bot", { level: levelName(level) }) : "";
    const notes = [bot, points ? say("result.points_of", { count: points }) : "", luck === null ? "" : say("group.luck.of", { number: signed(Math.round(luck * 100)) })].filter(Boolean);
    return html`<li class=${member === news.you ? "own" : ""}><span>${place}.</span> ${who}${notes.length ? html` <small>${notes.join(" · ")}</small>` : nothing}</li>`;
  }
}

customElements.define("galopp-group-history", History);
