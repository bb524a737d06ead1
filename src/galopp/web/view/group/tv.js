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
import { say } from "../../language/words.js";
import { Group } from "../../model/group.js";
import { screenParts, thisRound, tournamentOnScreen, untilBell } from "../../model/group_facts.js";
import { Watching } from "../../watching.js";
import { Awake } from "../tv/awake.js";
import { drawnLink } from "../shared/device.js";
import { colourClass } from "./labels.js";
import { partOf } from "./on_screen.js";

/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../types.js").TournamentShown} TournamentShown */

const SECOND = 1000; // milliseconds

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
      ${screenParts(news).map((part) => partOf(news, part, group.clock))}
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
}

customElements.define("galopp-group-tv", GroupTv);
