/** Where a table begins, if not with a deal of its own. */

import { html } from "lit";
import { follow } from "../../routes.js";
import { page } from "../../net/root.js";
import { replayPath } from "../../model/replay_path.js";
import { say } from "../../language/words.js";

/** In a sentence, with the way there. @param {import("../../types.js").BeginShown} begin */
export function beginning({ decisions, replay, day }) {
  if (day) return say("begin.day", { day });
  const told = decisions ? say("begin.branch", { number: decisions }) : say("begin.same");
  return html`${told} ${replay ? html`<a href=${page(replayPath(replay, decisions))} @click=${follow}>${say("begin.watch")}</a>` : ""}`;
}
