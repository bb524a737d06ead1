/** What a page needs at a table on this device: what it needs at any, and the rules themselves. */

import { LocalConnection } from "../../model/local_connection.js";

export { Table, watchTurn } from "../table/entry.js";

/** The way to a table on this device. @param {import("../../model/table.js").Table} table */
export const connect = (table) => new LocalConnection(table.code, table);
