/** What a table needs after the first move: what lies over it when it is called, and how it ended. */

import "../../model/noting.js"; // at the end there may be no time to wait for it: the next game is one press away
import "./help.js";
import "./menu.js";
import "../result/race_end.js";
import "../result/result.js";
import "./talk.js";
