/**
 * A table, as this page knows it: what was told, and what of it has been shown.
 *
 * It is at a server, or on this device alone; what it hears and says is the same. The latest word is always in `news` and `games`. What the reader sees of the game follows on
 * the `stage`, event by event. The way there is the `connection`, who we are there the `viewpoint`, what we
 * are about to do the `choice`.
 */

import { loadGame } from "./games.js";
import { Teller } from "../language/telling.js";
import { gameWords, say } from "../language/words.js";
import { NotDone } from "../net/api.js";
import * as memory from "../net/memory.js";
import { bring } from "../parts.js";
import { Changing } from "../watching.js";
import { Connection } from "./connection.js";
import { Diary } from "./diary.js";
import { keepKey } from "./keys.js";
import { NextRound } from "./next_round.js";
import { RoomScreen } from "./room_screen.js";
import { Viewpoint } from "./viewpoint.js";

/** The way to a server, or to what plays on this device. @typedef {Connection | import("./local_connection.js").LocalConnection} AnyConnection */
/** @typedef {import("../types.js").PlayingTable} PlayingTable */
/** @typedef {import("../types.js").FromServer} FromServer */
/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").Notice} Notice */
/** @typedef {import("../types.js").Said} Said */
/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").Viewer} Viewer */

const RACE_STANDS = 5000; // milliseconds for the account of a race
const GAME_SOON = 2500; // milliseconds in the lobby before the board is loaded

/** @implements {PlayingTable} */
export class Table extends Changing {
  /** @param {string} code @param {{tv?: boolean, connect?: (table: Table) => AnyConnection}} [how] */
  constructor(code, { tv = false, connect = (table) => new Connection(table.code, tv, table) } = {}) {
    super();
    this.code = code.toUpperCase();
    /** @type {AnyConnection} */
    this.connection = connect(this);
    this.viewpoint = new Viewpoint(() => this.stage?.view.viewer, tv);
    /** What we are about to decide, once the game is here. @type {import("./choice.js").Choice | null} */
    this.choice = null;
    this.nextRound = new NextRound(this);
    this.roomScreen = new RoomScreen(() => this.changed(), this.code);
    /** @type {TableNews | null} */
    this.news = null;
    /** The game as each of our viewers sees it. @type {Map<Viewer, GameNews>} */
    this.games = new Map();
    /** @type {import("../types.js").GameShown | null} */
    this.shown = null;
    /** @type {import("../types.js").BrowserGame | null} */
    this.game = null;
    this.teller = new Teller({}, this);
    /** @type {import("../stage/stage.js").Stage | null} */
    this.stage = null;
    /** What makes a stage, once the game is here. @type {typeof import("./play.js").newStage | null} */
    this.newStage = null;
    this.diary = new Diary();
    /** @type {Notice | null} */
    this.notice = null;
    /** What was taken back, until the board shows it. @type {import("../types.js").Happened | null} */
    this.undone = null;
    /** What happened while the line was lost. @type {import("../types.js").Happened[]} */
    this.missed = [];
    /** Whether the board is on its way. */
    this.bringing = false;
    /** The round whose promise this browser remembers. */
    this.promised = 0;
    /** The last event we were told of; -1 before the first. */
    this.heard = -1;
    /** The server's clock less ours, in seconds. */
    this.ahead = 0;
    this.connection.open();
  }

  /** Whether there are others here, and a server between us. @returns {Table | null} */
  get live() {
    return this.connection.local ? null : this;
  }

  // --- Loading

  /** Load what is needed to sit at this table. @param {TableNews} news */
  async prepare(news) {
    this.news = news;
    this.rememberPromise(news);
    memory.remember(this.code, (table) => (table.game = news.game));
    const [shown, words] = await Promise.all([this.connection.shownGame(news.game), gameWords(news.game)]).catch(() => {
      throw new NotDone("unreachable", "");
    });
    this.shown = shown;
    this.teller = new Teller(words, this);
    this.changed();
    if (news.phase === "lobby") this.lookingAhead = setTimeout(() => this.bringGame(), GAME_SOON);
    else this.bringGame();
  }

