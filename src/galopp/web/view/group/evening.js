/** The latest evening: who did best, in how many games. `<galopp-group-evening .group>` */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { brief, day, memberTold, section, shareTool } from "./labels.js";
import { GroupPart } from "./part.js";
import { pictureOfEvening } from "./pictures.js";

class Evening extends GroupPart {
  render() {
    const { news } = this.group ?? {};
    if (!news?.evening) return nothing;
    const { evening } = news;
    const { start, games, standings } = evening;
    return section("evening", say("group.evening"), html`
      <p class="quiet">${day(start)} · ${say("group.evening.games", { count: games.length })}</p>
      <table class="group-standing">
        <caption class="unseen">${say("group.evening")}</caption>
        <thead><tr><th scope="col"><span class="unseen">${say("result.place")}</span></th><th scope="col">${say("group.member")}</th><th scope="col">${say("group.games")}</th><th scope="col">${say("group.victories")}</th><th scope="col">${say("group.points")}</th></tr></thead>
        <tbody>${standings.map((row) => html`<tr class=${row.member === news.you ? "own" : ""}><td class="place">${row.place}</td><th scope="row">${memberTold(news, row.member)}</th>
          <td>${row.games}</td><td><b>${brief(row.victories)}</b></td><td>${brief(row.points)}</td></tr>`)}</tbody>
      </table>`, shareTool(() => this.show(pictureOfEvening(news, evening))));
  }
}

customElements.define("galopp-group-evening", Evening);
