/**
 * The line to one table: it says hello, comes back by itself, and loses nothing.
 *
 * Whatever was not answered is sent again under the same id after the line is back, so the
 * server takes it once. It waits ever longer between attempts, with a bit of chance in it, so
 * that not everybody comes back at the same moment.
 */

import { language } from "../words.js";
import { keys } from "./memory.js";
import { socketAddress } from "./root.js";

/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").Accepted} Accepted */
/** @typedef {import("../types.js").Refused} Refused */

const FIRST_WAIT = 400; // milliseconds
const LONGEST_WAIT = 8000;
const SILENT_FOR = 25_000; // then the line is tried: the server's pings are not seen here
const NOT_NOW = new Set(["table_is_busy", "game_not_ready", "server_cannot_write", "too_much"]);
const AGAIN_AFTER = 700;

/** @typedef {"connecting" | "open" | "lost" | "ended"} LineState */

export class Line {
  /**
   * @param {string} code
   * @param {(message: FromServer) => void} hear
   * @param {(state: LineState, why: string) => void} changed
   */
  constructor(code, hear, changed) {
    this.code = code;
    this.hear = hear;
    this.changed = changed;
    /** The last event heard of; -1 before the first. */
    this.latest = -1;
    /** @type {Map<string, {said: Said, settle: (answer: Accepted | Refused) => void}>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT;
    this.ended = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.onOnline = () => this.hurry();
    addEventListener("online", this.onOnline);
    document.addEventListener("visibilitychange", this.onOnline);
    this.connect();
  }

  /** Say something; resolves with the answer, which may be a refusal. @param {Said} said */
  say(said) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const message = { ...said, id };
    /** @type {Promise<Accepted | Refused>} */
    const answered = new Promise((settle) => this.unanswered.set(id, { said: message, settle }));
    this.send(message);
    return answered;
  }

  /** Say who we are once more, with the keys we hold now. */
  greet() {
    const known = this.latest >= 0 ? { since: this.latest } : {};
    this.send({ type: "hello", protocol: 1, keys: keys(this.code), language: language(), ...known });
  }

  /** Hang up for good. */
  end() {
    this.ended = true;
    removeEventListener("online", this.onOnline);
    document.removeEventListener("visibilitychange", this.onOnline);
    this.socket?.close();
  }

  /** Try at once instead of waiting, because something has changed. */
  hurry() {
    const closed = !this.socket || this.socket.readyState === WebSocket.CLOSED;
    if (closed && !this.ended && document.visibilityState === "visible") this.connect();
  }

  connect() {
    clearTimeout(this.again);
    if (this.ended || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.changed("connecting", "");
    const socket = new WebSocket(socketAddress(this.code));
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  opened() {
    this.greet();
    for (const { said } of this.unanswered.values()) this.send(said);
  }

  /** @param {Said} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {FromServer} message */
  heard(message) {
    this.watchSilence();
    if ("seq" in message && message.type !== "accepted") {
      this.latest = Math.max(this.latest, message.seq);
    }
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.changed("open", "");
    } else if (message.type === "goodbye") this.dismissed(message);
    else if (message.type === "accepted" || message.type === "refused") this.answered(message);
    else if (message.type === "game" && message.window) {
      this.send({ type: "heard", seq: message.seq });
    }
    this.hear(message);
  }

  /** @param {Accepted | Refused} answer */
  answered(answer) {
    const waiting = this.unanswered.get(answer.id);
    if (answer.type === "refused" && waiting && NOT_NOW.has(answer.key)) {
      setTimeout(() => this.unanswered.has(answer.id) && this.send(waiting.said), AGAIN_AFTER);
      return;
    }
    if (answer.type === "refused" && answer.key === "key_opens_nothing") this.stop(answer.key);
    this.unanswered.delete(answer.id);
    waiting?.settle(answer);
  }

  /** @param {import("../types.js").Goodbye} goodbye */
  dismissed({ reason, back_in }) {
    if (reason === "closed" || reason === "key_changed") this.stop(reason);
    else this.wait = Math.max(FIRST_WAIT, (back_in ?? 0) * 1000);
  }

  /** @param {string} why */
  stop(why) {
    this.end();
    this.changed("ended", why);
  }

  lost() {
    clearTimeout(this.silence);
    if (this.ended) return;
    this.changed("lost", "");
    this.again = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** A line that says nothing may be dead without having been closed: greet, and see. */
  watchSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      const socket = this.socket;
      this.greet();
      this.silence = setTimeout(() => socket === this.socket && this.drop(), 5000);
    }, SILENT_FOR);
  }

  /** Give a dead line up without waiting for its end to be noticed. */
  drop() {
    const dead = this.socket;
    if (dead) dead.onclose = dead.onmessage = null;
    dead?.close();
    this.socket = null;
    this.lost();
  }
}
