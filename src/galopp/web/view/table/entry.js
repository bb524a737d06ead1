/** What a page needs at a table and not before: loaded when somebody comes to one. */

import "../lobby/lobby.js";
import "../notices/notices.js";

export { Table } from "../../model/table.js";
export { watchTurn } from "./title.js";
