/** What a page needs to show a recorded game, and to play on from it. */

import "./view/replay.js";
import "./view/same.js";
