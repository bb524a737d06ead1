/** How others find a table: link, code, QR code, and the screen in the room. `<galopp-share .table>` */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { page } from "../../net/root.js";
import { say } from "../../language/words.js";
import { copy, tableLink } from "./device.js";
import { TablePart } from "./part.js";
import { onlyHere } from "./join_code.js";
import "./tv_way.js";

/** @typedef {import("../../model/table.js").Table} Table */

const COPIED_FOR = 2500; // milliseconds

/** Where links are passed on by the device itself: phones do, laptops often only seem to. */
const HANDS = "share" in navigator && matchMedia("(pointer: coarse)").matches;

/** Hand a table's link to whatever the device shares things with. @param {Table} table */
async function hand({ code, teller }) {
  const title = teller.say("title");
  try {
    await navigator.share({ title, text: say("share.invitation", { game: title, code }), url: tableLink(code) });
  } catch {
    // Changed their mind.
  }
}

/** `<galopp-invite .table>`: one button that brings the link to others, by the device's own way or by copying. */
class Invite extends TablePart {
  static properties = { ...TablePart.properties, kind: { attribute: false }, copied: { state: true } };

  constructor() {
    super();
    /** @type {"" | "primary"} */
    this.kind = "";
    this.copied = false;
  }

  async press() {
    const { table } = this;
    if (!table) return;
    if (HANDS) return hand(table);
    this.copied = await copy(tableLink(table.code), this.querySelector("input"));
    setTimeout(() => (this.copied = false), COPIED_FOR);
  }

  render() {
    const { table } = this;
    if (!table) return nothing;
    const told = this.copied ? say("share.copied") : say(HANDS ? "share.invite" : "share.copy");
    return html`<button class=${this.kind} type="button" @click=${this.press}>${iconPicture(this.copied ? "check" : HANDS ? "share" : "copy")}${told}</button>
      <input class="unseen" readonly tabindex="-1" aria-hidden="true" .value=${tableLink(table.code)}>
      <p class="unseen" role="status">${this.copied ? say("share.copied") : ""}</p>`;
  }
}

class Share extends TablePart {
  static properties = { ...TablePart.properties, copied: { state: true }, tv: { state: true } };

  constructor() {
    super();
    this.copied = false;
    /** Whether it is told how the table comes onto the TV. */
    this.tv = false;
  }

  async copy() {
    const field = this.querySelector("input");
    this.copied = await copy(tableLink(this.table?.code ?? ""), field);
    setTimeout(() => (this.copied = false), COPIED_FOR);
  }

  render() {
    const { table } = this;
    if (!table) return nothing;
    const { code } = table;
    return html`<div class="share">
      <img class="share-qr" src=${page(`/api/tables/${code}/qr.svg`)} alt=${say("share.qr", { code })} width="132" height="132">
      <div class="share-code"><span>${say("share.code")}</span><strong aria-label=${[...code].join(" ")}>${code}</strong></div>
      <div class="share-link">
        <input type="text" readonly aria-label=${say("share.link")} .value=${tableLink(code)} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      </div>
      <div class="share-ways">${this.ways()}</div>
      ${this.tv ? html`<galopp-tv-way .table=${table}></galopp-tv-way>` : nothing}
      ${onlyHere() && !this.tv ? html`<p class="choice-about share-note">${say("share.only_here")}</p>` : nothing}
      <p class="unseen" role="status">${this.copied ? say("share.copied") : ""}</p>
    </div>`;
  }

  ways() {
    return html`<button type="button" @click=${this.copy}>
        ${iconPicture(this.copied ? "check" : "copy")}<span class="share-two"><span ?data-shown=${!this.copied}>${say("share.copy")}</span><span ?data-shown=${this.copied}>${say("share.copied")}</span></span>
      </button>
      ${"share" in navigator ? html`<button type="button" @click=${() => this.table && hand(this.table)}>${iconPicture("share")}${say("share.hand")}</button>` : nothing}
      <button type="button" aria-expanded=${this.tv} @click=${() => (this.tv = !this.tv)}>${iconPicture("tv")}${say("share.tv")}</button>`;
  }
}

customElements.define("galopp-invite", Invite);
customElements.define("galopp-share", Share);
