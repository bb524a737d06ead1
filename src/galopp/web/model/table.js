/**
 * One table, as this page knows it: what the server told, who we are here, what is shown.
 *
 * The server's latest word is always in `news` and `games`. What the reader sees of the game
 * follows on the `stage`, event by event. Views read from here and act through the verbs below.
 */

import { NotDone, ask } from "../net/api.js";
import { Line } from "../net/line.js";
import * as memory from "../net/memory.js";
import { reach } from "../net/reach.js";
import { PROTOCOL, version } from "../net/root.js";
import { loadGame } from "./games.js";
import { bring } from "../parts.js";
import { Diary } from "./diary.js";
import { Foresight, sceneAfter } from "./foresight.js";
import { RoomScreen } from "./room_screen.js";
import { motionNow } from "../stage/speed.js";
import { Stage } from "../stage/stage.js";
import { Teller } from "../language/telling.js";
import { Changing } from "../watching.js";
import { gameWords, say } from "../language/words.js";

/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").Viewer} Viewer */
/** @typedef {import("../types.js").Said} Said */

/** @typedef {{kind: "no" | "info", sentence: string, number: number, rulings: string[]}} Notice what is told, and the rulings behind it */

const RACE_STANDS = 5000; // milliseconds for the account of a race
const GAME_SOON = 2500; // milliseconds in the lobby before the board is loaded
const LOOK_IN_EVERY = 2000; // milliseconds
const TRY_AGAIN_AFTER = 1500;
const NOT_NOW = /^(unreachable|game_not_ready|table_is_busy|too_much|status_5..)$/;

/** The games of this server with their moves and options; asked for once. @type {Promise<import("../types.js").GameShown[]> | null} */
let asked = null;

/** @returns {Promise<import("../types.js").GameShown[]>} */
export function games() {
  asked ??= ask("GET", "/games");
  asked.catch(() => (asked = null));
  return asked;
}

export class Table extends Changing {
  /** @param {string} code @param {{tv?: boolean}} [how] */
  constructor(code, { tv = false } = {}) {
    super();
    this.code = code.toUpperCase();
    this.tv = tv;
    /** @type {TableNews | null} */
    this.news = null;
    /** The game as each of our viewers sees it. @type {Map<Viewer, GameNews>} */
    this.games = new Map();
    /** The seats our keys open. @type {number[]} */
    this.seats = [];
    this.host = false;
    /** Whose eyes the page looks through. @type {Viewer} */
    this.viewer = null;
    /** Several seats on one device: whether the viewer's cards lie open. */
    this.curtain = false;
    /** @type {import("../net/line.js").LineState} */
    this.line_state = "connecting";
    /** Whether the server has said that it will be back in a moment. */
    this.restarts = false;
    /** The server's version, if this page was made for another; "" if it is the same. */
    this.newer = "";
    /** Whether the server talks to this page no more: it must be loaded anew. */
    this.outgrown = false;
    /** Whether the board is on its way. */
    this.bringing = false;
    /** Whether the page has gone elsewhere. */
    this.left = false;
    /** Why there is nothing to see, once that is certain. */
    this.ended = "";
    /** Why we may not look on, where only those who sit may. */
    this.shut = "";
    /** @type {import("../types.js").GameShown | null} */
    this.shown = null;
    /** @type {import("../types.js").BrowserGame | null} */
    this.game = null;
    this.teller = new Teller({}, this);
    /** @type {Stage | null} */
    this.stage = null;
    this.diary = new Diary();
    /** Codes of a choice of several steps, as far as it has been made. @type {number[]} */
    this.picked = [];
    /** What a card does that somebody wants to know about. */
    this.about = "";
    /** What we decided last, until it is shown. @type {number[]} */
    this.sent = [];
    /** How many decisions of ours are under way. */
    this.deciding = 0;
    /** @type {import("../types.js").HintGiven | null} */
    this.hint = null;
    /** The decision that a bot thinks about for us. @type {number | null} */
    this.hinting = null;
    this.foresight = new Foresight(this);
    /** @type {Notice | null} */
    this.notice = null;
    /** What was taken back, until the board shows it. @type {import("../types.js").Happened | null} */
    this.undone = null;
    /** What happened while the line was lost. @type {import("../types.js").Happened[]} */
    this.missed = [];
    /** The newest of the next round, held back while somebody reads how the last one ended; by what it tells of.
     * @type {Map<string, TableNews | GameNews>} */
    this.next = new Map();
    /** Whether we go along into the next round: it was we who called for it. */
    this.goes_on = false;
    /** The key of a seat we are about to take: asked for again, it is the same seat. @type {string | undefined} */
    this.seat_key = undefined;
    this.room_screen = new RoomScreen(() => this.changed());
    /** Whether the board is wanted here although a screen in the room shows it. */
    this.board_wanted = !!memory.table(this.code).board;
    /** The round whose promise this browser remembers. */
    this.promised = 0;
    /** The last event we were told of; -1 before the first. */
    this.heard = -1;
    /** The server's clock less ours, in seconds. */
    this.ahead = 0;
    this.open();
  }

