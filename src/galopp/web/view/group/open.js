/** `/g`: opening a group, or bringing one from another server. `<galopp-group-open>` */

import { LitElement, html } from "lit";
import { iconPicture } from "../../art/picture.js";
import { NotDone } from "../../net/api.js";
import { newKey } from "../../net/memory.js";
import { page } from "../../net/root.js";
import { follow, go } from "../../routes.js";
import { say } from "../../language/words.js";
import { importGroup, openGroup } from "../../model/group.js";
import { PIGS, suggestName, suggestPig } from "../shared/sitting.js";
import { COLOURS } from "./labels.js";
import "./look.js";

class OpenGroup extends LitElement {
  static properties = { look: { state: true }, who: { state: true }, busy: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    this.look = { name: "", pig: PIGS[0], colour: COLOURS[0] };
    this.who = { name: suggestName(), pig: suggestPig() };
    this.busy = false;
    this.trouble = "";
    /** A key of our own making: asking twice is asking once. */
    this.key = newKey();
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Event} event */
  open(event) {
    event.preventDefault();
    const member = this.who.name.trim() || suggestName();
    return this.begin(() => openGroup({ ...this.look, name: this.look.name.trim(), member, member_pig: this.who.pig, key: this.key }));
  }

  /** @param {Event} event */
  async bring(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (!file) return;
    await this.begin(async () => importGroup(await this.read(file)));
    field.value = ""; // the same file may be chosen again
  }

  /** @param {File} file */
  async read(file) {
    try {
      return JSON.parse(await file.text());
    } catch {
      throw new NotDone("not_a_group", say("group.import.unreadable", { name: file.name }));
    }
  }

  /** @param {() => Promise<string>} how */
  async begin(how) {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      go(`/g/${await how()}`, { instead: true });
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.trouble = error.sentence || say("home.trouble");
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`<main class="group-narrow">
      <header class="lobby-head">
        <a class="tool" href=${page("/")} aria-label=${say("lobby.home")} title=${say("lobby.home")} @click=${follow}>${iconPicture("home")}</a>
        <h1>${say("group.open")}</h1>
      </header>
      <p>${say("group.open.about")}</p>
      <form class="group-form" @submit=${this.open}>
        <galopp-group-look .name=${this.look.name} .pig=${this.look.pig} .colour=${this.look.colour}
          @changed=${(/** @type {CustomEvent} */ event) => (this.look = event.detail)}></galopp-group-look>
        <h2>${say("group.yourself")}</h2>
        <galopp-sitting .name=${this.who.name} .pig=${this.who.pig} @changed=${(/** @type {CustomEvent} */ event) => (this.who = event.detail)}></galopp-sitting>
        <p class="trouble" role="alert">${this.trouble}</p>
        <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("check")}${say("group.open.do")}</button>
      </form>
      <details class="group-fold"><summary>${say("group.import")}</summary>
        <p class="choice-about">${say("group.import.about")}</p>
        <label class="button file-choose ${this.busy ? "busy" : ""}">
          <input class="unseen" type="file" accept=".json,application/json" @change=${this.bring}>
          ${iconPicture("file")}<span>${say("group.import.choose")}</span>
        </label>
      </details>
    </main>`;
  }
}

customElements.define("galopp-group-open", OpenGroup);
