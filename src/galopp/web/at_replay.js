/** What a page needs to show a recorded game, and to play on from it. */

import { patiently } from "./net/patiently.js";
import { dress } from "./style.js";
import { learnMore } from "./words.js";

await Promise.all([...["table", "panels", "seats", "log", "result", "replay"].map(dress), patiently(learnMore)]);
await patiently(() => Promise.all([import("./view/replay.js"), import("./view/same.js")]));
