/** What a page needs while a game is played: loaded in the lobby, when there is time. */

import { dress } from "./style.js";

await Promise.all(["seats", "log"].map(dress));
await import("./view/table.js");
