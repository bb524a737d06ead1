/** What a page needs to show a recorded game, and to play on from it. */

import "./replay.js";
import "./same.js";
