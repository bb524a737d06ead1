/** What a lobby needs when something in it is opened. */

import "./chair.js";
import "./news.js";
import "./settings.js";
import "../table/menu.js";
import "./options.js";
import "../table/talk.js";
