/** Learning a game by playing it: `<galopp-lesson .game>`, a page of its own at `/learn/GAME`. */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { Keyboard } from "../table/keyboard.js";
import { Lesson } from "../../model/lesson.js";
import { NotDone, ask } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { page, playsHere, served, web } from "../../net/root.js";
import { bring } from "../../parts.js";
import { loadGame, shownGame } from "../../model/games.js";
import { motionNow } from "../../stage/speed.js";
import { lessonWords, say, titleOf } from "../../language/words.js";
import "../table/ask.js";
import "../table/board.js";
import "../table/hand.js";
import "../table/help.js";
import "../home/new_table.js";
import "../table/seats.js";
import { labelled } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";
import "../table/speaker.js";

/** @typedef {import("../../types.js").GameShown} GameShown */

const TRY_AGAIN_AFTER = 1500; // milliseconds
const TEACHER = "golden"; // the pig that explains
const DONE = -1; // remembered of a lesson that was finished

/** A lesson as the server has it, as the page itself plays it, or as a web space has it where that cannot. @param {string} game @returns {Promise<import("../../types.js").LessonShown>} */
async function lessonOf(game) {
  try {
    return await ask("GET", `/lessons/${game}`);
  } catch (error) {
    if (error instanceof NotDone && error.key === "no_such_game") throw error;
    if (playsHere()) return (await bring("replaysHere")).replaysHere.lesson(game);
    if (served) throw error;
    const kept = await fetch(`${web}lessons/${game}.json`);
    if (!kept.ok) throw error;
    return kept.json();
  }
}

/** A web space may have lessons alone. */
const canPlay = () => served || playsHere();

