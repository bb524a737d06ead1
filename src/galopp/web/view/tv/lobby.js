/** Before the game, for a whole room: who sits where, what is free, what will be played, how to come along. */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { chairs } from "../lobby/chairs.js";
import { presetOf, presetTold } from "../lobby/presets.js";
import { optionTold } from "../lobby/options.js";
import { TablePart } from "../shared/part.js";
import { joining } from "../shared/join_code.js";

/** @typedef {import("../../model/table.js").Table} Table */

class TvLobby extends TablePart {
  render() {
    const { table } = this;
    if (!table?.news) return nothing;
    return html`<main class="tv tv-lobby">
      <header class="tv-title"><h1>${table.teller.say("title")}</h1>${played(table)}</header>
      ${chairs(table, () => {})}
      ${joining(table)}
      <p class="tv-why" role="status">${why(table)}</p>
    </main>`;
  }
}

// says: lobby.preset.*
/** By which rules, in a line. @param {Table} table */
function played(table) {
  const { shown, news } = table;
  if (!shown || !news) return nothing;
  const preset = presetOf(shown, news.options, news.players);
  if (!preset) return html`<p>${chosen(table).join(" · ")}</p>`;
  return html`<p><b>${say(`lobby.preset.${preset}`)}</b> ${presetTold(news.game, preset, news.players)}</p>`;
}

/** What is not as usual. @param {Table} table */
function chosen(table) {
  const unusual = table.shown?.options.filter(
    ({ name, default: usual }) => JSON.stringify(table.news?.options[name]) !== JSON.stringify(usual),
  );
  return (unusual ?? []).map((option) =>
    say("tv.option", { option: table.teller.say(`option.${option.name}`), value: optionTold(table, option) }));
}

/** What everybody waits for. @param {Table} table */
function why({ news, connection: { shut } }) {
  if (shut) return shut; // nobody may look on, and so the board will not be seen here
  const free = news?.seats.filter(({ kind }) => kind === "free").length ?? 0;
  return free ? say("tv.free", { count: free }) : say("tv.full_table");
}

customElements.define("galopp-tv-lobby", TvLobby);
