/**
 * A recorded game from a file: chosen, or dropped anywhere on the page. `<galopp-record-file>`
 *
 * `only="button"` and `only="drop"` leave the other way to another such element of the page.
 */

import { LitElement, html, nothing } from "lit";
import { go } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { NotDone, ask } from "../../net/api.js";
import { playsHere } from "../../net/root.js";
import { bring } from "../../parts.js";
import { replayPath } from "../../model/replay_path.js";
import { say } from "../../language/words.js";

const LARGEST = 2 ** 18; // bytes; no record is nearly as long

/** Take a game in: at the server, or on this device where none is there. Resolves with its id. @param {string} text */
async function brought(text) {
  try {
    return (await ask("POST", "/replays", { body: { text } })).id;
  } catch (error) {
    if (!playsHere() || !(error instanceof NotDone) || error.key !== "unreachable") throw error;
    const { replaysHere } = await bring("replaysHere");
    return replaysHere.bring(text);
  }
}

class RecordFile extends LitElement {
  static properties = { only: {}, over: { state: true }, busy: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {"" | "button" | "drop"} */
    this.only = "";
    /** Whether a file is being dragged over the page. */
    this.over = false;
    this.busy = false;
    /** Why the file is not shown. */
    this.trouble = "";
    this.drag = (/** @type {DragEvent} */ event) => this.dragged(event);
    this.leave = (/** @type {DragEvent} */ event) => (this.over = this.over && event.relatedTarget !== null);
    this.drop = (/** @type {DragEvent} */ event) => this.dropped(event);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.only === "button") return;
    addEventListener("dragover", this.drag);
    addEventListener("dragleave", this.leave);
    addEventListener("drop", this.drop);
  }

  disconnectedCallback() {
    removeEventListener("dragover", this.drag);
    removeEventListener("dragleave", this.leave);
    removeEventListener("drop", this.drop);
    super.disconnectedCallback();
  }

  /** @param {DragEvent} event */
  dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // it may be dropped here
    this.over = true;
  }

  /** @param {DragEvent} event */
  dropped(event) {
    const [file] = event.dataTransfer?.files ?? [];
    this.over = false;
    if (!file) return;
    event.preventDefault(); // else the browser would show the file itself
    this.read(file);
  }

  /** @param {Event} event */
  chosen(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (file) this.read(file);
    field.value = ""; // the same file may be chosen again
  }

  /** Have the file played through, and show it. @param {File} file */
  async read(file) {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      if (file.size > LARGEST) throw new NotDone("too_large", say("file.too_large", { name: file.name }));
      go(replayPath(await brought(await file.text())));
    } catch (error) {
      const why = error instanceof NotDone && error.sentence ? error.sentence : say("home.trouble");
      this.trouble = say("file.refused", { name: file.name, why });
      await this.updateComplete;
      this.scrollIntoView({ block: "nearest" }); // a file can be dropped anywhere
    }
    this.busy = false;
  }

  render() {
    return html`${this.only === "drop" ? nothing : this.button()}
      ${this.over ? html`<div class="file-over" aria-hidden="true"><p>${iconPicture("file")}${say("file.drop")}</p></div>` : nothing}
      <div class="file-trouble" role="alert">${this.trouble ? this.told() : nothing}</div>`;
  }

  /** A label that looks like a button: pressing it opens the browser's own choice of files. */
  button() {
    return html`<label class="button file-choose ${this.busy ? "busy" : ""}">
      <input class="unseen" type="file" accept=".txt,text/plain" @change=${this.chosen}>
      ${iconPicture("file")}<span>${say("file.open")}</span>
    </label>`;
  }

  told() {
    return html`<p>${this.trouble}</p>
      <button class="tool" type="button" aria-label=${say("notice.close")} @click=${() => (this.trouble = "")}>${iconPicture("close")}</button>`;
  }
}

customElements.define("galopp-record-file", RecordFile);
