/** What a screen for the whole room needs: loaded in place of all that is for one person. */

import "../notices/notices.js";
import "./tv.js";

export { Table } from "../../model/table.js";
export { watchTurn } from "../table/title.js";