  /** Load the board and the cards: in the lobby when there is time, else at once. */
  async bringGame() {
    clearTimeout(this.lookingAhead);
    if (this.game || this.bringing || this.connection.left || !this.news) return;
    const { game } = this.news;
    this.bringing = true;
    this.connection.bringReader();
    const [loaded, { newChoice, newStage }] = await Promise.all([loadGame(game), bring("play")]);
    Object.assign(this, { game: loaded, choice: newChoice(this), newStage });
    if (this.now) this.settle(this.now);
    this.changed();
  }

  /** Words in another language. */
  async speakAnew() {
    if (!this.news) return;
    this.teller.catalogue = await gameWords(this.news.game);
    this.connection.greet();
    this.changed();
  }

  leave() {
    clearTimeout(this.lookingAhead);
    this.stage?.skip();
    this.connection.leave();
  }

  // --- Listening

  /** @param {FromServer} message */
  hear(message) {
    if (this.nextRound.holdsBack(message)) return this.changed();
    if (message.type === "table" || message.type === "game") this.mindGap(message.seq);
    switch (message.type) {
      case "welcome": this.welcome(message); break;
      case "table": this.hearTable(message); break;
      case "game": this.hearGame(message); break;
      case "missed": this.hearMissed(message); break;
    }
    this.changed();
  }

  /** @param {import("../types.js").Welcome} welcome */
  welcome({ seats, host, now }) {
    const { viewpoint } = this;
    const others = seats.join() !== viewpoint.seats.join();
    Object.assign(viewpoint, { seats, host });
    this.ahead = now - Date.now() / 1000;
    if (viewpoint.viewer === null || !seats.includes(viewpoint.viewer)) this.lookAs(seats[0] ?? null);
    if (others) viewpoint.cover();
    if (others && seats.length && memory.likes().notices) this.askForNotices();
    if (this.diary.viewer !== viewpoint.viewer || !this.diary.complete) this.readHistory();
  }

  async askForNotices() {
    try {
      const { follow, ofTable } = await bring("notices");
      await follow(ofTable(this));
    } catch {
      // The server may be back the next time.
    }
  }

  /** Our keys open nothing any more. */
  keysLost() {
    this.viewpoint.standUp();
    this.lookAs(null);
    if (!this.viewpoint.tv) this.sayNotice("info", say("notice.key_changed"));
  }

  /** Whoever was away for long, or was too slow, reads up on what was not told. @param {number} seq */
  mindGap(seq) {
    if (this.connection.listens && this.heard >= 0 && seq > this.heard + 1) this.readHistory();
    this.heard = Math.max(this.heard, seq);
  }

  async readHistory() {
    const { viewer } = this.viewpoint;
    this.diary.begin(viewer);
    try {
      const past = await this.connection.history(viewer);
      if (viewer === this.viewpoint.viewer) this.diary.fill(past);
    } catch {
      // The log then begins with what happens from now on.
    }
    this.changed();
  }

  // --- How the table stands

  /** @param {TableNews} news */
  hearTable(news) {
    const before = this.news;
    this.news = news;
    this.diary.write(news.seq, news.at, news.happened);
    this.roomScreen.count(news.screens);
    this.tellTurn(news);
    this.tellUndo(news);
    if (before && before.round !== news.round) this.forgetGame();
    if (news.phase !== "over") this.nextRound.called = false;
    if (before?.phase !== news.phase) this.notice = null;
    if (news.phase !== "lobby") this.bringGame();
    this.rememberPromise(news);
    if (news.phase === "over") this.lookBack(before);
    if (before?.phase !== news.phase || before.round !== news.round) this.noteStand(news);
  }

  /** Until it is asked for again, the first page knows from here how the table stands. @param {TableNews} news */
  noteStand({ phase, round, seats }) {
    const free = seats.filter(({ kind }) => kind === "free").length;
    const names = seats.map(({ name }) => name);
    const stands = { code: this.code, phase, round, free, names, yours: this.viewpoint.seats, asked: [], winners: [], unowned: "" };
    memory.note(this.code, (table) => (table.stands = stands));
  }