  // --- Coming and going

  async open() {
    try {
      this.learnKeys();
      const news = await ask("GET", `/tables/${this.code}`);
      await this.prepare(news);
      if (!this.keys().length) await this.watchFirst();
    } catch (error) {
      return this.notOpened(error instanceof NotDone ? error : new NotDone("failed", ""));
    }
    this.listen();
  }

  /** The server may be back in a moment. @param {NotDone} why */
  notOpened({ key, sentence }) {
    if (this.left) return;
    if (NOT_NOW.test(key)) this.looking = setTimeout(() => this.open(), TRY_AGAIN_AFTER);
    else this.end(key, sentence);
  }

  /** What we show at the door. A screen that the whole room sees opens nobody's seat. */
  keys() {
    return this.tv ? memory.screenKeys(this.code) : memory.keys(this.code);
  }

  /** Lay the line; whoever holds no key yet, and may not watch, looks in from outside. */
  listen() {
    clearTimeout(this.looking);
    if (this.left) return;
    if (this.line && !this.line.ended) this.line.greet();
    else if (this.keys().length) {
      this.line = new Line(this.code, () => this.keys(), (message) => this.hear(message), (...to) => this.lineIs(...to));
    } else this.looking = setTimeout(() => this.lookIn(), LOOK_IN_EVERY);
  }

  async lookIn() {
    try {
      this.hear(await ask("GET", `/tables/${this.code}`));
      this.line_state = "open";
      if (this.shut && this.news?.settings.watchable) await this.watchFirst();
    } catch (error) {
      if (error instanceof NotDone && error.key === "no_such_table") return this.end(error.key, error.sentence);
      this.line_state = "lost";
    }
    this.listen();
  }

  /** Somebody has followed a link with keys while the table was open. */
  bring() {
    this.learnKeys();
    this.listen();
  }

  /** A link may carry keys behind its #: of a seat that moves here, or of the host. */
  learnKeys() {
    const brought = new URLSearchParams(location.hash.slice(1));
    if (![...brought.keys()].length) return;
    history.replaceState(null, "", location.pathname);
    memory.remember(this.code, (table) => {
      for (const [name, key] of brought) {
        if (!memory.isWellFormed(key)) continue;
        if (name === "host") memory.keepKey(table, table, "host", key);
        else if (/^seat[0-4]$/.test(name)) memory.keepKey(table, table.seats, Number(name[4]), key);
      }
    });
  }

  /** Whoever has only the code may look on until there is a seat. */
  async watchFirst() {
    const kind = this.tv ? "tv" : "spectator";
    try {
      const { key } = await ask("POST", `/tables/${this.code}/watchers`, { body: { kind } });
      memory.remember(this.code, (table) => (table[this.tv ? "screen" : "watcher"] = key));
      this.shut = "";
    } catch (error) {
      if (!(error instanceof NotDone) || error.key !== "not_watchable") throw error;
      this.shut = error.sentence; // there is still a seat to be had, perhaps
      this.changed();
    }
  }

