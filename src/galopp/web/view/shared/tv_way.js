/** How a table comes onto the TV: an address short enough to type there, and the same as a QR code. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { ask } from "../../net/api.js";
import { page } from "../../net/root.js";
import { say } from "../../language/words.js";
import { TablePart } from "./part.js";
import { onlyHere, typed } from "./join_code.js";

/** `<galopp-tv-way .table>`, in the menu and where people are invited. */
class TvWay extends TablePart {
  static properties = { ...TablePart.properties, drawn: { state: true } };

  constructor() {
    super();
    /** The QR code, once it is there. */
    this.drawn = "";
  }

  firstUpdated() {
    this.draw();
  }

  async draw() {
    const drawn = await ask("POST", "/qr", { body: { path: `tv/${this.table?.code}` } }).catch(() => "");
    this.drawn = drawn ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : "";
  }

  render() {
    if (!this.table) return nothing;
    const { code } = this.table;
    return html`<div class="tv-way">
      <p>${say("tv.way")}</p>
      <strong class="tv-address">${typed(`/tv/${code}`)}</strong>
      <p class="quiet">${say("tv.way.short", { address: typed("/tv"), code })}</p>
      ${onlyHere() ? html`<p class="quiet">${say("share.only_here")}</p>` : nothing}
      <div class="device-code">
        ${this.drawn ? html`<img src=${this.drawn} alt=${say("tv.way.qr")} width="220" height="220">` : nothing}
      </div>
      <a class="button" href=${page(`/tv/${code}`)} target="_blank" rel="noopener">${iconPicture("tv")}${say("tv.way.open")}</a>
      <p class="quiet">${say("tv.way.about")}</p>
    </div>`;
  }
}

customElements.define("galopp-tv-way", TvWay);
