/**
 * The line to one table: it says hello, comes back by itself, and loses nothing.
 *
 * Whatever was not answered is sent again under the same id after the line is back, so the
 * server takes it once. It waits ever longer between attempts, with a bit of chance in it, so
 * that not everybody comes back at the same moment.
 *
 * News of the game comes as frames, if the server and whoever reads them here have the same layout; all else, and all
 * to a page that cannot have frames, is JSON.
 */

import { language } from "../language/words.js";
import { reach } from "./reach.js";
import { PROTOCOL, socketAddress } from "./root.js";

/** @typedef {{subprotocol: string, reader: () => Promise<import("./frames.js").FrameReader | null>}} Frames what to ask for */
/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").Accepted} Accepted */
/** @typedef {import("../types.js").Refused} Refused */

const FIRST_WAIT = 400; // milliseconds
const LONGEST_WAIT = 8000;
const SILENT_FOR = 25_000; // then the line is tried: the server's pings are not seen here
const HEARD_WITHIN = 12_000; // of whatever was said; a line that is silent for longer is dead
const NOT_NOW = new Set(["table_is_busy", "game_not_ready", "server_cannot_write", "too_much"]);
const AGAIN_AFTER = 700;
const PLAIN = "galopp.json"; // the subprotocol that every server of ours knows: a browser takes no line without one
/** What a greeting may be refused with, for good. */
const NO_WAY_BACK = new Set(["key_opens_nothing", "no_such_table", "other_protocol"]);

/** @typedef {"connecting" | "open" | "lost" | "ended"} LineState */

export class Line {
  /**
   * @param {string} code
   * @param {() => string[]} keys
   * @param {(message: FromServer) => void} hear
   * @param {(state: LineState, why: string) => void} changed
   * @param {Frames} frames
   */
  constructor(code, keys, hear, changed, frames) {
    this.code = code;
    this.keys = keys;
    /** The keys of the last greeting. @type {string[]} */
    this.shown = [];
    this.hear = hear;
    this.changed = changed;
    this.frames = frames;
    /** @type {import("./frames.js").FrameReader | null} */
    this.reader = null;
    /** What came while the reader of frames was not here yet. @type {(string | ArrayBuffer)[] | null} */
    this.unread = null;
    /** Whether a frame was missed, and the server was asked how everything stands. */
    this.outOfStep = false;
    /** Whether the line that was tried last ever was there, and whether it was tried without frames. */
    this.opened = false;
    this.plain = !frames.subprotocol;
    /** The last event heard of; -1 before the first. */
    this.latest = -1;
    /** @type {Map<string, {said: Said, settle: (answer: Accepted | Refused) => void}>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT;
    this.ended = false;
    /** Whether the server knows who we are. */
    this.welcome = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.onOnline = () => this.hurry();
    this.onOffline = () => this.drop(); // the device knows at once what the line notices late
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    this.onSeen = () => (document.hidden ? this.lookAway() : this.hurry());
    document.addEventListener("visibilitychange", this.onSeen);
    this.connect();
  }

