/** How others find a table: link, code, QR code, and the screen in the room. `<galopp-share .table>` */

import { html, nothing } from "lit";
import { iconPicture } from "../art/picture.js";
import { page } from "../net/root.js";
import { say } from "../words.js";
import { copy, tableLink } from "./device.js";
import { TablePart } from "./part.js";

/** @typedef {import("../table.js").Table} Table */

const COPIED_FOR = 2500; // milliseconds
const THIS_DEVICE = /^(localhost|127\.|\[::1\])/;

class Share extends TablePart {
  static properties = { copied: { state: true } };

  constructor() {
    super();
    this.copied = false;
  }

  async copy() {
    const field = this.querySelector("input");
    this.copied = await copy(tableLink(this.table?.code ?? ""), field);
    setTimeout(() => (this.copied = false), COPIED_FOR);
  }

  /** Hand the link to whatever the device shares things with. */
  async hand() {
    const { code = "", teller } = this.table ?? {};
    const title = teller?.say("title") ?? "";
    try {
      await navigator.share({ title, text: say("share.invitation", { game: title, code }), url: tableLink(code) });
    } catch {
      // Changed their mind.
    }
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
      <div class="share-ways">${this.ways(code)}</div>
      ${THIS_DEVICE.test(location.hostname) ? html`<p class="choice-about share-note">${say("share.only_here")}</p>` : nothing}
      <p class="unseen" role="status">${this.copied ? say("share.copied") : ""}</p>
    </div>`;
  }

  /** @param {string} code */
  ways(code) {
    return html`<button type="button" @click=${this.copy}>
        ${iconPicture(this.copied ? "check" : "copy")}<span class="share-two"><span ?data-shown=${!this.copied}>${say("share.copy")}</span><span ?data-shown=${this.copied}>${say("share.copied")}</span></span>
      </button>
      ${"share" in navigator ? html`<button type="button" @click=${this.hand}>${iconPicture("share")}${say("share.hand")}</button>` : nothing}
      <a class="button" href=${page(`/tv/${code}`)} target="_blank" rel="noopener">${iconPicture("watch")}${say("share.tv")}</a>`;
  }
}

customElements.define("galopp-share", Share);
