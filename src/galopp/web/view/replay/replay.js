/**
 * A recorded game to be watched again: `<galopp-replay>`, at `/replay/ID` and `/replay/ID/20`.
 *
 * It looks like the table it was played at, but for its frame and colours, and nothing on it can
 * be decided. The address is kept in step, so that it can be passed on at any move.
 */

import { LitElement, html, nothing } from "lit";
import { follow, go, route, watchRoute } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { explainLast } from "../rules/explaining.js";
import { page, tablePath } from "../../net/root.js";
import { bring } from "../../parts.js";
import { OPEN } from "../../model/playback.js";
import { Replay } from "../../model/replay.js";
import { ReplayKeyboard } from "./keyboard.js";
import { Watching } from "../../watching.js";
import { language, say } from "../../language/words.js";
import "../table/board.js";
import { copy } from "../shared/device.js";
import { pick } from "../shared/choice.js";
import "../table/log.js";
import "../result/race_end.js";
import "../shared/record_file.js";
import "./branch.js";
import "./controls.js";
import "./hands.js";
import "./help.js";
import "./log.js";
import "./menu.js";
import "./prompt.js";
import "./result.js";
import "./seats.js";

/** @typedef {import("../../model/playback.js").Look} Look */
/** @typedef {import("../../model/playback.js").Playback} Playback */

/** Where the log has room beside the board, as in table.css. */
const ROOMY = matchMedia("(min-width: 900px) and (min-height: 480px)");
const ADDRESS_AFTER = 300; // milliseconds: browsers let a page change its address only so often
const COPIED_FOR = 2500;

class ReplayView extends LitElement {
  static properties = { open: { state: true }, copied: { state: true } };

  constructor() {
    super();
    /** @type {Replay | null} */
    this.replay = null;
    /** Which sheet is open. @type {"" | "log" | "menu" | "help" | "branch" | "review"} */
    this.open = "";
    this.copied = false;
    this.spoken = language();
    new Watching(this, () => this.replay);
    new ReplayKeyboard(this);
    this.resize = () => this.requestUpdate();
    this.addEventListener("galopp-close", () => (this.open = ""));
    this.addEventListener("review-close", () => this.toggleReview());
    this.addEventListener("review-open", () => this.replay?.reviewed || this.toggleReview());
    this.addEventListener("galopp-open", (event) => (this.open = /** @type {CustomEvent} */ (event).detail));
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    ROOMY.addEventListener("change", this.resize);
    this.unwatch = watchRoute(() => this.arrive());
    this.arrive();
  }

  disconnectedCallback() {
    ROOMY.removeEventListener("change", this.resize);
    this.unwatch?.();
    clearTimeout(this.addressing);
    this.replay?.leave();
    super.disconnectedCallback();
  }

  /** Somebody has come to a game, or to another moment of the same. */
  arrive() {
    const to = route();
    if (to.page !== "replay") return;
    if (to.id !== this.replay?.id) {
      this.replay?.leave();
      this.replay = new Replay(to.id, to.at, to.look);
      this.replay.reviewed = to.review;
      this.open = ""; // the sheet was about the game before
    } else if (to.at !== this.replay.playback?.at || to.look !== this.replay.wanted) {
      this.replay.playback?.goTo(to.at);
      this.replay.lookAs(to.look);
    }
    if (to.review !== this.replay.reviewed) this.toggleReview();
    this.requestUpdate();
  }

  // --- Going through it

  /** One decision on or back; whoever does that goes by hand. @param {1 | -1} by */
  step(by) {
    this.replay?.autoplay?.pause();
    if (by > 0) this.replay?.playback?.forward();
    else this.replay?.playback?.back();
  }

  /** @param {number} at */
  goTo(at) {
    this.replay?.playback?.goTo(Math.min(at, this.replay.playback.last));
  }

  /** A line of the log was pressed. @param {CustomEvent<number>} event */
  jump(event) {
    this.replay?.autoplay?.pause();
    this.goTo(event.detail);
    this.open = "";
  }

  /** Play on from this very move: it stays where it is meanwhile. After the last one there is nothing to play. */
  branch() {
    if (this.replay?.playback?.frame?.winners) return;
    this.replay?.autoplay?.pause();
    this.open = "branch";
  }