  /** The game is over: nothing is secret any more, and all of it is told. @param {TableNews | null} before */
  lookBack(before) {
    this.viewpoint.curtain = false;
    if (before?.phase !== "over" && !this.diary.complete) this.readHistory();
    if (this.viewpoint.seats.length) bring("noting").then(({ noteEnd }) => noteEnd(this));
  }

  /** Something was taken back: who did that, and what it was, is told until something else happens. @param {TableNews} news */
  tellUndo({ seq, happened }) {
    const undone = happened.find(({ key }) => key === "table.undone");
    if (!undone) return;
    const { seat, to } = undone.arguments;
    const deed = this.diary.takenBack(seq, to);
    this.undone = deed ? { key: "table.undone_deed", arguments: { seat, deed: this.teller.event(deed) } } : undone;
    if (!this.viewpoint.seats.includes(seat)) this.sayNotice("info", this.teller.event(this.undone));
  }

  /** The game goes on over days now, or live again: that concerns everybody. @param {TableNews} news */
  tellTurn({ happened }) {
    // says: table.turned_*
    for (const { key } of happened) if (key.startsWith("table.turned_")) this.sayNotice("info", say(key));
  }

  /** A round has begun: at its end its replay asks what was promised. The first word holds. @param {TableNews} news */
  rememberPromise({ phase, round, promise }) {
    if (phase !== "playing" || this.promised === round) return;
    this.promised = round;
    memory.remember(this.code, (table) => (table.promises = { [round]: promise, ...table.promises }));
  }

  // --- How the game stands

  /** @param {GameNews} news */
  hearGame(news) {
    const before = this.games.get(news.viewer);
    this.games.set(news.viewer, news);
    if (news.viewer !== this.viewpoint.viewer) return this.lookElsewhere();
    this.diary.write(news.seq, news.at, news.happened, news.decision);
    if (before?.decision !== news.decision) this.choice?.forget();
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
    if (!this.stage) this.stage = this.game && this.newStage ? this.newStage(this, this.game, news) : null;
    else if (this.stage.idle || undone.length) this.stage.reset(news, undone);
    else this.stage.push({ happened: [], view: news.view, asked: news.asked, seq: news.seq });
  }

  /** Something has changed on a stage, which may have been left meanwhile. @param {import("../stage/stage.js").Stage} stage */
  staged(stage) {
    if (stage !== this.stage) return;
    if (stage.idle) this.choice?.arrived();
    this.changed();
  }

  /** @param {import("../types.js").Missed} missed */
  hearMissed({ viewer, news }) {
    if (viewer !== this.viewpoint.viewer) return;
    const unheard = news.filter(({ seq }) => seq > this.heard); // some may have come before the greeting
    for (const { seq, at, happened, decision } of unheard) this.diary.write(seq, at, happened, decision);
    this.heard = Math.max(this.heard, ...unheard.map(({ seq }) => seq));
    const happened = unheard.flatMap((past) => past.happened);
    this.missed = [...this.missed, ...happened];
    const ofTheGame = happened.filter(({ key }) => !key.startsWith("table."));
    if (!this.stage || !ofTheGame.length) return;
    this.stage.push({ happened: ofTheGame, view: null, asked: this.stage.asked, seq: this.heard });
  }

  forgetGame() {
    this.stage?.skip();
    this.stage = null;
    this.games.clear();
    this.choice?.forget();
    this.missed = [];
    this.viewpoint.cover();
  }

  // --- Whose eyes

  /** Through whose eyes we see from now on; what others saw is put away. @param {Viewer} viewer */
  lookAs(viewer) {
    if (viewer !== this.viewpoint.viewer) this.forgetGame();
    this.viewpoint.viewer = viewer;
  }

  /** Look through the eyes of whichever of our seats is asked. */
  lookElsewhere() {
    const { viewpoint } = this;
    if (!viewpoint.shared) return;
    const asked = viewpoint.seats.filter((seat) => this.isAsked(seat));
    const next = asked.includes(/** @type {number} */ (viewpoint.viewer)) ? viewpoint.viewer : asked[0];
    if (next === undefined) viewpoint.curtain = this.playing;
    else if (next !== null && next !== viewpoint.viewer) this.lookThrough(next);
  }

