/** Something that draws a table, or a part of it, and is drawn anew whenever the table changes. */

import { LitElement } from "lit";
import { Watching } from "../../watching.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").TableModel} TableModel */

/** @template {TableModel} [Model=Table] what of a table it needs: less than a live one, to be shown elsewhere too */
export class TablePart extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { table: { attribute: false } };

  constructor() {
    super();
    /** @type {Model | null} */
    this.table = null;
    this.watching = new Watching(this, () => this.table);
  }

  /** Into the page itself: one style for all, and names that labels can point to. */
  createRenderRoot() {
    return this;
  }
}
