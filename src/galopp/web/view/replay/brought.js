/** A recorded game that came inside a link: taken in on this device, then shown. `<galopp-brought>` */

import { LitElement, html, nothing } from "lit";
import { go } from "../../routes.js";
import { NotDone } from "../../net/api.js";
import { page, playsHere } from "../../net/root.js";
import { bring } from "../../parts.js";
import { replayPath } from "../../model/replay_path.js";
import { readGame } from "../../net/link.js";
import { say } from "../../language/words.js";
import "../shared/record_file.js";

class Brought extends LitElement {
  static properties = { trouble: { state: true } };

  constructor() {
    super();
    /** Why there is nothing to see. */
    this.trouble = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    document.title = say("replay.brought");
    this.open();
  }

  async open() {
    const text = location.hash ? await readGame(location.hash) : "";
    if (text === "") return;
    if (text === null || !playsHere()) return (this.trouble = say(text === null ? "replay.link_broken" : "replay.link_not_here"));
    try {
      const { replaysHere } = await bring("replaysHere");
      const id = await replaysHere.bring(text);
      go(replayPath(id), { instead: true });
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("replay.link_broken");
    }
  }

  render() {
    return html`<main class="waiting">
      <h1>${say("replay.brought")}</h1>
      ${this.trouble ? html`<p role="alert">${this.trouble}</p>` : nothing}
      ${location.hash && !this.trouble ? html`<p aria-busy="true">${say("page.loading")}</p>` : html`<galopp-record-file></galopp-record-file>`}
      <a class="button" href=${page("/")}>${say("page.home")}</a>
    </main>`;
  }
}

customElements.define("galopp-brought", Brought);
