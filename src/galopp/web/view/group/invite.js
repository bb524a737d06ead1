/** How others come to a group, and how it comes onto a screen: `<galopp-group-invite .group>`, `<galopp-group-screen .group>`. */

import { html, nothing } from "lit";
import { invitationBehind } from "../../net/groups.js";
import { page } from "../../net/root.js";
import { iconPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import "../shared/device.js";
import { linkTo } from "../shared/device.js";
import { onlyHere } from "../shared/join_code.js";
import { button, troubleOf } from "./labels.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */

/** Hand the link to whatever the device shares things with. @param {Group} group */
async function hand({ code, news }) {
  const { name = "", invitation = "" } = news ?? {};
  try {
    await navigator.share({ title: name, text: say("group.invitation", { name }), url: linkTo(`g/${code}`, invitationBehind(invitation)) });
  } catch {
    // Changed their mind.
  }
}

class InviteToGroup extends GroupSheet {
  heading() {
    return say("group.invite");
  }

  body() {
    const { group } = this;
    if (!group?.news) return nothing;
    return html`<p>${say("group.invite.about")}</p>
      <galopp-device .path=${`g/${group.code}`} .behind=${invitationBehind(group.news.invitation)} .careful=${say("group.invite.careful")}></galopp-device>
      ${"share" in navigator ? button("share", say("share.hand"), () => hand(group)) : nothing}
      ${onlyHere() ? html`<p class="quiet">${say("share.only_here")}</p>` : nothing}
      ${group.isFounder ? this.graveAct("dice", say("group.renew"), say("group.renew.sure"), () => this.renew(group)) : nothing}
      ${troubleOf(group)}`;
  }

  /** @param {Group} group */
  async renew(group) {
    if (await group.tell({ type: "renew_invitation" })) this.doubted = "";
  }
}

/** The standings for a whole room. The link carries a key that lets a screen look and do nothing. */
class GroupScreen extends GroupSheet {
  static properties = { ...GroupSheet.properties, key: { state: true } };

  constructor() {
    super();
    this.key = "";
  }

  connectedCallback() {
    super.connectedCallback();
    const { group } = this;
    group?.tried(async () => (this.key = await group.screenKey()));
  }

  heading() {
    return say("group.screen");
  }

  body() {
    const { group } = this;
    if (!group) return nothing;
    const path = `tv/${group.code}`;
    return html`<p>${say("group.screen.about")}</p>
      <a class="button" href=${page(`/${path}`)} target="_blank" rel="noopener">${iconPicture("tv")}${say("group.screen.open")}</a>
      <h3>${say("group.screen.elsewhere")}</h3>
      ${this.key ? html`<galopp-device .path=${path} .behind=${`screen=${this.key}`} .careful=${say("group.screen.careful")}></galopp-device>` : nothing}
      ${troubleOf(group)}`;
  }
}

customElements.define("galopp-group-invite", InviteToGroup);
customElements.define("galopp-group-screen", GroupScreen);
