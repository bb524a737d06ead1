/** What a screen for the whole room needs: loaded in place of all that is for one person. */

import { patiently } from "./net/patiently.js";
import { dress } from "./style.js";
import { learnMore } from "./words.js";
import "./view/notices.js";
import "./view/tv.js";

export { Table } from "./table.js";
export { watchTurn } from "./title.js";

await Promise.all([...["lobby", "table", "panels", "seats", "result"].map(dress), patiently(learnMore)]);
await dress("tv"); // which has the last word
