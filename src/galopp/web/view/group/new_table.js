/** Another game, other options, other people: `<galopp-group-table .group>`, a sheet. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { go } from "../../routes.js";
import { say, titleOf } from "../../language/words.js";
import { howMany, nextPeople, present } from "../../model/group_facts.js";
import { gamesInOrder, playNext } from "../../model/next_table.js";
import { lately, settingsFor } from "../../model/opening.js";
import { completed, forCrowd, presetChoices, presetOf, presetTold, presets } from "../lobby/presets.js";
import { oneOf } from "../shared/choice.js";
import { memberTold, troubleOf } from "./labels.js";
import { GroupSheet } from "./part.js";

/** @typedef {import("../../types.js").GameShown} GameShown */
/** @typedef {import("../../model/group.js").Group} Group */

class NewGroupTable extends GroupSheet {
  static properties = { ...GroupSheet.properties, shown: { state: true }, game: { state: true }, players: { state: true }, preset: { state: true }, expected: { state: true } };

  constructor() {
    super();
    /** @type {GameShown[]} */
    this.shown = [];
    this.game = "";
    this.players = 0;
    this.preset = "classic";
    /** Members who are asked to sit down, in the order of their seats. @type {number[]} */
    this.expected = [];
  }

  async connectedCallback() {
    super.connectedCallback();
    this.shown = await gamesInOrder();
    this.choose(this.group?.news?.latest[0]?.game ?? this.shown[0].name);
  }

  /** @param {string} name */
  choose(name) {
    const game = this.chosen(name);
    this.game = name;
    if (!game || !this.group?.news) return;
    this.expected = nextPeople(this.group.news, game.most);
    const { players } = lately(name);
    this.players = howMany(this.expected.length, players, game);
    this.preset = "classic";
  }

  /** @param {string} [name] */
  chosen(name = this.game) {
    return this.shown.find((game) => game.name === name) ?? null;
  }

  heading() {
    return say("group.play.other");
  }

  body() {
    const [{ group }, game] = [this, this.chosen()];
    if (!group?.news || !game) return html`<p>${say("group.loading")}</p>`;
    return html`<form class="group-form" @submit=${(/** @type {Event} */ event) => this.open(event, group, game)}>
      ${oneOf({ legend: say("home.games"), name: "group-game", choices: this.shown.map(({ name }) => ({ value: name, label: titleOf(name) })), chosen: this.game, choose: (name) => this.choose(name) })}
      ${this.seats(game)} ${this.kinds(game)} ${this.people(group)}
      ${troubleOf(group)}
      <button class="primary" type="submit" ?disabled=${this.busy}>${iconPicture("check")}${say("group.table.open")}</button>
    </form>`;
  }

  /** @param {GameShown} game */
  seats({ fewest, most }) {
    const numbers = Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n);
    return oneOf({
      legend: say("group.seats"),
      name: "group-seats",
      choices: numbers.map((value) => ({ value, label: String(value) })),
      chosen: this.players,
      choose: (value) => {
        this.players = value;
        this.expected = this.expected.slice(0, value);
      },
    });
  }

  /** @param {GameShown} game */
  options(game) {
    const chosen = presets(game.name).find(({ name }) => name === this.preset)?.options ?? {};
    return completed(game.options, { ...chosen, ...forCrowd(game.name, this.players) });
  }

  /** @param {GameShown} game */
  kinds(game) {
    const choices = presetChoices(game, this.players);
    const chosen = presetOf(game, this.options(game), this.players);
    if (choices.length < 2) return nothing;
    return oneOf({ legend: say("group.kind"), name: "group-kind", choices, chosen, about: presetTold(game.name, chosen, this.players), choose: (value) => (this.preset = value) });
  }

  /** Who is asked to sit down; those who are here are, to begin with. @param {Group} group */
  people(group) {
    const { news } = group;
    if (!news) return nothing;
    return html`<fieldset class="group-expected"><legend>${say("group.expected.people")}</legend>
      ${present(news).map(({ member }) => html`<label class="group-check">
        <input type="checkbox" .checked=${this.expected.includes(member)} ?disabled=${member === news.you || (!this.expected.includes(member) && this.expected.length >= this.players)} @change=${() => this.toggle(member)}>
        ${memberTold(news, member)}</label>`)}
      <p class="choice-about">${say("group.expected.about")}</p>
    </fieldset>`;
  }

  /** @param {number} member */
  toggle(member) {
    this.expected = this.expected.includes(member) ? this.expected.filter((one) => one !== member) : [...this.expected, member];
  }

  /** @param {Event} event @param {Group} group @param {GameShown} game */
  open(event, group, game) {
    event.preventDefault();
    const wish = { game: game.name, players: this.players, options: this.options(game), settings: settingsFor(game.name), expected: this.expected };
    let table = "";
    return this.then(async () => {
      const done = await group.tried(async () => (table = await playNext(group, wish)));
      if (done) setTimeout(() => go(`/t/${table}`));
      return done;
    });
  }
}

customElements.define("galopp-group-table", NewGroupTable);