  /** Say something; resolves with the answer, which may be a refusal. @param {Said} said */
  say(said) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const message = { ...said, id };
    /** @type {Promise<Accepted | Refused>} */
    const answered = new Promise((settle) => this.unanswered.set(id, { said: message, settle }));
    if (this.ended) this.giveUp();
    else if (this.welcome) this.send(message);
    return answered;
  }

  /** Say who we are once more, with the keys we hold now. */
  greet() {
    const known = { looking: !document.hidden, ...(this.latest >= 0 ? { since: this.latest } : {}) };
    this.shown = this.keys();
    this.send({ type: "hello", protocol: PROTOCOL, keys: this.shown, language: language(), ...known });
  }

  /** Hang up for good. */
  end() {
    this.ended = true;
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    document.removeEventListener("visibilitychange", this.onSeen);
    clearTimeout(this.again);
    clearTimeout(this.silence);
    this.socket?.close();
    this.giveUp();
  }

  /** Nobody will answer any more. */
  giveUp() {
    for (const [id, { settle }] of this.unanswered) {
      settle({ type: "refused", key: "no_line", arguments: {}, sentence: "", id });
    }
    this.unanswered.clear();
  }

  /** Try at once instead of waiting, because something has changed. */
  hurry() {
    if (this.ended || document.visibilityState !== "visible") return;
    const closed = !this.socket || this.socket.readyState === WebSocket.CLOSED;
    if (closed) this.connect();
    else if (this.welcome) this.probe(); // a phone that slept, or changed its network, holds a dead line
  }

  /** Nobody looks: whoever must act may be told by other ways. A greeting says that somebody does again. */
  lookAway() {
    if (this.welcome) this.send({ type: "looking", here: false });
  }

  connect() {
    clearTimeout(this.again);
    if (this.ended || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.changed("connecting", "");
    this.welcome = this.opened = false;
    this.unread = null;
    const socket = new WebSocket(socketAddress(this.code), this.plain ? [] : [this.frames.subprotocol, PLAIN]);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => this.begin();
    socket.onmessage = ({ data }) => this.take(data);
    socket.onclose = () => socket === this.socket && this.lost();
    this.expect();
  }

  begin() {
    this.opened = true;
    this.greet();
  }

  /** The server knows us: say again what it has not answered. */
  welcomed() {
    this.wait = FIRST_WAIT;
    this.outOfStep = false; // whole frames follow
    const back = !this.welcome;
    this.welcome = true;
    this.changed("open", "");
    if (back) for (const { said } of this.unanswered.values()) this.send(said);
  }

  /** @param {Said} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (message.type !== "heard" && message.type !== "looking") this.expect(); // those are not answered
  }

  /** @param {FromServer} message */
  heard(message) {
    if ("seq" in message && message.type !== "accepted") {
      this.latest = Math.max(this.latest, message.seq);
    }
    if (message.type === "welcome") this.welcomed();
    else if (message.type === "goodbye") this.dismissed(message);
    else if (message.type === "accepted" || message.type === "refused") this.answered(message);
    else if (message.type === "game" && message.window) {
      this.send({ type: "heard", seq: message.seq });
    }
    this.hear(message);
  }

  /** JSON or a frame, as it came; nothing overtakes a frame that cannot be read yet. @param {string | ArrayBuffer} data */
  take(data) {
    this.watchSilence();
    if (this.unread) this.unread.push(data);
    else if (typeof data === "string") this.heard(JSON.parse(data));
    else if (this.reader) this.heardFrame(this.reader.read(data));
    else this.readLater(data);
  }

  /** News of the game; whoever missed some asks once how everything stands. @param {import("../types.js").GameNews | null} news */
  heardFrame(news) {
    if (news) return this.heard(news);
    if (!this.outOfStep) this.greet();
    this.outOfStep = true;
  }

  /** The first frame comes before whoever reads it. @param {ArrayBuffer} frame */
  async readLater(frame) {
    const unread = (this.unread = [frame]);
    const reader = await this.frames.reader();
    if (unread !== this.unread) return; // it was another line
    this.unread = null;
    if (reader?.subprotocol !== this.frames.subprotocol) return this.readNoFrames();
    this.reader = reader;
    for (const data of unread) this.take(data);
  }

  /** The layout cannot be had, or is another one: come back without. */
  readNoFrames() {
    this.frames.subprotocol = "";
    this.plain = true;
    this.drop();
  }

  /** @param {Accepted | Refused} answer */
  answered(answer) {
    const waiting = this.unanswered.get(answer.id);
    if (answer.type === "refused" && NOT_NOW.has(answer.key)) {
      setTimeout(() => (waiting ? this.unanswered.has(answer.id) && this.send(waiting.said) : this.greet()), AGAIN_AFTER);
      return;
    }
    if (answer.type === "refused" && NO_WAY_BACK.has(answer.key)) this.stop(answer.key);
    this.unanswered.delete(answer.id);
    waiting?.settle(answer);
  }

  /** @param {import("../types.js").Goodbye} goodbye */
  dismissed({ reason, back_in: backIn }) {
    if (reason === "closed" || reason === "key_changed") this.stop(reason);
    else this.wait = Math.max(FIRST_WAIT, (backIn ?? 0) * 1000);
  }

  /** @param {string} why */
  stop(why) {
    this.end();
    this.changed("ended", why);
  }

  lost() {
    clearTimeout(this.silence);
    this.welcome = false;
    if (this.ended) return;
    this.changed("lost", "");
    this.doubtFrames();
    this.again = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** There is a server and no line: something between us may not let subprotocols through. Then it is tried without. */
  async doubtFrames() {
    const doubtful = !this.opened && !this.plain;
    this.plain = !this.frames.subprotocol;
    if (doubtful) this.plain = await reach.look();
  }

  /** A line that says nothing may be dead without having been closed. */
  watchSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.probe(), SILENT_FOR);
  }

  /** Greet, and see whether anything comes back. */
  probe() {
    this.greet();
    this.expect();
  }

  /** Something must be heard soon, or the line is given up. */
  expect() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), HEARD_WITHIN);
  }

  /** Give a dead line up without waiting for its end to be noticed. */
  drop() {
    const dead = this.socket;
    if (dead) dead.onopen = dead.onclose = dead.onmessage = null;
    dead?.close();
    this.socket = null;
    this.lost();
  }
}
