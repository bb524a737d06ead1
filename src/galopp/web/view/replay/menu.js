/** What can be done with a recorded game: keep it, check it, play its cards, open another one. */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { page } from "../../net/root.js";
import { replayPath } from "../../model/replay_path.js";
import { dated, number, say } from "../../language/words.js";
import { copy } from "../shared/device.js";
import "../shared/taste.js";
import { labelled } from "../shared/labels.js";
import "../shared/record_file.js";
import "./verify.js";
import { Sheet } from "../shared/sheet.js";

/** @typedef {import("../../types.js").ReplayShown} ReplayShown */

class ReplayMenu extends Sheet {
  static properties = { ...Sheet.properties, replay: { attribute: false }, leaf: { state: true }, copied: { state: true } };

  constructor() {
    super();
    /** @type {import("../../model/replay.js").Replay | null} */
    this.replay = null;
    /** @type {"" | "verify"} */
    this.leaf = "";
    this.copied = false;
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
        <a class="act" href=${page(`/api/replays/${shown.id}/record`)} download>${labelled("save", say("result.save"))}</a>
        ${this.act("seal", say("replay.verify"), () => (this.leaf = "verify"))}
        <galopp-record-file only="button"></galopp-record-file>
        ${this.act("keyboard", say("menu.keys"), () => this.instead("help"))}
      </div>
      ${this.same(shown)}
      <galopp-taste></galopp-taste>`;
  }

  /** The same cards for oneself, and a link to them for friends. @param {ReplayShown} shown */
  same({ id }) {
    const path = page(`/same/${id}`);
    return html`<section class="replay-same acts">
      <h3>${say("replay.same")}</h3>
      <p class="quiet">${say("replay.same_about")}</p>
      <a class="act" href=${path} @click=${this.leave}>${labelled("dice", say("replay.same_play"))}</a>
      ${this.act(this.copied ? "check" : "link", say(this.copied ? "replay.copied" : "replay.same_link"), () => this.copy(location.origin + path))}
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
    const [, code] = id.match(/^([A-Z]+)-\d+$/) ?? [];
    return html`<p class="quiet">${told} ${over ? nothing : say("replay.unfinished")} ${origin ? this.origin(origin) : nothing}</p>
      ${code ? html`<a class="act" href=${page(`/t/${code}`)} @click=${this.leave}>${labelled("people", say("replay.to_table", { code }))}</a>` : nothing}`;
  }

  /** @param {NonNullable<ReplayShown["origin"]>} origin */
  origin({ table, decisions }) {
    const told = decisions ? say("replay.goes_on", { number: decisions }) : say("replay.same_cards");
    const id = table?.match(/^[A-Z]+\/\d+$/) ? table.replace("/", "-") : "";
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
