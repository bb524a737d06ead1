/** A group as its members see it: who is here, what can be played, how everybody stands. `<galopp-group-page .group>` */

import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { rememberGroup } from "../../net/groups.js";
import { page } from "../../net/root.js";
import { awaited } from "../../model/group_facts.js";
import { bring } from "../../parts.js";
import { follow } from "../../routes.js";
import { say } from "../../language/words.js";
import "../shared/taste.js";
import "./adding.js";
import "./evening.js";
import "./history.js";
import "./invite.js";
import { button, colourClass, troubleOf } from "./labels.js";
import "./new_table.js";
import "./now.js";
import { GroupPart } from "./part.js";
import "./planning.js";
import "./seasons.js";
import { makeOwn, offersPasskey } from "./settings.js";
import "./standings.js";
import "./tournament.js";

/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {"" | "invite" | "settings" | "members" | "table" | "game" | "season" | "plan" | "screen"} Over what lies over the page */

class GroupPage extends GroupPart {
  static properties = { ...GroupPart.properties, over: { state: true }, picture: { state: true } };

  constructor() {
    super();
    /** @type {Over} */
    this.over = "";
    /** What is being shown to others. @type {import("../../types.js").PictureShown | null} */
    this.picture = null;
    this.addEventListener("galopp-close", () => this.clear());
    this.addEventListener("shows", (event) => this.showPicture(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("wants", (event) => (this.over = /** @type {CustomEvent} */ (event).detail));
  }

  clear() {
    this.over = "";
    this.picture = null;
    if (this.group) this.group.trouble = "";
  }

  /** @param {import("../../types.js").PictureShown} picture */
  async showPicture(picture) {
    await bring("picture");
    this.picture = picture;
  }

  render() {
    const { group } = this;
    if (!group?.news) return nothing;
    return html`<main class="group">
      ${this.head(group.news)}
      ${troubleOf(group)}
      <div class="group-columns">
        <div class="group-column">
          ${group.isFounder ? this.awaiting(group.news) : nothing}
          ${this.what(group, group.news)}
          <galopp-group-evening .group=${group}></galopp-group-evening>
          ${offersPasskey(group) ? this.offer(group) : nothing}
        </div>
        <div class="group-column">
          <galopp-group-standings .group=${group}></galopp-group-standings>
          <galopp-group-history .group=${group}></galopp-group-history>
        </div>
      </div>
      ${this.picture ? html`<galopp-picture-sheet .shown=${this.picture}></galopp-picture-sheet>` : this.sheet()}
    </main>`;
  }

  /** A tournament that goes on comes first: of many who are there, nobody shall look for their table. @param {import("../../model/group.js").Group} group @param {GroupNews} news */
  what(group, { tournament }) {
    const parts = { now: html`<galopp-group-now .group=${group}></galopp-group-now>`, tournament: html`<galopp-group-tournament .group=${group}></galopp-group-tournament>` };
    const order = /** @type {(keyof typeof parts)[]} */ (tournament && tournament.phase !== "over" ? ["tournament", "now"] : ["now", "tournament"]);
    return repeat(order, (part) => part, (part) => parts[part]);
  }

  /** @param {GroupNews} news */
  head({ name, pig, colour, members }) {
    return html`<header class="group-head ${colourClass(colour)}">
      <a class="tool" href=${page("/")} aria-label=${say("lobby.home")} title=${say("lobby.home")} @click=${follow}>${iconPicture("home")}</a>
      <span class="group-crest">${avatarPicture(pig)}</span>
      <h1>${name}<small>${say("group.members", { count: members.filter((one) => one.name).length })}</small></h1>
      ${this.tool("share", say("group.invite"), "invite")}
      ${this.tool("tv", say("group.screen"), "screen")}
      ${this.tool("menu", say("group.settings"), "settings")}
    </header>`;
  }

  /** @param {string} icon @param {string} told @param {Over} over */
  tool(icon, told, over) {
    return html`<button class="tool" type="button" aria-label=${told} title=${told} @click=${() => (this.over = over)}>${iconPicture(icon)}</button>`;
  }

  /** Whoever brought the group from elsewhere lets the others in. @param {GroupNews} news */
  awaiting(news) {
    const count = awaited(news).length;
    if (!count) return nothing;
    return html`<aside class="group-part group-offer">
      <p>${say("group.awaiting", { count })}</p>
      <div class="group-ways">${button("key", say("group.ways_back"), () => (this.over = "members"))}</div>
    </aside>`;
  }

  /** Once, after the first game: something that brings one back here from any device. @param {import("../../model/group.js").Group} group */
  offer(group) {
    const decline = () => {
      rememberGroup(group.code, { offered: true });
      this.requestUpdate();
    };
    return html`<aside class="group-part group-offer">
      <p>${say("group.passkey.offer")}</p>
      <div class="group-ways">${button("key", say("group.passkey.make"), () => makeOwn(group))} ${button("close", say("group.passkey.no"), decline)}</div>
    </aside>`;
  }

  sheet() {
    const { group } = this;
    switch (this.over) {
      case "invite": return html`<galopp-group-invite .group=${group}></galopp-group-invite>`;
      case "screen": return html`<galopp-group-screen .group=${group}></galopp-group-screen>`;
      case "settings": return html`<galopp-group-settings .group=${group}></galopp-group-settings>`;
      case "members": return html`<galopp-group-settings .group=${group} .leaf=${"members"}></galopp-group-settings>`;
      case "table": return html`<galopp-group-table .group=${group}></galopp-group-table>`;
      case "game": return html`<galopp-group-adding .group=${group}></galopp-group-adding>`;
      case "season": return html`<galopp-group-season .group=${group}></galopp-group-season>`;
      case "plan": return html`<galopp-group-planning .group=${group}></galopp-group-planning>`;
      default: return nothing;
    }
  }
}

customElements.define("galopp-group-page", GroupPage);