  /** Open the rules at what happened last. */
  explain() {
    this.replay?.autoplay?.pause();
    if (this.replay?.playback) explainLast(this.replay.playback);
  }

  // --- What every decision cost

  /** Ask for the review, or leave it. */
  toggleReview() {
    const { replay } = this;
    if (!replay) return;
    replay.reviewed = !replay.reviewed;
    if (!replay.reviewed) replay.showReview(null);
    this.requestUpdate();
  }

  /** Once the game is there and somebody wants it: what it is told with comes along. */
  async learnReview() {
    const { replay } = this;
    if (!replay?.playback || !replay.reviewed || replay.review) return;
    const { Review } = await bring("review");
    if (replay.reviewed && !replay.review) replay.showReview(new Review(replay));
  }

  /** @param {1 | -1} by */
  toMistake(by) {
    const to = this.replay?.review?.next(by);
    if (!to) return;
    this.replay?.autoplay?.pause();
    this.goTo(to.at);
  }

  async copyLink() {
    if (!this.replay) return;
    const field = /** @type {HTMLInputElement | null} */ (this.querySelector(".replay-address"));
    this.copied = await copy(`${location.origin}${page(this.replay.path)}`, field);
    setTimeout(() => (this.copied = false), COPIED_FOR);
  }

  willUpdate() {
    if (this.spoken === language()) return;
    this.spoken = language();
    this.replay?.speakAnew();
  }

