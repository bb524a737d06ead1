/** What a page needs at a table and not before: loaded when somebody comes to one. */

import "./view/lobby.js";
import "./view/notices.js";

export { Table } from "./model/table.js";
export { watchTurn } from "./title.js";
