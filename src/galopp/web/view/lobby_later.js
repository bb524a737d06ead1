/** What a lobby needs when something in it is opened. */

import { patiently } from "../net/patiently.js";
import { learnMore } from "../words.js";

await patiently(learnMore);
await patiently(() =>
  Promise.all([import("./lobby_chair.js"), import("./lobby_settings.js"), import("./menu.js"), import("./options.js")]));
