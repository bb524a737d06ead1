/** A group's page, by its address: opening one, joining one, or the group itself. `<galopp-group .code>` */

import { LitElement, html } from "lit";
import { Group } from "../../model/group.js";
import { page, served } from "../../net/root.js";
import { follow } from "../../routes.js";
import { Watching } from "../../watching.js";
import { say } from "../../language/words.js";
import "./door.js";
import "./open.js";
import "./page.js";

class GroupRoot extends LitElement {
  static properties = { code: { attribute: false } };

  constructor() {
    super();
    this.code = "";
    /** @type {Group | null} */
    this.group = null;
    new Watching(this, () => this.group);
    this.keysCame = () => location.hash && this.group?.arrive();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", this.keysCame);
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.keysCame);
    this.group?.leave();
    this.group = null;
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("code")) this.come();
    const { name = say("group.title") } = this.group?.news ?? this.group?.face ?? {};
    document.title = `${name} · ${say("title")}`;
  }

  come() {
    this.group?.leave();
    this.group = served && this.code ? new Group(this.code) : null;
    this.group?.open();
  }

  render() {
    const { group } = this;
    if (!served) return this.nothingHere("");
    if (!group) return html`<galopp-group-open></galopp-group-open>`;
    if (group.ended) return this.nothingHere(group.ended);
    if (group.news) return html`<galopp-group-page .group=${group}></galopp-group-page>`;
    if (group.face && !group.key) return html`<galopp-group-door .group=${group}></galopp-group-door>`;
    return html`<main class="waiting" aria-busy="true">${say("group.loading")}</main>`;
  }

  // says: group.gone.*
  /** @param {string} why */
  nothingHere(why) {
    const key = { leave_group: "group.gone.left", close_group: "group.gone.closed" }[why] ?? "group.gone.nowhere";
    return html`<main class="waiting">
      <h1>${say("group.title")}</h1>
      <p role="status">${say(key)}</p>
      <a class="button" href=${page("/")} @click=${follow}>${say("page.home")}</a>
    </main>`;
  }
}

customElements.define("galopp-group", GroupRoot);
