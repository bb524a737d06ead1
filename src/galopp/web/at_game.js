/** What a page needs while a game is played: loaded in the lobby, when there is time. */

import { patiently } from "./net/patiently.js";
import { dress } from "./style.js";

await Promise.all(["seats", "log", "handheld"].map(dress));
await patiently(() => import("./view/table.js"));
