/** What a page needs for a lesson: loaded when somebody wants to learn. */

import { patiently } from "./net/patiently.js";
import { dress } from "./style.js";
import { learnMore } from "./words.js";

await Promise.all([...["table", "seats", "panels", "lesson"].map(dress), patiently(learnMore)]);
await patiently(() => import("./view/lesson.js"));
