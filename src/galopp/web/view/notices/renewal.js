/** There is a newer version of the page: it is loaded when somebody wants it, or when nobody would notice. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { renewed } from "../../net/installed.js";
import { say } from "../../language/words.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */

const LOADED_FOR = "galopp.loaded_for"; // the version that this tab was last loaded anew for

class Renewal extends TablePart {
  constructor() {
    super();
    /** The version that somebody does not want now. */
    this.putAside = "";
    /** The version that the worker was told of. */
    this.met = "";
    this.look = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.look);
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.look);
    super.disconnectedCallback();
  }

  updated() {
    const { table } = this;
    if (!table?.connection.newer) return;
    if (this.met !== table.connection.newer) renewed(); // while the game goes on
    this.met = table.connection.newer;
    if (isUnnoticed(table) && !wasLoadedFor(table.connection.newer)) this.load(table.connection.newer);
  }

  /** Load the page anew. By itself it does so once for a version: what is kept in between may be old for long.
   * @param {string} version */
  load(version) {
    try {
      sessionStorage.setItem(LOADED_FOR, version);
    } catch {
      if (isHidden()) return; // it could not be told whether it was done already
    }
    location.reload();
  }

  render() {
    const { table } = this;
    if (!table?.connection.newer || (this.putAside === table.connection.newer && !table.connection.outgrown)) return nothing;
    return html`<aside class="renewal" role="status">
      ${iconPicture("again")}
      <p>${say(table.connection.outgrown ? "renewal.must" : "renewal.may")}</p>
      <button type="button" class="primary" @click=${() => this.load(table.connection.newer)}>${say("renewal.load")}</button>
      ${table.connection.outgrown ? nothing : this.later(table)}
    </aside>`;
  }

  /** @param {Table} table */
  later(table) {
    const press = () => {
      this.putAside = table.connection.newer;
      this.requestUpdate();
    };
    return html`<button type="button" class="tool" aria-label=${say("renewal.later")} @click=${press}>
      ${iconPicture("close")}
    </button>`;
  }
}

const isHidden = () => document.visibilityState === "hidden";

/** Whether nobody would be disturbed: nothing is being chosen, written or read, and nobody looks, or can
 * go on as things are. @param {Table} table */
function isUnnoticed(table) {
  const busy = table.choice?.picked.length || table.choice?.busy || document.querySelector("dialog[open], input:focus, textarea:focus");
  return !busy && (isHidden() || table.viewpoint.tv || table.connection.outgrown);
}

/** @param {string} version */
function wasLoadedFor(version) {
  try {
    return sessionStorage.getItem(LOADED_FOR) === version;
  } catch {
    return true;
  }
}

customElements.define("galopp-renewal", Renewal);
