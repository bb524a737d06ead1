/**
 * A group, as one of its members sees it, and what can be done there.
 *
 * It is asked for again and again: each question waits at the server until there is something else to be shown. While
 * nobody looks at the page nothing is asked, so nobody is said to be here who is not.
 */

import { NotDone, ask } from "../net/api.js";
import { broughtBy, forgetGroup, loseKey, membership, rememberGroup, takeKey } from "../net/groups.js";
import * as memory from "../net/memory.js";
import { bring } from "../parts.js";
import { passkeysWork } from "../net/passkeys.js";
import { Changing } from "../watching.js";

/** @typedef {import("../types.js").GroupNews} GroupNews */
/** @typedef {import("../types.js").GroupFace} GroupFace */
/** @typedef {import("../types.js").GroupStatistics} GroupStatistics */
/** @typedef {import("../types.js").GroupGame} GroupGame */
/** @typedef {import("../types.js").MemberGiven} MemberGiven */
/** @typedef {{name: string, pig: string}} Who */

/**
 * A table that somebody wants to open.
 * @typedef {object} TableWish
 * @property {string} game
 * @property {number} players
 * @property {Record<string, any>} options
 * @property {Record<string, any>} settings
 * @property {number[]} expected members, in the order of their seats
 */

const TRY_AGAIN_AFTER = 1500; // milliseconds
const AT_ONCE = 1000; // milliseconds: whoever is answered sooner, with nothing new, has not been waited with

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((settle) => setTimeout(settle, milliseconds));

const clearHash = () => location.hash && history.replaceState(null, "", location.pathname + location.search);

export class Group extends Changing {
  /** @param {string} code @param {{screen?: boolean}} [how] for a screen that the whole room sees */
  constructor(code, { screen = false } = {}) {
    super();
    this.code = code;
    this.screen = screen;
    /** @type {GroupFace | null} */
    this.face = null;
    /** @type {GroupNews | null} */
    this.news = null;
    /** How much the server's clock is ahead of ours, in seconds. */
    this.ahead = 0;
    /** Why there is nothing to see, once that is certain. */
    this.ended = "";
    /** Why what was wished for last was not done. */
    this.trouble = "";
    this.left = false;
    /** What the link has brought that lets somebody join; it stays in the address until they have. */
    this.invitation = "";
    /** Whether a passkey can be made and shown here. */
    this.passkeys = false;
    /** Ends the question that waits. @type {AbortController | null} */
    this.waiting = null;
    /** The keys of seats and members we are about to have: asked for again, they are the same. @type {Map<string, string>} */
    this.wanted = new Map();
    this.look = () => this.looked();
  }

  /** What opens the group here. */
  get key() {
    const { key, screen = "" } = membership(this.code);
    return this.screen ? screen || key : key;
  }

  /** Whoever looks at the page. */
  get you() {
    return this.news?.members.find(({ member }) => member === this.news?.you) ?? null;
  }

  get isFounder() {
    return !!this.news && this.news.you === this.news.founder;
  }

  /** The server's time, in seconds since 1970. */
  get clock() {
    return Date.now() / 1000 + this.ahead;
  }

  // --- Coming and going

  open() {
    document.addEventListener("visibilitychange", this.look);
    this.arrive();
    passkeysWork().then((work) => {
      this.passkeys = work;
      if (work) this.changed();
    });
  }

  leave() {
    this.left = true;
    document.removeEventListener("visibilitychange", this.look);
    this.waiting?.abort();
  }

  /** With whatever a link has brought, also while the group was open; no key stays in the address. */
  arrive() {
    const { invitation, screen, device } = broughtBy(location.hash);
    this.invitation = invitation;
    if (screen) rememberGroup(this.code, { screen });
    if (!invitation || this.key) clearHash();
    return device ? this.letIn(device) : this.enter();
  }

  /** Another device of ours lets this one in, which gets a key of its own. @param {string} oneTimeKey @returns {Promise<void>} */
  async letIn(oneTimeKey) {
    try {
      this.take(await ask("POST", `/groups/${this.code}/devices`, { body: { one_time_key: oneTimeKey, key: this.keyFor("member") } }));
    } catch (error) {
      if (!(error instanceof NotDone) || error.key !== "one_time_key_is_used") return this.missed(error, () => this.letIn(oneTimeKey));
      this.trouble = error.sentence;
      this.enter();
    }
  }