  /** Load what is needed to sit at this table. @param {TableNews} news */
  async prepare(news) {
    this.news = news;
    this.rememberPromise(news);
    memory.remember(this.code, (table) => (table.game = news.game));
    const [shown, words] = await Promise.all([games(), gameWords(news.game)]).catch(() => {
      throw new NotDone("unreachable", "");
    });
    this.shown = shown.find(({ name }) => name === news.game) ?? null;
    this.teller = new Teller(words, this);
    this.changed();
    if (news.phase === "lobby") this.looking_ahead = setTimeout(() => this.bringGame(), GAME_SOON);
    else this.bringGame();
  }

  /** Load the board and the cards: in the lobby when there is time, else at once. */
  async bringGame() {
    clearTimeout(this.looking_ahead);
    if (this.game || this.bringing || this.left || !this.news) return;
    const { game } = this.news;
    this.bringing = true;
    this.game = await loadGame(game);
    if (this.now) this.settle(this.now);
    this.changed();
  }

  /** Words in another language. */
  async speakAnew() {
    if (!this.news) return;
    this.teller.catalogue = await gameWords(this.news.game);
    this.line?.greet();
    this.changed();
  }

  leave() {
    this.left = true;
    clearTimeout(this.looking);
    clearTimeout(this.looking_ahead);
    this.stage?.skip();
    this.line?.end();
  }

  /** @param {string} why @param {string} [sentence] */
  end(why, sentence = "") {
    this.ended = why;
    this.sentence = sentence;
    if (why === "no_such_table") memory.forget(this.code);
    this.changed();
  }

  /** @param {import("../net/line.js").LineState} state @param {string} why */
  lineIs(state, why) {
    this.line_state = state;
    if (state === "open" || state === "lost") reach.noticed(state === "open");
    if (state === "ended") return this.keyLost(why);
    this.changed();
  }

  /** Our keys open nothing any more: look on as anybody may. @param {string} why */
  keyLost(why) {
    if (why === "closed") return this.end("closed");
    if (why === "other_protocol") return this.outgrow();
    if (why === "no_such_table") return this.open(); // which says so
    // Another tab may have got a new key meanwhile: only those that we showed are lost.
    memory.loseKeys(this.code, this.line?.shown ?? []);
    this.seats = [];
    this.host = false;
    this.lookAs(null);
    if (!this.tv) this.say_notice("info", say("notice.key_changed"));
    this.open();
  }

  /** The server has been renewed so much that this page does not understand it any more. */
  outgrow() {
    this.outgrown = true;
    this.newer ||= "?";
    this.changed();
  }

  // --- Listening

  /** @param {FromServer} message */
  hear(message) {
    if (this.holdsBack(message)) return this.changed();
    if (message.type === "table" || message.type === "game") this.mindGap(message.seq);
    switch (message.type) {
      case "welcome": this.welcome(message); break;
      case "table": this.hearTable(message); break;
      case "game": this.hearGame(message); break;
      case "missed": this.hearMissed(message); break;
      case "goodbye": this.restarts = message.reason === "restart"; break;
    }
    this.changed();
  }

  // --- The next round

  /** Nobody's sheet of points is cleared away by others: what is told of the next round waits until it is asked for.
   * @param {FromServer} message */
  holdsBack(message) {
    if (message.type !== "table" && message.type !== "game" && message.type !== "missed") return false;
    const begins = this.reads && this.isOfNextRound(message);
    if (!begins && !this.next.size) return false;
    if (message.type === "missed") return true; // the history has it
    this.next.set(message.type === "table" ? "table" : `game ${message.viewer}`, message);
    return true;
  }

  /** @param {TableNews | GameNews | import("../types.js").Missed} message */
  isOfNextRound(message) {
    if (message.type === "table") return message.round > (this.news?.round ?? 0);
    return message.type === "missed" && message.news.some(({ happened }) => happened.some(({ key }) => key === "table.reopened"));
  }

  /** Whether somebody here looks at how a round ended. */
  get reads() {
    return this.news?.phase === "over" && !this.tv && !this.goes_on;
  }

