/** What a member can do about themselves, and the founder about the group: `<galopp-group-settings .group>`, a sheet. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { NotDone } from "../../net/api.js";
import { membership, rememberGroup } from "../../net/groups.js";
import { makePasskey } from "../../net/passkeys.js";
import { say } from "../../language/words.js";
import { bring } from "../../parts.js";
import "../shared/device.js";
import "../shared/sitting.js";
import { troubleOf } from "./labels.js";
import "./look.js";
import { membersLeaf } from "./members.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {"" | "self" | "device" | "passkey" | "notices" | "look" | "members"} Leaf */

/** Save a text as a file. @param {string} text @param {string} name */
function save(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still read it
}

class GroupSettings extends GroupSheet {
  static properties = { ...GroupSheet.properties, leaf: { state: true }, who: { state: true }, look: { state: true }, link: { state: true } };

  constructor() {
    super();
    /** @type {Leaf} */
    this.leaf = "";
    this.who = { name: "", pig: "" };
    this.look = { name: "", pig: "", colour: "" };
    /** What lets another device in, or somebody who is awaited; and how many devices of ours there were before. */
    this.link = { key: "", member: -1, devices: 0 };
  }

  // says: group.settings, group.self, group.device, group.passkey, menu.notices, group.look, group.moderate
  heading() {
    const keys = { "": "group.settings", self: "group.self", device: "group.device", passkey: "group.passkey", notices: "menu.notices", look: "group.look", members: "group.moderate" };
    return say(keys[this.leaf]);
  }

  body() {
    const { group } = this;
    if (!group?.news) return nothing;
    const leaves = { "": () => this.all(group), self: () => this.self(group), device: () => this.device(group), passkey: () => this.passkeys(group), notices: () => this.notices(group), look: () => this.looks(group), members: () => membersLeaf(this, group) };
    return html`${this.leaf ? html`<button class="act back" type="button" @click=${() => this.turn("")}>${iconPicture("back")}<span>${say("menu.back")}</span></button>` : nothing}
      ${leaves[this.leaf]()} ${troubleOf(group)}`;
  }

  /** @param {Leaf} leaf */
  turn(leaf) {
    this.leaf = leaf;
    this.doubted = "";
    const { you, news } = this.group ?? {};
    if (you) this.who = { name: you.name, pig: you.pig };
    if (news) this.look = { name: news.name, pig: news.pig, colour: news.colour };
    if (leaf === "device" && this.group) this.makeLink(this.group);
  }

  /** @param {Group} group */
  all(group) {
    return html`<div class="acts">
      ${this.act("people", say("group.self"), () => this.turn("self"))}
      ${this.act("phone", say("group.device"), () => this.turn("device"))}
      ${this.act("bell", say("menu.notices"), () => this.turnToNotices())}
      ${group.passkeys ? this.act("key", say("group.passkey"), () => this.turn("passkey")) : nothing}
      ${group.isFounder ? html`${this.act("crown", say("group.look"), () => this.turn("look"))} ${this.act("people", say("group.moderate"), () => this.turn("members"))}` : nothing}
      ${this.act("save", say("group.export"), () => this.export(group))}
      <p class="quiet">${say("group.export.about")}</p>
      ${this.graveAct("door", say("group.leave"), say("group.leave.sure"), () => group.part("leave_group"))}
      ${group.isFounder ? this.graveAct("cross", say("group.close"), say("group.close.sure"), () => group.part("close_group")) : nothing}
    </div>`;
  }

  /** @param {Group} group */
  export(group) {
    return group.tried(async () => save(JSON.stringify(await group.ask("GET", "/export")), `galopp-${group.code}.json`));
  }

  // --- Oneself

  /** @param {Group} group */
  self(group) {
    const rename = (/** @type {Event} */ event) => {
      event.preventDefault();
      return this.then(() => group.tell({ type: "rename_member", ...this.who }));
    };
    return html`<form class="group-form" @submit=${rename}>
      <galopp-sitting .name=${this.who.name} .pig=${this.who.pig} @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}></galopp-sitting>
      <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("check")}${say("group.save")}</button>
    </form>`;
  }

