/** What a screen for the whole room needs: loaded in place of all that is for one person. */

import "./view/notices.js";
import "./view/tv.js";

export { Table } from "./model/table.js";
export { watchTurn } from "./title.js";