  /** Begin to listen, or show what somebody sees who has no key yet. */
  enter() {
    this.waiting?.abort();
    this.ended = "";
    if (this.key) this.listen();
    else this.lookFromOutside();
  }

  looked() {
    this.waiting?.abort();
    if (!document.hidden && this.key && !this.ended) this.listen();
  }

  async lookFromOutside() {
    this.news = null;
    try {
      this.face = await ask("GET", `/groups/${this.code}/face`);
    } catch (error) {
      await this.missed(error, () => this.lookFromOutside());
    }
    this.changed();
  }

  /** Ask for news until somebody goes elsewhere. */
  async listen() {
    const waiting = (this.waiting = new AbortController());
    while (!waiting.signal.aborted && !this.left && !this.ended) {
      try {
        this.hear(await this.askAnew(waiting.signal));
      } catch (error) {
        if (waiting.signal.aborted) return;
        await this.missed(error, async () => {});
      }
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<GroupNews | null>} null where nothing has changed */
  async askAnew(signal) {
    const { stamp } = this.news ?? {};
    const begun = Date.now();
    const since = stamp ? `?stamp=${encodeURIComponent(stamp)}` : "";
    const news = await ask("GET", `/groups/${this.code}${since}`, { keys: [this.key], signal });
    if (news?.stamp === stamp && Date.now() - begun < AT_ONCE) await pause(TRY_AGAIN_AFTER);
    return news;
  }

  /** Whoever reads this is here, also where the server has only begun to notice it. @param {GroupNews | null} news */
  hear(news) {
    if (!news || this.left) return;
    this.ahead = news.at - Date.now() / 1000;
    if (!this.news && !this.screen && memory.likes().notices) this.askForNotices();
    this.news = { ...news, members: news.members.map((one) => (one.member === news.you && !this.screen ? { ...one, here: true } : one)) };
    const { name, pig, colour } = news;
    const { key, ...known } = membership(this.code);
    if (key && (known.name !== name || known.pig !== pig || known.colour !== colour)) rememberGroup(this.code, { name, pig, colour });
    this.changed();
  }

  /** Whoever wants notices on this device is told of the group as well. */
  async askForNotices() {
    try {
      const { follow, ofGroup } = await bring("notices");
      await follow(ofGroup(this));
    } catch {
      // The server may be back the next time.
    }
  }

  /** The server may be away for a moment; a key that opens nothing is forgotten. @param {unknown} error @param {() => Promise<void>} again */
  async missed(error, again) {
    const { key, sentence } = error instanceof NotDone ? error : new NotDone("failed", "");
    if (key === "no_such_group") return this.end(key);
    if (key === "key_opens_nothing") return this.keyLost(sentence);
    await pause(TRY_AGAIN_AFTER);
    return this.left ? undefined : again();
  }

  /** Removed, or the key was dropped on another device: look on as anybody may who has the link. @param {string} why */
  keyLost(why) {
    loseKey(this.code, this.key);
    if (!this.key) this.trouble = why;
    this.enter();
  }

  /** @param {string} why */
  end(why) {
    this.ended = why;
    this.news = null;
    if (why === "no_such_group") forgetGroup(this.code);
    this.changed();
  }

  // --- Becoming a member

  /** @param {Who} who */
  join({ name, pig }) {
    return this.tried(async () => {
      const body = { name, pig, key: this.keyFor("member"), invitation: this.invitation };
      this.take(await ask("POST", `/groups/${this.code}/members`, { body }));
      memory.like({ name, pig });
    });
  }

  /** @param {MemberGiven} given */
  take({ key }) {
    this.wanted.delete("member");
    const { name = "", pig = "", colour = "" } = this.face ?? {};
    takeKey(this.code, key, { name, pig, colour });
    clearHash();
    this.enter();
  }

  /** A key that lets another device of ours in, once, or somebody who is awaited; throws `NotDone`. @param {number} [member] @returns {Promise<string>} */
  async oneTimeKey(member) {
    return (await this.ask("POST", "/one-time-keys", { member })).key;
  }

  /** A key for screens, which only look: the one that others have, while it holds. Throws `NotDone`. @returns {Promise<string>} */
  async screenKey() {
    const { screen: before = "" } = membership(this.code);
    const { key: screen } = await this.ask("POST", "/screens", { before });
    rememberGroup(this.code, { screen });
    return screen;
  }

  /** A key of our own making, the same until it was given to us. @param {string} what */
  keyFor(what) {
    const key = this.wanted.get(what) ?? memory.newKey();
    this.wanted.set(what, key);
    return key;
  }

  // --- Speaking

  /** Ask for something below the group, as the member we are. @param {string} method @param {string} path @param {any} [body] */
  ask(method, path, body) {
    return ask(method, `/groups/${this.code}${path}`, { body, keys: this.key ? [this.key] : [] });
  }

  /** Say something; resolves with whether it was done. @param {import("../types.js").Said} said */
  tell(said) {
    return this.tried(() => this.ask("POST", "/messages", { ...said, id: memory.newKey() }));
  }

  /** Try something; where it is refused, its reason is shown. Resolves with whether it was done. @param {() => Promise<unknown>} deed */
  async tried(deed) {
    this.trouble = "";
    this.changed();
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.trouble = error.sentence || error.key;
      return false;
    } finally {
      this.changed();
    }
  }

