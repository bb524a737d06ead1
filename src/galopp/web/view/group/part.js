/** Something that draws a group, or a part of it, and is drawn anew whenever the group changes. */

import { LitElement } from "lit";
import { Watching } from "../../watching.js";
import { Sheet } from "../shared/sheet.js";

/** @typedef {import("../../model/group.js").Group} Group */

export class GroupPart extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { group: { attribute: false } };

  constructor() {
    super();
    /** @type {Group | null} */
    this.group = null;
    this.watching = new Watching(this, () => this.group);
  }

  createRenderRoot() {
    return this;
  }

  /** Have a sheet brought over the page. @param {import("./page.js").Over} what */
  want(what) {
    this.dispatchEvent(new CustomEvent("wants", { detail: what, bubbles: true }));
  }

  /** Have a picture shown, to be shown to others. @param {import("../../types.js").PictureShown} picture */
  show(picture) {
    this.dispatchEvent(new CustomEvent("shows", { detail: picture, bubbles: true }));
  }
}

/** A sheet over the page of a group. */
export class GroupSheet extends Sheet {
  static properties = { ...Sheet.properties, group: { attribute: false }, busy: { state: true } };

  constructor() {
    super();
    /** @type {Group | null} */
    this.group = null;
    this.busy = false;
    new Watching(this, () => this.group);
  }

  /** Do something, once, and close if it was done. @param {() => Promise<boolean>} deed */
  async then(deed) {
    if (this.busy) return;
    this.busy = true;
    const done = await deed();
    this.busy = false;
    if (done) this.close();
  }
}