/** @extends {TablePart<Lesson>} */
class LessonView extends TablePart {
  static properties = { ...TablePart.properties, game: { attribute: false }, open: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {Lesson | null} */
    this.lesson = null;
    /** @type {"" | "help" | "new"} */
    this.open = "";
    this.trouble = "";
    /** The game and language that are here, or on their way. */
    this.wanted = "";
    /** Where the text was when it was last read out. */
    this.told = "";
    new Keyboard(this);
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    this.addEventListener("galopp-close", () => (this.open = ""));
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.press);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.press);
    clearTimeout(this.trying);
    this.lesson?.leave();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") && this.game !== this.wanted) this.load();
    if (this.lesson) this.keep(this.lesson);
  }

  /** Everything a lesson needs; once it is here, no server is needed any more. */
  async load() {
    const wanted = (this.wanted = this.game);
    this.lesson?.leave();
    this.table = this.lesson = null;
    try {
      const told = await lessonOf(wanted); // first, for there may be no such game
      const [shown, game, words] = await Promise.all([shownGame(wanted), loadGame(wanted), lessonWords(wanted)]);
      if (wanted === this.wanted) this.begin(told, game, shown, words);
    } catch (error) {
      if (error instanceof NotDone && error.key === "no_such_game") this.trouble = error.sentence;
      else this.trying = setTimeout(() => this.load(), TRY_AGAIN_AFTER);
    }
  }

  /** @param {import("../../types.js").LessonShown} told @param {import("../../types.js").BrowserGame} game
   * @param {GameShown | null} shown @param {import("../../language/words.js").Catalogue} words */
  begin(told, game, shown, words) {
    if (!shown) return;
    const named = { ...told, replay: { ...told.replay, seats: this.people(told) } };
    this.lesson = new Lesson(named, game, shown, words);
    this.table = this.lesson;
    this.lesson.setPace(motionNow());
    const place = memory.likes().lessons[this.game];
    if (place && place.at !== DONE) this.lesson.takeUp(place);
    document.title = say("learn.title", { game: titleOf(this.game) });
  }

  /** The learner has the name of its owner. @param {import("../../types.js").LessonShown} told */
  people({ replay, seat }) {
    const { name, pig } = memory.likes();
    const own = { name: name || say("learn.you"), pig: pig || replay.seats[seat].pig };
    return replay.seats.map((one, number) => (number === seat ? { ...one, ...own } : one));
  }

  /** Remember how far somebody has come. @param {Lesson} lesson */
  keep({ place, done }) {
    const { lessons } = memory.likes();
    const now = done ? { at: DONE, read: 0 } : place;
    const before = lessons[this.game];
    if (before?.at === now.at && before.read === now.read) return;
    memory.like({ lessons: { ...lessons, [this.game]: now } });
  }

  updated() {
    const { lesson } = this;
    const told = lesson ? `${lesson.at} ${lesson.read} ${lesson.still}` : "";
    if (told === this.told) return;
    this.told = told;
    // Whoever reads by keyboard goes on with the same key.
    const next = this.querySelector(".lesson-next");
    const elsewhere = document.activeElement?.closest("header, dialog");
    if (next instanceof HTMLElement && !elsewhere) next.focus();
  }

  // --- Keys

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    // Arrows walk through the cards and choices; Enter presses whatever has the focus.
    if (this.open || target.closest("input, galopp-hand, galopp-ask")) return;
    const pressing = (event.key === "Enter" || event.key === " ") && !target.closest("button, a");
    if (event.key === "ArrowRight" || pressing) this.lesson?.pass();
    else if (event.key === "ArrowLeft" || event.key === "Backspace") this.lesson?.again();
    else return;
    event.preventDefault();
  }

  undo() {
    this.lesson?.again();
  }

  mute() {
    memory.like({ sound: !memory.likes().sound });
    this.requestUpdate();
  }

  restart() {
    this.lesson?.goTo(0);
  }

  // --- The page

  render() {
    const { lesson } = this;
    if (this.trouble) return this.nothingHere();
    if (!lesson?.stage) return html`<main class="waiting" aria-busy="true">${say("page.loading")}</main>`;
    const about = lesson.note?.about ? `about-${lesson.note.about}` : "";
    return html`<main class="table playing lesson ${about}">
      ${this.top()}
      <galopp-seats .table=${lesson}></galopp-seats>
      <galopp-board .table=${lesson} class=${lesson.choice.legal.length ? "asked" : ""}></galopp-board>
      <section class="lesson-note" aria-label=${say("learn.note")}>${this.spoken(lesson)}</section>
      <galopp-ask .table=${lesson}></galopp-ask>
      <galopp-hand .table=${lesson}></galopp-hand>
      <galopp-speaker .table=${lesson}></galopp-speaker>
      <div class="layer" aria-hidden="true"></div>
    </main>
    ${this.sheet(lesson)}`;
  }

  top() {
    const sound = memory.likes().sound;
    return html`<header class="top">
      <a class="tool" href=${page("/")} @click=${follow} aria-label=${say("page.home")}>${iconPicture("home")}</a>
      <h1>${titleOf(this.game)} <small>${say("learn.about")}</small></h1>
      <progress class="lesson-progress" max="1" .value=${this.lesson?.progress ?? 0} aria-label=${say("learn.progress")}></progress>
      <button class="tool" aria-label=${say(sound ? "tool.mute" : "tool.sound")} @click=${() => this.mute()}>${iconPicture(sound ? "sound" : "mute")}</button>
      ${canPlay() ? html`<button class="lesson-skip" type="button" @click=${() => (this.open = "new")}>${say("learn.skip")}</button>` : nothing}
    </header>`;
  }

  /** What the teacher says, or that one may watch. @param {Lesson} lesson */
  spoken(lesson) {
    const { note } = lesson;
    const what = lesson.done ? say("learn.done") : note ? lesson.teller.say(`lesson.${note.key}`) : this.without(lesson);
    return html`<span class="lesson-teacher">${avatarPicture(TEACHER)}</span>
      <div class="lesson-words" aria-live="polite">
        <p>${what}</p>
        ${lesson.wrong ? html`<p class="lesson-wrong" role="alert">${lesson.wrong}</p>` : nothing}
      </div>
      ${lesson.done ? this.whatNext() : this.ways(lesson)}`;
  }

  /** Where nothing is written for a moment: what is happening. @param {Lesson} lesson */
  without(lesson) {
    if (lesson.waits) return say("learn.your_move");
    const event = lesson.stage?.event;
    return event ? lesson.teller.event(event) : say("learn.watch");
  }

  /** @param {Lesson} lesson */
  ways(lesson) {
    const reads = lesson.note && !lesson.waits;
    return html`<div class="lesson-ways">
      <button type="button" class="tool" aria-label=${say("learn.again")} title=${say("learn.again")}
        ?disabled=${!lesson.at && !lesson.read} @click=${() => lesson.again()}>${iconPicture("back")}</button>
      ${reads
        ? html`<button type="button" class="primary lesson-next" @click=${() => lesson.pass()}>${labelled("next", say("learn.next"))}</button>`
        : html`<span class="lesson-task">${lesson.waits ? say("learn.do_it") : nothing}</span>`}
    </div>`;
  }

  whatNext() {
    return html`<div class="lesson-ways">
      <button type="button" class="tool" aria-label=${say("learn.from_start")} title=${say("learn.from_start")} @click=${() => this.restart()}>${iconPicture("again")}</button>
      ${canPlay() ? html`<button type="button" class="primary lesson-next" @click=${() => (this.open = "new")}>${labelled("bolt", say("learn.play"))}</button>` : nothing}
    </div>`;
  }

  nothingHere() {
    return html`<main class="waiting">
      <h1>${say("title")}</h1>
      <p>${this.trouble}</p>
      <a class="button" href=${page("/")}>${say("page.home")}</a>
    </main>`;
  }

  /** @param {Lesson} lesson */
  sheet(lesson) {
    if (this.open === "help") return html`<galopp-help sheet></galopp-help>`;
    return this.open === "new" ? html`<galopp-new-table .game=${lesson.shown}></galopp-new-table>` : nothing;
  }
}

customElements.define("galopp-lesson", LessonView);
