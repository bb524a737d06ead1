/** The groups somebody here is in, and the quiet way to open one. */

import { html, nothing } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { ownGroups } from "../../net/groups.js";
import { page } from "../../net/root.js";
import { follow } from "../../routes.js";
import { say } from "../../language/words.js";

export function yourGroups() {
  const own = ownGroups();
  if (!own.length) return nothing;
  return html`<section class="tables"><h2>${say("home.groups")}</h2><ul>${own.map(([code, { name, pig }]) => html`<li class="table-row">
    <a class="table-link group-link" href=${page(`/g/${code}`)} @click=${follow}><span class="table-emblem">${avatarPicture(pig)}</span><b>${name || code}</b></a>
  </li>`)}</ul></section>`;
}

export const openingGroup = () =>
  html`<a class="button home-group" href=${page("/g")} @click=${follow}>${iconPicture("people")}<span>${say("home.group.open")}</span></a>`;