  /** How the table stands in the next round, which others have begun. @returns {TableNews | null} */
  get next_news() {
    const news = this.next.get("table");
    return news?.type === "table" ? news : null;
  }

  /** Whether the next round waits for one of our seats. */
  get next_waits() {
    return this.next_news?.phase === "playing" && [...this.next.values()].some((news) =>
      news.type === "game" && news.viewer !== null && this.seats.includes(news.viewer) && news.asked.includes(news.viewer));
  }

  /** Go along into the next round. What happened there meanwhile is read up. */
  goOn() {
    const newest = [...this.next.values()];
    this.goes_on = true;
    this.next.clear();
    for (const message of newest) this.hear(message);
  }

  /** The same people once more; whoever calls for it goes along. */
  async rematch() {
    this.goes_on = true;
    const taken = await this.tell({ type: "rematch" });
    if (!taken) this.goes_on = false;
    return taken;
  }

  /** @param {import("../types.js").Welcome} welcome */
  welcome({ seats, host, now, protocol, version: served }) {
    this.restarts = false;
    this.newer = served === version && protocol === PROTOCOL ? "" : served;
    const others = seats.join() !== this.seats.join();
    this.seats = seats;
    this.host = host;
    this.ahead = now - Date.now() / 1000;
    if (this.viewer === null || !seats.includes(this.viewer)) this.lookAs(seats[0] ?? null);
    if (others) this.curtain = seats.length > 1;
    if (others && seats.length && memory.likes().notices) this.askForNotices();
    if (this.diary.viewer !== this.viewer || !this.diary.complete) this.readHistory();
  }

  async askForNotices() {
    try {
      const { follow } = await bring("notices");
      await follow(this);
    } catch {
      // The server may be back the next time.
    }
  }

  /** Through whose eyes we see from now on; what others saw is put away. @param {Viewer} viewer */
  lookAs(viewer) {
    if (viewer !== this.viewer) this.forgetGame();
    this.viewer = viewer;
  }

  /** Whoever was away for long, or was too slow, reads up on what was not told. @param {number} seq */
  mindGap(seq) {
    if (this.listens && this.heard >= 0 && seq > this.heard + 1) this.readHistory();
    this.heard = Math.max(this.heard, seq);
  }

  async readHistory() {
    const viewer = this.viewer;
    const seat = viewer === null ? "" : `?seat=${viewer}`;
    this.diary.begin(viewer);
    try {
      const past = await ask("GET", `/tables/${this.code}/history${seat}`, { keys: this.keys() });
      if (viewer === this.viewer) this.diary.fill(past);
    } catch {
      // The log then begins with what happens from now on.
    }
    this.changed();
  }

  /** @param {TableNews} news */
  hearTable(news) {
    const before = this.news;
    this.news = news;
    this.diary.write(news.seq, news.at, news.happened);
    this.room_screen.count(news.screens);
    this.tellTurn(news);
    this.tellUndo(news);
    if (before && before.round !== news.round) this.forgetGame();
    if (news.phase !== "over") this.goes_on = false;
    if (before?.phase !== news.phase) this.notice = null;
    if (news.phase !== "lobby") this.bringGame();
    this.rememberPromise(news);
    if (news.phase === "over") this.lookBack(before);
    if (before?.phase !== news.phase || before.round !== news.round) this.noteStand(news);
  }

  /** Until it is asked for again, the first page knows from here how the table stands. @param {TableNews} news */
  noteStand({ phase, round, seats }) {
    const free = seats.filter(({ kind }) => kind === "free").length;
    const stands = { code: this.code, phase, round, free, names: seats.map(({ name }) => name), yours: this.seats, asked: [], winners: [], unowned: "" };
    memory.note(this.code, (table) => (table.stands = stands));
  }

  /** The game is over: nothing is secret any more, and all of it is told. @param {TableNews | null} before */
  lookBack(before) {
    this.curtain = false;
    if (before?.phase !== "over" && !this.diary.complete) this.readHistory();
  }

