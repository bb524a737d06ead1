/** What can be done with a recorded game: keep it, check it, play its cards, open another one. */

import { html, nothing } from "lit";
import { follow, go } from "../../routes.js";
import { NotDone, ask } from "../../net/api.js";
import { reach } from "../../net/reach.js";
import { isHere, page, tablePath } from "../../net/root.js";
import { bring } from "../../parts.js";
import { replayPath } from "../../model/replay_path.js";
import { dated, number, say } from "../../language/words.js";
import { copy } from "../shared/device.js";
import "../shared/taste.js";
import { labelled } from "../shared/labels.js";
import { fragmentOf } from "../../net/link.js";
import { saveHere } from "../shared/saving.js";
import "../shared/record_file.js";
import "./verify.js";
import { Sheet } from "../shared/sheet.js";

/** @typedef {import("../../types.js").ReplayShown} ReplayShown */

class ReplayMenu extends Sheet {
  static properties = { ...Sheet.properties, replay: { attribute: false }, leaf: { state: true }, copied: { state: true }, linked: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {import("../../model/replay.js").Replay | null} */
    this.replay = null;
    /** @type {"" | "verify"} */
    this.leaf = "";
    this.copied = false;
    /** Whether a link with the game in it was copied. */
    this.linked = false;
    /** Why the game was not put on the server. */
    this.trouble = "";
  }

  heading() {
    return say(this.leaf ? "replay.verify" : "replay.more");
  }

  body() {
    const shown = this.replay?.playback?.replay;
    if (!shown) return nothing;
    if (!this.leaf) return this.all(shown);
    return html`<button class="act back" type="button" @click=${() => (this.leaf = "")}>${labelled("back", say("menu.back"))}</button>
      <galopp-verify .replay=${shown}></galopp-verify>`;
  }

  /** @param {ReplayShown} shown */
  all(shown) {
    return html`${this.about(shown)}
      <div class="acts">
        ${this.saving(shown)}
        ${this.act("seal", say("replay.verify"), () => (this.leaf = "verify"))}
        <galopp-record-file only="button"></galopp-record-file>
        ${this.act("keyboard", say("menu.keys"), () => this.instead("help"))}
      </div>
      ${this.same(shown)}
      <galopp-taste></galopp-taste>`;
  }

  /** The game as a file; one that is on this device alone can be put on the server, to be watched by others too. @param {ReplayShown} shown */
  saving({ id }) {
    const told = labelled("save", say("result.save"));
    if (!isHere(id)) return html`<a class="act" href=${page(`/api/replays/${id}/record`)} download>${told}</a>`;
    return html`<button class="act" type="button" @click=${() => saveHere(id)}>${told}</button>
      ${this.act(this.linked ? "check" : "link", say(this.linked ? "replay.copied" : "replay.link"), () => this.link(id))}
      <input class="unseen replay-link" readonly tabindex="-1" aria-hidden="true">
      ${reach.there ? this.act("share", say("replay.upload"), () => this.upload(id)) : nothing}
      <p class="trouble" role="alert">${this.trouble}</p>`;
  }

  /** A link with the whole game in it, which no server has to keep. @param {string} id */
  async link(id) {
    const { replaysHere } = await bring("replaysHere");
    const { text } = await replaysHere.record(id);
    const field = /** @type {HTMLInputElement} */ (this.querySelector(".replay-link"));
    field.value = `${location.origin}${page("/replay")}#${await fragmentOf(text)}`;
    this.linked = await copy(field.value, field);
  }

  /** @param {string} id */
  async upload(id) {
    this.trouble = "";
    try {
      const { replaysHere } = await bring("replaysHere");
      const { text } = await replaysHere.record(id);
      const put = await ask("POST", "/replays", { body: { text } });
      this.close();
      go(replayPath(put.id));
    } catch (error) {
      this.trouble = (error instanceof NotDone && error.sentence) || say("home.trouble");
    }
  }

  /** The same cards for oneself, and a link to them for friends. @param {ReplayShown} shown */
  same({ id }) {
    const path = page(`/same/${id}`);
    return html`<section class="replay-same acts">
      <h3>${say("replay.same")}</h3>
      <p class="quiet">${say("replay.same_about")}</p>
      <a class="act" href=${path} @click=${this.leave}>${labelled("dice", say("replay.same_play"))}</a>
      ${isHere(id) ? nothing : this.act(this.copied ? "check" : "link", say(this.copied ? "replay.copied" : "replay.same_link"), () => this.copy(location.origin + path))}
      <input class="unseen" readonly tabindex="-1" aria-hidden="true" .value=${location.origin + path}>
    </section>`;
  }

  /** @param {MouseEvent} event */
  leave(event) {
    this.close();
    follow(event);
  }

  /** @param {string} link */
  async copy(link) {
    this.copied = await copy(link, this.querySelector(".replay-same input"));
  }

  /** What game it is, and where it comes from. @param {ReplayShown} shown */
  about({ id, decisions, over, origin, played_at: playedAt }) {
    const day = playedAt === null ? "" : dated(new Date(playedAt * 1000));
    const told = day ? say("replay.about_day", { count: decisions, number: number(decisions), day }) : say("replay.about", { count: decisions, number: number(decisions) });
    const [, code] = id.match(/^((?:HERE-)?[A-Z]+)-\d+$/) ?? [];
    return html`<p class="quiet">${told} ${over ? nothing : say("replay.unfinished")} ${origin ? this.origin(origin) : nothing}</p>
      ${code ? html`<a class="act" href=${page(tablePath(code))} @click=${this.leave}>${labelled("people", isHere(code) ? say("replay.to_table_here") : say("replay.to_table", { code }))}</a>` : nothing}`;
  }

  /** @param {NonNullable<ReplayShown["origin"]>} origin */
  origin({ table, decisions }) {
    const told = decisions ? say("replay.goes_on", { number: decisions }) : say("replay.same_cards");
    const id = table?.match(/^(HERE-)?[A-Z]+\/\d+$/) ? table.replace("/", "-") : "";
    return id ? html`<a href=${page(replayPath(id, decisions))} @click=${this.leave}>${told}</a>` : told;
  }

  /** Another sheet in place of this one. @param {string} sheet */
  instead(sheet) {
    const view = this.closest("galopp-replay");
    this.close();
    setTimeout(() => view?.dispatchEvent(new CustomEvent("galopp-open", { detail: sheet })));
  }
}

customElements.define("galopp-replay-menu", ReplayMenu);
