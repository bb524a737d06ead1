/** What a lobby needs when something in it is opened. */

import "./lobby_chair.js";
import "./lobby_news.js";
import "./lobby_settings.js";
import "./menu.js";
import "./options.js";
import "./talk.js";