  /** Something was taken back: who did that, and what it was, is told until something else happens. @param {TableNews} news */
  tellUndo({ seq, happened }) {
    const undone = happened.find(({ key }) => key === "table.undone");
    if (!undone) return;
    const { seat, to } = undone.arguments;
    const deed = this.diary.takenBack(seq, to);
    this.undone = deed ? { key: "table.undone_deed", arguments: { seat, deed: this.teller.event(deed) } } : undone;
    if (!this.seats.includes(seat)) this.say_notice("info", this.teller.event(this.undone));
  }

  /** The game goes on over days now, or live again: that concerns everybody. @param {TableNews} news */
  tellTurn({ happened }) {
    // says: table.turned_*
    for (const { key } of happened) if (key.startsWith("table.turned_")) this.say_notice("info", say(key));
  }

  /** A round has begun: at its end its replay asks what was promised. The first word holds. @param {TableNews} news */
  rememberPromise({ phase, round, promise }) {
    if (phase !== "playing" || this.promised === round) return;
    this.promised = round;
    memory.remember(this.code, (table) => (table.promises = { [round]: promise, ...table.promises }));
  }

  forgetGame() {
    this.stage?.skip();
    this.stage = null;
    this.games.clear();
    this.forgetChoice();
    this.missed = [];
    this.curtain = this.seats.length > 1;
  }

  /** Whatever was being chosen is not asked any more. */
  forgetChoice() {
    this.picked = [];
    this.hint = null;
    this.about = "";
    this.foresight.pointed = null;
    this.stage?.show(null);
  }

  /** @param {GameNews} news */
  hearGame(news) {
    const before = this.games.get(news.viewer);
    this.games.set(news.viewer, news);
    if (news.viewer !== this.viewer) return this.lookElsewhere();
    this.diary.write(news.seq, news.at, news.happened, news.decision);
    if (before?.decision !== news.decision) this.forgetChoice();
    this.put(news, before);
    this.lookElsewhere();
  }

  /** Put news on the stage. @param {GameNews} news @param {GameNews | undefined} before */
  put(news, before) {
    if (!this.stage || !news.happened.length || !before || news.seq <= before.seq) return this.settle(news);
    this.stage.rest = this.handheld ? 0 : RACE_STANDS; // the screen in the room shows it
    this.stage.push({ happened: news.happened, view: news.view, asked: news.asked, seq: news.seq });
    // Who may call or catch has no time to watch.
    if (news.window && news.legal.length) this.stage.catchUp();
  }

  /** How things stand, without anything having happened. @param {GameNews} news */
  settle(news) {
    const undone = this.undone ? [this.undone] : [];
    this.undone = null;
    if (!this.stage) this.stage = this.newStage(news);
    else if (this.stage.idle || undone.length) this.stage.reset(news, undone);
    else this.stage.push({ happened: [], view: news.view, asked: news.asked, seq: news.seq });
  }

  /** @param {GameNews} news */
  newStage({ view, asked, seq }) {
    if (!this.game) return null;
    const stage = new Stage(this.game, this.teller, view);
    Object.assign(stage, { asked, seq });
    stage.pace = motionNow();
    stage.isOwn = (seat) => this.seats.includes(seat);
    stage.watch(() => this.staged(stage));
    return stage;
  }

  /** Something has changed on a stage, which may have been left meanwhile. @param {Stage} stage */
  staged(stage) {
    if (stage !== this.stage) return;
    if (stage.idle && !this.busy) this.sent = [];
    this.changed();
  }

  /** @param {import("../types.js").Missed} missed */
  hearMissed({ viewer, news }) {
    if (viewer !== this.viewer) return;
    const unheard = news.filter(({ seq }) => seq > this.heard); // some may have come before the greeting
    for (const { seq, at, happened, decision } of unheard) this.diary.write(seq, at, happened, decision);
    this.heard = Math.max(this.heard, ...unheard.map(({ seq }) => seq));
    const happened = unheard.flatMap((past) => past.happened);
    this.missed = [...this.missed, ...happened];
    const ofTheGame = happened.filter(({ key }) => !key.startsWith("table."));
    if (!this.stage || !ofTheGame.length) return;
    this.stage.push({ happened: ofTheGame, view: null, asked: this.stage.asked, seq: this.heard });
  }