  /** @param {Group} group @param {number} [member] */
  makeLink(group, member = group.you?.member ?? -1) {
    this.link = { key: "", member, devices: group.you?.devices ?? 0 };
    return group.tried(async () => (this.link = { ...this.link, key: await group.oneTimeKey(member) }));
  }

  /** @param {Group} group */
  device(group) {
    const { devices = 0 } = group.you ?? {};
    const { key } = this.link;
    return html`${devices > this.link.devices ? this.letIn(group) : html`<p>${say("group.device.about")}</p>
      ${key ? html`<galopp-device .path=${`g/${group.code}`} .behind=${`device=${key}`} .careful=${say("group.device.careful")}></galopp-device>` : nothing}`}
      <h3>${say("group.devices", { count: devices })}</h3>
      <p class="choice-about">${say("group.drop_keys.about")}</p>
      ${this.graveAct("phone", say("group.drop_keys"), say("group.drop_keys.sure"), () => this.drop(group))}`;
  }

  /** The link has done what it was made for. @param {Group} group */
  letIn(group) {
    return html`<p role="status">${say("group.device.done")}</p>
      ${this.act("phone", say("group.device.more"), () => this.makeLink(group))}`;
  }

  /** @param {Group} group */
  async drop(group) {
    if (await group.tell({ type: "drop_keys" })) this.turn("");
  }

  // --- Passkeys

  /** @param {Group} group */
  passkeys(group) {
    const own = group.you?.passkeys ?? [];
    return html`<p>${say("group.passkey.about")}</p>
      ${own.length ? html`<p>${say("group.passkey.have", { count: own.length })}</p>` : nothing}
      <div class="acts">
        ${this.act("key", say("group.passkey.make"), () => this.make(group))}
        ${own.map((credential, at) => this.graveAct("cross", say("group.passkey.drop", { number: at + 1 }), say("group.passkey.drop.sure"), () => group.tell({ type: "drop_passkey", credential })))}
      </div>`;
  }

  /** @param {Group} group */
  make(group) {
    return makeOwn(group);
  }

  // --- Notices

  /** Their words and switches come when somebody wants them. */
  async turnToNotices() {
    await bring("groupNotices");
    this.turn("notices");
  }

  /** @param {Group} group */
  notices(group) {
    return html`<p>${say("group.notices.about")}</p>
      <galopp-notice-settings .group=${group}></galopp-notice-settings>`;
  }

  // --- The founder

  /** @param {Group} group */
  looks(group) {
    const rename = (/** @type {Event} */ event) => {
      event.preventDefault();
      return this.then(() => group.tell({ type: "rename_group", ...this.look, name: this.look.name.trim() }));
    };
    return html`<form class="group-form" @submit=${rename}>
      <galopp-group-look .name=${this.look.name} .pig=${this.look.pig} .colour=${this.look.colour} @changed=${(/** @type {CustomEvent} */ event) => (this.look = event.detail)}></galopp-group-look>
      <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("check")}${say("group.save")}</button>
    </form>`;
  }
}

/** Make a passkey, once the browser has asked. Resolves with whether there is one. @param {Group} group */
export function makeOwn(group) {
  return group.tried(async () => {
    const { options, token } = await group.ask("POST", "/passkeys/options", {});
    const credential = await makePasskey(options).catch(() => {
      throw new NotDone("no_passkey", say("group.passkey.not_made"));
    });
    await group.ask("POST", "/passkeys", { token, credential });
    rememberGroup(group.code, { offered: true });
  });
}

/** Whether a passkey is to be offered: once, to whoever has none. @param {Group} group */
export const offersPasskey = (group) => group.passkeys && !membership(group.code).offered && !group.you?.passkeys.length && (group.news?.games ?? 0) > 0;

customElements.define("galopp-group-settings", GroupSettings);