  /** @param {number} seat */
  lookThrough(seat) {
    this.viewpoint.viewer = seat;
    this.viewpoint.cover();
    this.choice?.forget();
    this.missed = [];
    const news = this.games.get(seat);
    if (news) this.settle(news);
    this.readHistory();
  }

  /** Somebody is alone with the device: show their cards, also between two turns.
   * @param {number} seat */
  openCurtain(seat) {
    if (seat !== this.viewpoint.viewer) this.lookThrough(seat);
    this.viewpoint.curtain = false;
    this.changed();
  }

  // --- What there is to know

  /** @param {number} seat */
  name(seat) {
    return this.news?.seats[seat]?.name || say("seat_number", { number: seat + 1 });
  }

  /** The viewer's latest news of the game. */
  get now() {
    return this.games.get(this.viewpoint.viewer) ?? null;
  }

  /** The last event that has been shown; the log waits for it. */
  get shownUntil() {
    return this.stage && !this.stage.idle ? this.stage.seq : Infinity;
  }

  /** Whose turn it is, as far as it has been shown. */
  get asked() {
    if (!this.playing) return [];
    return (this.stage && !this.stage.idle ? this.stage.asked : this.now?.asked) ?? [];
  }

  /** What the page may show of the board. */
  get scene() {
    const { stage, game } = this;
    if (!stage || !game) return null;
    return this.viewpoint.covered ? game.veiled(stage.shown) : stage.shown;
  }

  get playing() {
    return this.news?.phase === "playing";
  }

  /** Whether one of our seats may decide something. @param {number} seat */
  isAsked(seat) {
    const news = this.games.get(seat);
    return !!news && this.playing && news.legal.length > 0 && (news.asked.includes(seat) || !!news.window);
  }

  /** Now, by the server's clock, in seconds. */
  get clock() {
    return Date.now() / 1000 + this.ahead;
  }

  /** Whether all see the board on a screen in the room, so that here are only cards and questions. */
  get handheld() {
    return this.viewpoint.viewer !== null && this.roomScreen.serves;
  }

  /** Whether there is a game and we may not see it. */
  get outside() {
    return !!this.connection.shut && !this.connection.listens && this.news?.phase !== "lobby";
  }

  // --- Speaking

  /** Say something to the table; a refusal is shown. Resolves with whether it was taken.
   * @param {Said} said */
  async tell(said) {
    const answer = await this.connection.say(said);
    if (!answer) return false;
    if (answer.type === "accepted") keepKey(this.code, said, answer.gives.key, this.viewpoint.seats);
    else if (answer.sentence) this.sayNotice("no", this.whyNot(answer), rulingIn(answer)); // a line that has ended gives no reason
    this.changed();
    return answer.type === "accepted";
  }

  /** The reason of a refusal; of a move, without its notation. @param {import("../types.js").Refused} refused */
  whyNot({ key, arguments: told, sentence }) {
    if (key !== "illegal_move") return sentence;
    return this.teller.say(`refusal.${told.refusal}`);
  }

  /** Sit down; resolves with whether that went well. @param {{name: string, pig: string, seat?: number}} who */
  async sit(who) {
    try {
      await this.connection.sit(who);
      return true;
    } catch (error) {
      this.sayNotice("no", error instanceof NotDone && error.sentence ? error.sentence : say("notice.no_line"));
      return false;
    }
  }

  /** Stand up from one of our seats. @param {number} seat */
  async stand(seat) {
    if (await this.tell({ type: "leave", seat })) {
      if (this.news?.phase !== "playing") memory.remember(this.code, (table) => delete table.seats[seat]);
    }
  }

  /** @param {Notice["kind"]} kind @param {string} sentence @param {string[]} [rulings] */
  sayNotice(kind, sentence, rulings = []) {
    this.notice = { kind, sentence, number: (this.notice?.number ?? 0) + 1, rulings };
    this.changed();
  }
}

/** The ruling by which a move was refused. @param {import("../types.js").Refused} refused */
const rulingIn = ({ arguments: told }) => (told.ruling ? [String(told.ruling)] : []);