  // --- Several seats on one device

  /** Look through the eyes of whichever of our seats is asked. */
  lookElsewhere() {
    if (this.seats.length < 2) return;
    const asked = this.seats.filter((seat) => this.isAsked(seat));
    const next = asked.includes(/** @type {number} */ (this.viewer)) ? this.viewer : asked[0];
    if (next === undefined) this.curtain = this.playing;
    else if (next !== null && next !== this.viewer) this.lookThrough(next);
  }

  /** @param {number} seat */
  lookThrough(seat) {
    this.viewer = seat;
    this.curtain = this.seats.length > 1;
    this.forgetChoice();
    this.missed = [];
    const news = this.games.get(seat);
    if (news) this.settle(news);
    this.readHistory();
  }

  /** Somebody is alone with the device: show their cards, also between two turns.
   * @param {number} seat */
  openCurtain(seat) {
    if (seat !== this.viewer) this.lookThrough(seat);
    this.curtain = false;
    this.changed();
  }

  /** Whether everybody may hear of an event: behind the curtain only what others did is told.
   * @param {import("../types.js").Happened} event */
  isPublic({ arguments: told }) {
    return !this.covered || !this.seats.includes(told.seat);
  }

  // --- What there is to know

  /** @param {number} seat */
  name(seat) {
    return this.news?.seats[seat]?.name || say("seat_number", { number: seat + 1 });
  }

  /** The seat that reads "you" of itself; where several share the device, all are called by name. */
  get you() {
    return this.seats.length === 1 ? this.seats[0] : null;
  }

  /** The viewer's latest news of the game. */
  get now() {
    return this.games.get(this.viewer) ?? null;
  }

  /** The last event that has been shown; the log waits for it. */
  get shown_until() {
    return this.stage && !this.stage.idle ? this.stage.seq : Infinity;
  }

  /** Whose turn it is, as far as it has been shown. */
  get asked() {
    if (!this.playing) return [];
    return (this.stage && !this.stage.idle ? this.stage.asked : this.now?.asked) ?? [];
  }

  /** Whether all see the board on a screen in the room, so that here are only cards and questions. */
  get handheld() {
    return this.viewer !== null && this.room_screen.there && !this.board_wanted;
  }

  /** Show the board here too, or no longer; this table remembers. @param {boolean} wanted */
  wantBoard(wanted) {
    this.board_wanted = wanted;
    memory.remember(this.code, (table) => (table.board = wanted));
    this.changed();
  }

  get playing() {
    return this.news?.phase === "playing";
  }

  /** Whether a decision of ours is under way. */
  get busy() {
    return this.deciding > 0;
  }

  /** Whether the server tells us by itself what happens. */
  get listens() {
    return !!this.line && !this.line.ended;
  }

  /** Whether there is a game and we may not see it. */
  get outside() {
    return !!this.shut && !this.listens && this.news?.phase !== "lobby";
  }

  /** Whether what only one viewer may know is hidden: the device is passed on, or still shows the other's view. */
  get covered() {
    return this.curtain || (!!this.stage && this.stage.view.viewer !== this.viewer);
  }

  /** What the page may show of the board. */
  get scene() {
    const { stage, game } = this;
    if (!stage || !game) return null;
    return this.covered ? game.veiled(stage.shown) : stage.shown;
  }

  /** Whether one of our seats may decide something. @param {number} seat */
  isAsked(seat) {
    const news = this.games.get(seat);
    return !!news && this.playing && news.legal.length > 0 && (news.asked.includes(seat) || !!news.window);
  }

  /** What the viewer may do right now, once everything that led there was shown. */
  get legal() {
    const { now } = this;
    if (!now || !this.playing || this.curtain || this.busy || this.line_state !== "open") return [];
    return this.stage?.idle || now.window ? now.legal : [];
  }

