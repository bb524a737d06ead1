/** The same cards as in a recorded game, for whoever was sent the link: `<galopp-same>`, at `/same/ID`. */

import { LitElement, html } from "lit";
import { follow, go, route } from "../../routes.js";
import { NotDone } from "../../net/api.js";
import { page, tablePath } from "../../net/root.js";
import { replayShown } from "../../model/replay.js";
import { replayPath } from "../../model/replay_path.js";
import { say, titleOf } from "../../language/words.js";
import "./branching.js";
import { emblem } from "../shared/emblems.js";

/** @typedef {import("../../types.js").ReplayShown} ReplayShown */

const TRY_AGAIN_AFTER = 1500; // milliseconds

class Same extends LitElement {
  static properties = { replay: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {ReplayShown | null} */
    this.replay = null;
    /** Why there is nothing to play, once that is certain. */
    this.trouble = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
  }

  disconnectedCallback() {
    clearTimeout(this.again);
    super.disconnectedCallback();
  }

  async look() {
    const to = route();
    if (to.page !== "same") return;
    try {
      this.replay = await replayShown(to.id);
      document.title = say("same.page_title", { game: titleOf(this.replay.game) });
    } catch (error) {
      if (error instanceof NotDone && error.sentence) this.trouble = error.sentence;
      else this.again = setTimeout(() => this.look(), TRY_AGAIN_AFTER);
    }
  }

  render() {
    const { replay } = this;
    if (this.trouble) return this.nothingHere();
    if (!replay) return html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;
    return html`<main class="same">
      <div class="same-emblem">${emblem(replay.game)}</div>
      <h1>${say("same.title", { game: titleOf(replay.game) })}</h1>
      <p>${say(replay.table ? "same.about" : "same.about_seed")}</p>
      <galopp-branching .replay=${replay} .same=${true} @opened=${(/** @type {CustomEvent} */ { detail }) => go(tablePath(detail))}></galopp-branching>
      <p class="same-ways">
        <a href=${page(replayPath(replay.id))} @click=${follow}>${say("same.watch")}</a>
        <a href=${page("/")} @click=${follow}>${say("page.home")}</a>
      </p>
    </main>`;
  }

  nothingHere() {
    return html`<main class="waiting">
      <h1>${say("replay.nothing")}</h1>
      <p>${this.trouble}</p>
      <a class="button" href=${page("/")} @click=${follow}>${say("page.home")}</a>
    </main>`;
  }
}

customElements.define("galopp-same", Same);
