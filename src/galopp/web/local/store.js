/**
 * Where tables of this device are kept: in the browser's own database, event by event.
 *
 * What is told has been committed. An event has a number, and two with the same number cannot be: where a table is open
 * in two tabs, the second one to speak is refused, and reads what the first one wrote.
 */

import { answered, done } from "../net/database.js";
import { Refused } from "./refused.js";

/** @typedef {import("./table.js").Logged} Logged */
/** What is known of a table without opening it. @typedef {{code: string, game: string, at: number}} Kept */

const NAME = "galopp";
const VERSION = 1;

/** Somebody else has written an event of this number. */
export class Overtaken extends Error {}

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** Throws `Refused` where the browser keeps nothing. @returns {Promise<Store>} */
  static open() {
    return keeping(Store.opened());
  }

  static async opened() {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("tables", { keyPath: "code" });
      opening.result.createObjectStore("events", { keyPath: ["code", "seq"] });
      opening.result.createObjectStore("records", { keyPath: "id" });
    };
    const database = await answered(opening);
    database.onversionchange = () => database.close(); // another tab has a newer page
    return new Store(database);
  }

  /** Append events, all or none; throws `Overtaken`, or `Refused` where there is no room. @param {Kept} table @param {Logged[]} events */
  append(table, events) {
    return keeping(this.appended(table, events));
  }

  /** @param {Kept} table @param {Logged[]} events */
  async appended(table, events) {
    const writing = this.database.transaction(["tables", "events"], "readwrite");
    writing.objectStore("tables").put(table);
    for (const event of events) writing.objectStore("events").add({ ...event, code: table.code });
    try {
      await done(writing);
    } catch (error) {
      if (error instanceof DOMException && error.name === "ConstraintError") throw new Overtaken();
      throw error;
    }
  }

  /** All that happened at a table, in order. @param {string} code @param {number} [since] @returns {Promise<Logged[]>} */
  events(code, since = 0) {
    const range = IDBKeyRange.bound([code, since], [code, Infinity]);
    return answered(this.database.transaction("events").objectStore("events").getAll(range));
  }

  /** @returns {Promise<Kept[]>} */
  tables() {
    return answered(this.database.transaction("tables").objectStore("tables").getAll());
  }

  /** @param {string} code */
  async forget(code) {
    const writing = this.database.transaction(["tables", "events"], "readwrite");
    writing.objectStore("tables").delete(code);
    writing.objectStore("events").delete(IDBKeyRange.bound([code, 0], [code, Infinity]));
    await done(writing);
  }

  /** Keep a game that came as a file; throws `Refused` where there is no room. @param {string} id @param {string} text */
  keepRecord(id, text) {
    return keeping(this.recordKept(id, text));
  }

  /** @param {string} id @param {string} text */
  async recordKept(id, text) {
    const writing = this.database.transaction("records", "readwrite");
    writing.objectStore("records").put({ id, text, at: Date.now() });
    await done(writing);
  }

  /** @param {string} id @returns {Promise<string | null>} */
  async record(id) {
    const found = await answered(this.database.transaction("records").objectStore("records").get(id));
    return found?.text ?? null;
  }
}

/** What the browser does not do, for want of room or in a private window, is refused for people to read. @template T @param {Promise<T>} work @returns {Promise<T>} */
async function keeping(work) {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DOMException ? new Refused("not_kept") : error;
  }
}
