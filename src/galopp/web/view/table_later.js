/** What a table needs after the first move: what lies over it when it is called, and how it ended. */

import { patiently } from "../net/patiently.js";
import { dress } from "../style.js";
import { learnMore } from "../words.js";

await Promise.all([dress("result"), patiently(learnMore)]);
await patiently(() => Promise.all([import("./help.js"), import("./menu.js"), import("./result.js"), import("./talk.js")]));
