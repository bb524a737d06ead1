/** Moving a seat to another device: a link with its keys behind the #, and that link as a QR code. */

import { LitElement, html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { ask } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { page } from "../../net/root.js";
import { say } from "../../language/words.js";

/** The keys this browser holds for a table, as they stand behind the #. Watching needs none. @param {string} code */
export function keysBehind(code) {
  const { seats, host } = memory.table(code);
  const brought = Object.entries(seats).map(([seat, key]) => [`seat${seat}`, key]);
  if (host) brought.push(["host", host]);
  return new URLSearchParams(brought).toString();
}

/** What is behind the # opens one seat. @param {number} seat @param {string} key */
export const seatBehind = (seat, key) => new URLSearchParams({ [`seat${seat}`]: key }).toString();

/** The address of a page, with keys if there are any. @param {string} path "t/KQHTZM" @param {string} [behind] */
export const linkTo = (path, behind = "") => `${location.origin}${page(`/${path}`)}${behind ? `#${behind}` : ""}`;

/** The address of a table, with keys if there are any. @param {string} code @param {string} [behind] */
export const tableLink = (code, behind = "") => linkTo(`t/${code}`, behind);

/** A link to a page as a QR code, for an `<img>`. @param {string} path @param {string} [behind] */
export async function drawnLink(path, behind = "") {
  const body = { path, ...(behind ? { fragment: behind } : {}) };
  const drawn = await ask("POST", "/qr", { body });
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

/**
 * Copy a text. Pages that are not served over https have no clipboard, so a field that is
 * selected does instead. Resolves with whether it worked.
 * @param {string} text @param {HTMLInputElement | null} field
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}

/** A link as a QR code and to copy: `<galopp-device .path .behind>`, of a seat, or of something else that is said in `.careful`. */
export class Device extends LitElement {
  static properties = {
    path: { attribute: false },
    behind: { attribute: false },
    careful: { attribute: false },
    drawn: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    this.path = "";
    this.behind = "";
    /** What whoever has the link can do, where it is not a seat's. */
    this.careful = "";
    this.drawn = "";
    this.copied = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("behind") || changed.has("path")) this.draw();
  }

  async draw() {
    const { path, behind } = this;
    this.drawn = "";
    const drawn = await drawnLink(path, behind).catch(() => "");
    if (behind === this.behind) this.drawn = drawn;
  }

  async copy() {
    const field = this.querySelector("input");
    this.copied = await copy(linkTo(this.path, this.behind), field);
  }

  render() {
    return html`<div class="device">
      <div class="device-code">
        ${this.drawn ? html`<img src=${this.drawn} alt=${say("device.qr")} width="220" height="220">` : nothing}
      </div>
      <div class="device-link">
        <input type="text" readonly aria-label=${say(this.careful ? "device.copy" : "device.link")} .value=${linkTo(this.path, this.behind)}>
        <button type="button" @click=${this.copy}>
          ${iconPicture(this.copied ? "check" : "copy")}
          ${say(this.copied ? "device.copied" : "device.copy")}
        </button>
      </div>
      <p class="quiet">${this.careful || say("device.careful")}</p>
    </div>`;
  }
}

customElements.define("galopp-device", Device);