  /** The choice of several steps that is being made, if there is one. */
  get plan() {
    const { now, game } = this;
    if (!now || !game || !this.legal.length || now.window) return null;
    return game.plan(now.view, this.legal, this.picked);
  }

  /** Codes that can be pressed now. */
  get options() {
    return this.plan?.options ?? this.legal;
  }

  /** @param {number} code */
  move(code) {
    return this.shown?.moves.find((move) => move.code === code) ?? null;
  }

  /** @param {string} kind @param {string} [subject] */
  codeOf(kind, subject = "") {
    const found = this.shown?.moves.find((move) => move.kind === kind && move.subject === subject);
    return found && this.options.includes(found.code) ? found.code : null;
  }

  /** Whether there may be something to take back; whether there is, the table knows. */
  get mayUndo() {
    return this.picked.length > 0 || (this.playing && this.viewer !== null && this.diary.deciders.has(this.viewer));
  }

  /** Now, by the server's clock, in seconds. */
  get clock() {
    return Date.now() / 1000 + this.ahead;
  }

  // --- Deciding

  /** A card or a button was pressed; what is not possible is asked for all the same, to be told why not.
   * @param {number} code */
  press(code) {
    const { now, stage } = this;
    if (!now || this.busy) return;
    if (stage && !stage.idle && !now.window) return stage.skip(); // nobody decides on what is not seen yet
    if (!this.legal.length) return this.say_notice("no", this.whyNothing());
    if (!this.options.includes(code)) return this.refuse(code);
    const picked = [...this.picked, code];
    const plan = now.window ? null : this.game?.plan(now.view, this.legal, picked);
    if (!plan) return this.decide([code]);
    if (plan.send && plan.at_once) return this.decide(plan.send);
    this.pick(picked, plan.scene);
  }

  /** @param {number[]} picked @param {import("../types.js").Scene | null} scene */
  pick(picked, scene) {
    this.picked = picked;
    this.stage?.show(scene);
    this.changed();
  }

  /** Take the last step of an unconfirmed choice back, or put the hint away. */
  unpick() {
    if (!this.picked.length) return this.putHintAway();
    const picked = this.picked.slice(0, -1);
    const plan = this.now && this.game?.plan(this.now.view, this.legal, picked);
    this.pick(picked, picked.length ? plan?.scene ?? null : null);
  }

  /** Say what something does, until something is done. @param {string} sentence */
  explain(sentence) {
    this.about = sentence;
    this.changed();
  }

  /** Somebody points at what makes a move, or at nothing any more. @param {number | null} code */
  pointAt(code) {
    this.foresight.point(code);
  }

  /** What is certain of the move that somebody points at. */
  get foreseen() {
    return this.foresight.shown;
  }

  /** Where that move leads, as far as it is certain. */
  get ghost() {
    const { foreseen, game, scene } = this;
    return foreseen && game && scene ? sceneAfter(game, scene, foreseen) : null;
  }

  /** Send the choice as it is planned. */
  confirm() {
    const send = this.plan?.send;
    if (send) this.decide(send);
  }

  /** Ask the table about a move that it will refuse, to be told why. @param {number} code */
  refuse(code) {
    if (this.legal.includes(code)) this.picked = []; // something else than was planned
    return this.decide([code]);
  }

  /** @param {number[]} moves @param {Viewer} [seat] */
  async decide(moves, seat = this.viewer) {
    const news = this.games.get(seat);
    if (!news || seat === null) return;
    this.sent = moves;
    this.notice = null; // what was refused before is past
    this.stage?.interval?.end(); // and so is a race whose account was read
    this.deciding += 1;
    this.changed();
    const taken = await this.tell({ type: "decide", seat, decision: news.decision, moves });
    this.deciding -= 1;
    if (!taken || this.stage?.idle) this.sent = [];
    this.forgetChoice();
    this.changed();
  }

  whyNothing() {
    const { now } = this;
    if (this.line_state !== "open") return say("notice.no_line");
    if (!this.playing || !now) return say("notice.no_game");
    const [asked] = now.asked;
    return asked === undefined ? say("notice.wait") : say("notice.turn_of", { seat: this.name(asked) });
  }

