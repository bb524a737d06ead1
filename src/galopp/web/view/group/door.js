/** A group before one has joined it: its face, and a name and a pig to join with. `<galopp-group-door .group>` */

import { html, nothing } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { NotDone } from "../../net/api.js";
import { usePasskey } from "../../net/passkeys.js";
import { page } from "../../net/root.js";
import { follow } from "../../routes.js";
import { say } from "../../language/words.js";
import { suggestName, suggestPig } from "../shared/sitting.js";
import { button, colourClass, troubleOf } from "./labels.js";
import { GroupPart } from "./part.js";

/** @typedef {import("../../model/group.js").Group} Group */

class GroupDoor extends GroupPart {
  static properties = { ...GroupPart.properties, who: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.who = { name: suggestName(), pig: suggestPig() };
    this.busy = false;
  }

  /** @param {Event} event */
  async join(event) {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    await this.group?.join({ ...this.who, name: this.who.name.trim() || suggestName() });
    this.busy = false;
  }

  /** Somebody is a member already, and proves it on this device. */
  prove() {
    const { group } = this;
    return group?.tried(async () => {
      const { options, token } = await group.ask("POST", "/passkeys/challenge", {});
      const credential = await usePasskey(options).catch(() => {
        throw new NotDone("no_passkey", say("group.passkey.none"));
      });
      group.take(await group.ask("POST", "/passkeys/proof", { token, credential }));
    });
  }

  /** @param {Group} group @param {string} name */
  joining(group, name) {
    return html`<p>${say("group.join.about")}</p>
      <form class="group-form" @submit=${this.join}>
        <galopp-sitting .name=${this.who.name} .pig=${this.who.pig} @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}></galopp-sitting>
        ${troubleOf(group)}
        <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("enter")}${say("group.join", { name })}</button>
      </form>`;
  }

  render() {
    const { group } = this;
    if (!group?.face) return nothing;
    const { name, pig, colour, members } = group.face;
    return html`<main class="group-narrow">
      <header class="group-door ${colourClass(colour)}">
        <a class="tool" href=${page("/")} aria-label=${say("lobby.home")} title=${say("lobby.home")} @click=${follow}>${iconPicture("home")}</a>
        <span class="group-crest">${avatarPicture(pig)}</span>
        <div><h1>${name}</h1><p>${say("group.members", { count: members })}</p></div>
      </header>
      ${group.face.by_invitation && !group.invitation ? html`<p>${say("group.join.by_invitation")}</p>${troubleOf(group)}` : this.joining(group, name)}
      <section class="group-already">
        <h2>${say("group.already")}</h2>
        <p class="choice-about">${say("group.already.about")}</p>
        ${group.passkeys ? button("key", say("group.passkey.use"), () => this.prove()) : nothing}
      </section>
    </main>`;
  }
}

customElements.define("galopp-group-door", GroupDoor);
