/**
 * A picture with the ways to show it to others: by the device's own sheet, by the clipboard, as a file.
 * `<galopp-picture .shown>`; while something may still change, it is drawn anew.
 */

import { LitElement, html, nothing } from "lit";
import { say } from "../../language/words.js";
import { page } from "../../net/root.js";
import { copy } from "../shared/device.js";
import { labelled } from "../shared/labels.js";
import { drawPicture } from "./draw.js";
import { textOf } from "./text.js";

/** @typedef {import("../../types.js").PictureShown} PictureShown */

const COPIED_FOR = 2500; // milliseconds
const PNG = "image/png";
const DARK = matchMedia("(prefers-color-scheme: dark)");

class Picture extends LitElement {
  static properties = { shown: { attribute: false }, drawn: { state: true }, copied: { state: true } };

  constructor() {
    super();
    /** @type {PictureShown | null} */
    this.shown = null;
    /** The picture, as an address. */
    this.drawn = "";
    /** The picture itself. @type {Blob | null} */
    this.blob = null;
    /** What it was drawn of. */
    this.drawnOf = "";
    /** What is in the clipboard now. @type {"" | "text" | "picture"} */
    this.copied = "";
    this.redraw = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("galopp-scheme", this.redraw);
    DARK.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    removeEventListener("galopp-scheme", this.redraw);
    DARK.removeEventListener("change", this.redraw);
    super.disconnectedCallback();
  }

  updated() {
    const { shown } = this;
    const drawnOf = shown ? JSON.stringify([shown, document.documentElement.className]) : "";
    if (!shown || drawnOf === this.drawnOf) return;
    this.drawnOf = drawnOf;
    this.draw(shown, drawnOf);
  }

  /** @param {PictureShown} shown @param {string} drawnOf */
  async draw(shown, drawnOf) {
    try {
      const canvas = await drawPicture(shown);
      const blob = await new Promise((settle) => canvas.toBlob(settle, PNG));
      if (drawnOf === this.drawnOf) Object.assign(this, { blob, drawn: canvas.toDataURL(PNG) });
    } catch {
      Object.assign(this, { blob: null, drawn: "" }); // the text can be shared all the same
    }
  }

  get text() {
    return this.shown ? textOf(this.shown, location.origin + page("/")) : "";
  }

  get name() {
    return `${this.shown?.file ?? "galopp"}.png`;
  }

  // --- Showing it

  async share() {
    const { text, blob } = this;
    const files = blob ? [new File([blob], this.name, { type: PNG })] : [];
    try {
      await navigator.share(files.length && navigator.canShare?.({ files }) ? { text, files } : { text });
    } catch {
      // Changed their mind.
    }
  }

  async copyText() {
    this.tellCopied((await copy(this.text, /** @type {any} */ (this.querySelector(".picture-text")))) ? "text" : "");
  }

  /** @param {Blob} blob */
  async copyPicture(blob) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: blob })]);
      this.tellCopied("picture");
    } catch {
      this.tellCopied(""); // not allowed here; it can be saved
    }
  }

  /** @param {"" | "text" | "picture"} what */
  tellCopied(what) {
    this.copied = what;
    setTimeout(() => (this.copied = ""), COPIED_FOR);
  }

  render() {
    const { shown, drawn, text } = this;
    if (!shown) return nothing;
    return html`${drawn ? html`<img class="picture-drawn" src=${drawn} alt=${text}>` : html`<div class="picture-drawn" aria-busy="true"></div>`}
      <div class="picture-ways">${this.ways()}</div>
      <textarea class="picture-text unseen" readonly tabindex="-1" aria-hidden="true" .value=${text}></textarea>
      <p class="unseen" role="status">${this.copied ? say("share.copied") : ""}</p>`;
  }

  ways() {
    const { blob, copied, drawn } = this;
    const way = (/** @type {string} */ icon, /** @type {string} */ told, /** @type {() => void} */ press) =>
      html`<button type="button" @click=${press}>${labelled(icon, told)}</button>`;
    const done = (/** @type {string} */ what) => copied === what;
    return html`${"share" in navigator ? way("share", say("share.hand"), () => this.share()) : nothing}
      ${blob && "ClipboardItem" in globalThis && navigator.clipboard ? way(done("picture") ? "check" : "copy", say(done("picture") ? "share.copied" : "picture.copy"), () => this.copyPicture(blob)) : nothing}
      ${way(done("text") ? "check" : "copy", say(done("text") ? "share.copied" : "picture.copy_text"), () => this.copyText())}
      ${drawn ? html`<a class="button" href=${drawn} download=${this.name}>${labelled("save", say("picture.save"))}</a>` : nothing}`;
  }
}

customElements.define("galopp-picture", Picture);