  /** Say something to the table; a refusal is shown. Resolves with whether it was taken.
   * @param {Said} said */
  async tell(said) {
    if (!this.line) return false;
    const answer = await this.line.say(said);
    if (answer.type === "accepted") this.keep(said, answer.gives.key);
    else if (answer.sentence) this.say_notice("no", this.whyNot(answer), rulingIn(answer)); // a line that has ended gives no reason
    this.changed();
    return answer.type === "accepted";
  }

  /** The reason of a refusal; of a move, without its notation. @param {import("../types.js").Refused} refused */
  whyNot({ key, arguments: told, sentence }) {
    if (key !== "illegal_move") return sentence;
    return this.teller.say(`refusal.${told.refusal}`);
  }

  /** Keep a key, if one was given to us. @param {Said} said @param {unknown} key */
  keep(said, key) {
    if (typeof key !== "string") return;
    if (said.type === "claim_host") memory.remember(this.code, (table) => (table.host = key));
    else if (said.type === "reissue" && this.seats.includes(said.seat)) {
      memory.remember(this.code, (table) => (table.seats[said.seat] = key));
    }
  }

  /** Sit down; a key of our own making, so that a lost answer locks nobody out.
   * @param {{name: string, pig: string, seat?: number}} who */
  async sit({ name, pig, seat }) {
    this.seat_key ??= memory.newKey();
    const body = { name, pig, key: this.seat_key, ...(seat === undefined ? {} : { seat }) };
    try {
      const given = await ask("POST", `/tables/${this.code}/seats`, { body });
      memory.remember(this.code, (table) => (table.seats[given.seat] = given.key));
      memory.like({ name, pig });
      this.seat_key = undefined; // the next seat has its own
      this.listen();
      return true;
    } catch (error) {
      this.say_notice("no", error instanceof NotDone && error.sentence ? error.sentence : say("notice.no_line"));
      return false;
    }
  }

  /** Stand up from one of our seats. @param {number} seat */
  async stand(seat) {
    if (await this.tell({ type: "leave", seat })) {
      if (this.news?.phase !== "playing") memory.remember(this.code, (table) => delete table.seats[seat]);
    }
  }

  /** Let a bot think about what is asked; that takes a second. */
  async askHint() {
    const decision = this.now?.decision ?? null;
    if (this.viewer === null || !this.legal.length || this.awaitsHint) return;
    if (this.legal.length === 1) return this.say_notice("info", say("hint.only_choice"));
    if (this.picked.length) this.pick([], null); // a hint is about the whole choice, from its first step on
    this.hinting = decision;
    this.changed();
    try {
      const path = `/tables/${this.code}/hint?seat=${this.viewer}`;
      this.take(await ask("GET", path, { keys: this.keys() }));
    } catch (error) {
      // Whoever has decided meanwhile needs no hint any more.
      if (error instanceof NotDone && decision === this.now?.decision) this.say_notice("no", error.sentence);
    }
    if (this.hinting === decision) this.hinting = null;
    this.changed();
  }

  /** Whether a bot thinks about what we are asked. */
  get awaitsHint() {
    return this.hinting !== null && this.hinting === this.now?.decision;
  }

  putHintAway() {
    this.hint = null;
    this.changed();
  }

  /** A hint is for one seat and one decision; either may have changed while the bot thought.
   * @param {import("../types.js").HintGiven} hint */
  take(hint) {
    if (hint.seat === this.viewer && hint.decision === this.now?.decision && !this.curtain) this.hint = hint;
  }

  /** @param {Notice["kind"]} kind @param {string} sentence @param {string[]} [rulings] */
  say_notice(kind, sentence, rulings = []) {
    this.notice = { kind, sentence, number: (this.notice?.number ?? 0) + 1, rulings };
    this.changed();
  }
}

/** The ruling by which a move was refused. @param {import("../types.js").Refused} refused */
const rulingIn = ({ arguments: told }) => (told.ruling ? [String(told.ruling)] : []);