  updated() {
    const { replay } = this;
    if (!replay?.playback || replay.left) return;
    this.learnReview();
    document.title = say("replay.page_title", { game: replay.playback.teller.say("title") });
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.keepAddress(), ADDRESS_AFTER);
  }

  keepAddress() {
    const address = page(this.replay?.path ?? "");
    if (route().page === "replay" && address !== location.pathname + location.search) history.replaceState(null, "", address);
  }

  // --- What is to be seen

  render() {
    const { replay } = this;
    if (replay?.trouble) return this.nothingHere(replay.trouble);
    if (!replay?.playback?.now) return this.loading();
    return html`${this.table(replay, replay.playback)} ${this.sheet(replay)}`;
  }

  loading() {
    const told = this.replay?.waiting ? say("replay.waiting") : say("page.loading");
    return html`<main class="waiting" aria-busy="true"><p role="status">${told}</p></main>`;
  }

  /** @param {string} why */
  nothingHere(why) {
    return html`<main class="waiting">
      <h1>${say("replay.nothing")}</h1>
      <p>${why}</p>
      <galopp-record-file></galopp-record-file>
      <a class="button" href=${page("/")} @click=${follow}>${say("page.home")}</a>
    </main>`;
  }

  /** @param {Replay} replay @param {Playback} playback */
  table(replay, playback) {
    const kind = playback.viewpoint.viewer !== null ? "playing" : playback.look === OPEN ? "watching open" : "watching";
    return html`<main class="table replay ${kind} ${replay.review ? "reviewed" : ""}">
      ${this.top(playback)}
      <galopp-replay-seats .table=${playback} .replay=${replay}></galopp-replay-seats>
      <galopp-board .table=${playback}></galopp-board>
      <div class="tools"><galopp-latest .table=${playback}></galopp-latest>${this.reviewTool()}</div>
      ${replay.review ? html`<galopp-review-card .replay=${replay}></galopp-review-card>` : nothing}
      <galopp-replay-prompt .table=${playback}></galopp-replay-prompt>
      <galopp-replay-hands .table=${playback}></galopp-replay-hands>
      ${ROOMY.matches ? this.aside(replay, playback) : nothing}
      <galopp-replay-controls
        .replay=${replay} .copied=${this.copied} @copy=${() => this.copyLink()} @step=${(/** @type {CustomEvent} */ { detail }) => this.step(detail)}
        @go=${(/** @type {CustomEvent} */ { detail }) => this.goTo(detail)} @branch=${() => this.branch()} @review=${() => this.toggleReview()}
      ></galopp-replay-controls>
      <galopp-race-end .table=${playback}></galopp-race-end>
      <galopp-replay-result .table=${playback}></galopp-replay-result>
      <input class="replay-address unseen" readonly tabindex="-1" aria-hidden="true" .value=${location.origin + page(replay.path)}>
      <galopp-record-file only="drop"></galopp-record-file>
      ${this.state(replay)}
      <div class="layer" aria-hidden="true"></div>
    </main>`;
  }

  /** Beside the board: the review, or all that happened. @param {Replay} replay @param {Playback} playback */
  aside(replay, playback) {
    const log = html`<galopp-replay-log .table=${playback} @jump=${this.jump}></galopp-replay-log>`;
    const summary = html`<galopp-review-summary .replay=${replay} tabindex="0" aria-label=${say("review.title")} role="region"></galopp-review-summary>`;
    return html`<aside>${replay.review ? summary : log}</aside>`;
  }

  /** The way to the review where buttons have no room for another one. */
  reviewTool() {
    const told = say("result.review");
    return html`<button type="button" class="tool" aria-label=${told} title=${told} aria-pressed=${!!this.replay?.reviewed} @click=${() => this.toggleReview()}>${iconPicture("chart")}</button>`;
  }

  /** @param {Replay} replay */
  state(replay) {
    const missing = replay.waiting && replay.wanted !== replay.playback?.look;
    return html`<p class="replay-state" role="status">
      ${missing ? html`<span>${say("replay.waiting")}</span>` : nothing}
      ${this.copied ? html`<span class="unseen">${say("replay.copied")}</span>` : nothing}
    </p>`;
  }

  /** @param {Playback} playback */
  top(playback) {
    const stage = playback.scene ? playback.game.stage(playback.scene, playback.teller) : "";
    return html`<header class="top">
      <a class="tool" href=${page("/")} @click=${follow} aria-label=${say("page.home")}>${iconPicture("home")}</a>
      <div class="replay-name">
        <strong class="replay-ribbon">${iconPicture("replay")}<span>${say("replay.title")}</span></strong>
        <h1>${playback.teller.say("title")} <small>${stage}</small></h1>
      </div>
      ${this.looking(playback)}
      <button class="tool menu" type="button" aria-label=${say("tool.menu")} title=${say("tool.menu")} @click=${() => (this.open = "menu")}>
        ${iconPicture("menu")}
      </button>
    </header>`;
  }

  /** Whose eyes. @param {Playback} playback */
  looking(playback) {
    const { replay } = this;
    if (!replay) return nothing;
    const choices = replay.looks().map((look) => ({ value: look, label: lookName(playback, look) }));
    return html`<span class="replay-look">${iconPicture("eye")}
      ${pick({ id: "replay-look", choices, chosen: replay.wanted, label: say("replay.look"), choose: (look) => replay.lookAs(look) })}
    </span>`;
  }

  /** @param {Replay} replay */
  sheet(replay) {
    const { playback } = replay;
    switch (this.open) {
      case "log": return html`<galopp-replay-log .table=${playback} sheet @jump=${this.jump}></galopp-replay-log>`;
      case "menu": return html`<galopp-replay-menu .replay=${replay}></galopp-replay-menu>`;
      case "review": return html`<galopp-review-sheet .replay=${replay}></galopp-review-sheet>`;
      case "help": return html`<galopp-replay-help></galopp-replay-help>`;
      case "branch": return html`<galopp-branch .replay=${playback?.replay} .decisions=${playback?.at ?? 0} .seat=${this.seat(replay)} @opened=${this.goOn}></galopp-branch>`;
      default: return nothing;
    }
  }

  /** Where somebody who plays on would sit: where they look from, or where it is somebody's turn. @param {Replay} replay */
  seat({ playback }) {
    return playback?.viewpoint.viewer ?? playback?.frame?.asked[0] ?? 0;
  }

  /** @param {CustomEvent<string>} event the code of the new table */
  goOn(event) {
    go(tablePath(event.detail));
  }
}

/** @param {Playback} playback @param {Look} look */
function lookName(playback, look) {
  if (look === OPEN) return say("replay.look.all");
  return look === null ? say("replay.look.public") : playback.name(look);
}

customElements.define("galopp-replay", ReplayView);
