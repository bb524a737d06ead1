/** What a table needs after the first move: what lies over it when it is called, and how it ended. */

import "./help.js";
import "./menu.js";
import "../result/race_end.js";
import "../result/result.js";
import "./talk.js";
