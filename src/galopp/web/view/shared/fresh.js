/** What has happened since somebody last looked into the diary. */

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../model/diary.js").Entry} Entry */

export class Fresh {
  constructor() {
    /** The number of the last event that was looked at. @type {number | null} */
    this.seen = null;
  }

  /** New entries, oldest first. What was there before the first look is not new. @param {TableModel} table @returns {Entry[]} */
  take(table) {
    const { seen } = this;
    const newest = Math.max(table.news?.seq ?? -1, table.now?.seq ?? -1, seen ?? -1);
    if (newest < 0) return [];
    this.seen = newest;
    if (seen === null) return [];
    return [...table.diary.entries.values()]
      .filter(({ seq }) => seq > seen && seq <= newest)
      .sort((a, b) => a.seq - b.seq);
  }
}
