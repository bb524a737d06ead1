/** The members of a group, for its founder: who is awaited and who is sent away. A leaf of the settings. */

import { html, nothing } from "lit";
import { say } from "../../language/words.js";
import { present } from "../../model/group_facts.js";
import "../shared/device.js";
import { day, memberTold } from "./labels.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {import("../../types.js").GroupMember} GroupMember */
/** @typedef {import("../../types.js").GroupNews} GroupNews */
/**
 * The sheet around it, with the link that was made last.
 * @typedef {import("./part.js").GroupSheet & {link: {key: string, member: number}, makeLink: (group: Group, member: number) => unknown}} Around
 */

/** @param {Around} around @param {Group} group */
export function membersLeaf(around, group) {
  const { news } = group;
  if (!news) return nothing;
  return html`<ul class="group-members">${present(news).map((one) => html`<li>
    ${memberTold(news, one.member)} <small class="quiet">${say(one.awaited ? "group.awaited" : "group.since", { day: day(one.joined) })}</small>
    ${one.awaited ? wayBack(around, group, one) : nothing}
    ${one.member === news.you ? nothing : removal(around, group, one)}
  </li>`)}</ul>`;
}

/** A link for somebody who was in the group elsewhere. @param {Around} around @param {Group} group @param {GroupMember} who */
function wayBack(around, group, { member, name }) {
  const { key } = around.link;
  if (!key || around.link.member !== member) return around.act("key", say("group.way_back", { name }), () => around.makeLink(group, member));
  return html`<galopp-device .path=${`g/${group.code}`} .behind=${`device=${key}`} .careful=${say("group.way_back.careful", { name })}></galopp-device>`;
}

/** @param {Around} around @param {Group} group @param {GroupMember} who */
const removal = (around, group, { member, name }) =>
  around.graveAct("cross", say("group.remove", { name }), say("group.remove.sure", { name }), () => group.tell({ type: "remove_member", member }));