  /** Leave for good, or delete the group: then there is nothing here any more. @param {"leave_group" | "close_group"} type */
  async part(type) {
    this.waiting?.abort();
    const done = await this.tell({ type });
    if (!done) return this.listen();
    forgetGroup(this.code);
    return this.end(type);
  }

  // --- Tables

  /** Open a table and sit down there; throws `NotDone`. Resolves with its code. @param {TableWish} wish */
  async openTable(wish) {
    /** @type {{table: string, key: string}} */
    const { table, key } = await this.ask("POST", "/tables", wish);
    memory.remember(table, (one) => Object.assign(one, { host: key, game: wish.game, group: this.code }));
    await this.sit(table, wish.expected.indexOf(this.news?.you ?? -1));
    return table;
  }

  /** Sit down at a table of the group, or come back to it; throws `NotDone`. @param {string} table @param {number} [seat] -1: any */
  async sit(table, seat = this.seatAt(table)) {
    if (Object.keys(memory.table(table).seats).length) return;
    const given = await this.takeSeat(table, seat);
    this.wanted.delete(table);
    memory.remember(table, (one) => {
      one.seats[given.seat] = given.key;
      one.group = this.code;
    });
  }

  /** The seat that is meant for us, if nobody has taken it. @param {string} code */
  seatAt(code) {
    const table = this.news?.tables.find(({ table }) => table === code);
    const seat = table?.expected.indexOf(this.news?.you ?? -1) ?? -1;
    return table?.names[seat] ? -1 : seat;
  }

  /** @param {string} table @param {number} seat @returns {Promise<{seat: number, key: string}>} */
  async takeSeat(table, seat) {
    const key = this.keyFor(table);
    try {
      return await this.ask("POST", "/seats", seat < 0 ? { table, key } : { table, key, seat });
    } catch (error) {
      if (seat < 0 || !(error instanceof NotDone) || error.key !== "seat_is_taken") throw error;
      return this.ask("POST", "/seats", { table, key });
    }
  }

  // --- What is asked for when somebody wants to see it

  /** @param {number} season 0 for everything @returns {Promise<GroupStatistics>} */
  statistics(season) {
    return this.ask("GET", `/statistics?season=${season}`);
  }

  /** Games before one, the newest first. @param {number} [before] @returns {Promise<GroupGame[]>} */
  games(before) {
    return this.ask("GET", `/games${before ? `?before=${before}` : ""}`);
  }
}

/** Open a group; resolves with its code. Throws `NotDone`. @param {{name: string, pig: string, colour: string, member: string, member_pig: string, key: string}} wish */
export async function openGroup(wish) {
  /** @type {MemberGiven} */
  const { code, key } = await ask("POST", "/groups", { body: wish });
  const { name, pig, colour } = wish;
  rememberGroup(code, { key, name, pig, colour });
  memory.like({ name: wish.member, pig: wish.member_pig });
  return code;
}

/** Bring a group that was exported elsewhere; resolves with its code. Throws `NotDone`. @param {any} exported */
export async function importGroup(exported) {
  /** @type {MemberGiven} */
  const { code, key } = await ask("POST", "/groups/import", { body: exported });
  rememberGroup(code, { key, name: exported?.name ?? code });
  return code;
}
