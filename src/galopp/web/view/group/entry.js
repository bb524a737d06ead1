/** What the page of a group needs: loaded by whoever comes to one, and by nobody at a table. */

import "./group.js";
