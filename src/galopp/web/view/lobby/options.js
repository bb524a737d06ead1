/**
 * The options of a game, each with a sentence: `<galopp-options .table>`.
 *
 * The host chooses, everybody else reads. What kinds of options there are is told by the server: on or off, one of
 * a list, a number, a seat, or several numbers in a row, which may have a name.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { followToRules, rulesPage } from "../rules/ways.js";
import { known, number, say } from "../../language/words.js";
import { rememberGame } from "../../model/opening.js";
import { flip, oneOf, pick, row } from "../shared/choice.js";
import { crowdTold, forCrowd, presetChoices, presetOf, presetOptions, presetTold, presets } from "./presets.js";
import "./stepper.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").OptionShown} OptionShown */
/** @typedef {import("./stepper.js").Stepper} Stepper */

const OWN = "own"; // numbers of one's own, instead of a preset
const WIDE = 99; // a number with more room than this is changed by fives
/** What somebody begins with who wants numbers of their own. @type {Record<string, number[]>} */
const AT_FIRST = { board: [40, 20, 24, 28, 32, 36] };

/** @param {OptionShown} option */
const isSeat = ({ name }) => name === "start_player";

export class Options extends TablePart {
  static properties = { own: { state: true } };

  constructor() {
    super();
    /** Options that get numbers of one's own. @type {Set<string>} */
    this.own = new Set();
  }

  /** @param {Record<string, any>} options */
  async choose(options) {
    const { table } = this;
    if (!table?.news) return false;
    const taken = await table.tell({ type: "arrange", options });
    if (taken) rememberGame(table.news.game, { options: { ...table.news.options, ...options } });
    this.requestUpdate(); // what was refused is shown as it was
    return taken;
  }

  render() {
    const { table } = this;
    if (!table?.news || !table.shown) return nothing;
    const { begin, phase } = table.news;
    const mine = table.viewpoint.host && phase === "lobby" && !begin;
    const rows = table.shown.options.map((option) => (mine ? this.row(table, option) : this.told(table, option)));
    return html`${mine ? this.presets(table) : html`<p class="choice-note">${say(begin ? "option.begun" : "option.host_only")}</p>`}
      <div class="choice-rows">${rows}</div>`;
  }

  /** One press for several options; where there is one way only, nobody is asked. @param {Table} table */
  presets(table) {
    const { shown, news } = table;
    if (!shown || !news || presets(news.game).length < 2) return nothing;
    const chosen = presetOf(shown, news.options, news.players);
    return oneOf({
      legend: say("option.preset"),
      name: "preset",
      choices: presetChoices(shown, news.players),
      chosen,
      about: presetTold(news.game, chosen || "custom", news.players),
      choose: (name) => this.choosePreset(table, name),
    });
  }

  /** @param {Table} table @param {string} name */
  choosePreset({ shown, news }, name) {
    const preset = presets(news?.game ?? "").find((one) => one.name === name);
    if (preset && shown && news) this.choose(presetOptions(shown, preset, news.players));
  }

  // --- For the host

  /** @param {Table} table @param {OptionShown} option */
  row(table, option) {
    const id = `option-${option.name}`;
    const several = Array.isArray(option.default) || option.presets.length > 0;
    return row({
      id,
      title: table.teller.say(`option.${option.name}`),
      about: this.about(table, option),
      rule: this.rule(table, option),
      control: several ? this.named(table, option, id) : this.control(table, option, id),
      more: several ? this.numbers(table, option) : "",
    });
  }

  /** What the option does; who starts is told by name here. @param {Table} table @param {OptionShown} option */
  about(table, option) {
    if (isSeat(option)) return say("option.start_player.about");
    const { game = "", players = 0 } = table.news ?? {};
    const told = table.teller.say(`option.${option.name}.about`);
    return this.needed(table, option) ? `${told} ${crowdTold(game, players)}` : told;
  }

  /** The way to what the rules say about an option. @param {Table} table @param {OptionShown} option */
  rule({ news, teller }, { name, ruling }) {
    const game = news?.game ?? "";
    const title = teller.say(`option.${name}`);
    const told = say("rules.of_option", { option: title, ruling });
    return html`<a class="tool choice-rule" href=${rulesPage(game, ruling)} aria-label=${told} title=${told}
      @click=${(/** @type {MouseEvent} */ event) => followToRules(event, game, [ruling], title)}>${iconPicture("book")}</a>`;
  }

  /** Whether so many players leave no choice. @param {Table} table @param {OptionShown} option */
  needed({ news }, { name }) {
    return !!news && name in forCrowd(news.game, news.players);
  }

  /** @param {Table} table @param {OptionShown} option @param {string} id */
  control(table, option, id) {
    const value = table.news?.options[option.name];
    const choose = (/** @type {any} */ chosen) => this.choose({ [option.name]: chosen });
    if (isSeat(option)) return pick({ id, choices: this.seats(table), chosen: value, choose });
    if (option.choices?.includes(true)) return flip({ id, on: value, off: this.needed(table, option), choose });
    if (option.choices) return pick({ id, choices: option.choices.map((name) => ({ value: name, label: this.choice(table, option, name) })), chosen: value, choose });
    return this.stepper(option, value, table.teller.say(`option.${option.name}`), choose);
  }

  /** @param {OptionShown} option @param {number} value @param {string} label @param {(value: number) => Promise<boolean>} choose */
  stepper({ lowest, highest }, value, label, choose) {
    const by = (highest ?? 0) - (lowest ?? 0) > WIDE ? 5 : 1;
    const chosen = async (/** @type {CustomEvent<number>} */ event) => {
      const stepper = /** @type {Stepper} */ (event.currentTarget);
      if (!(await choose(event.detail))) stepper.reset();
    };
    return html`<galopp-stepper .value=${value} .lowest=${lowest} .highest=${highest} .by=${by} .label=${label} @chosen=${chosen}></galopp-stepper>`;
  }

  /** Who may start: chance, or a seat. @param {Table} table */
  seats(table) {
    const seats = table.news?.seats.map((_, seat) => ({ value: /** @type {number | null} */ (seat), label: table.name(seat) })) ?? [];
    return [{ value: /** @type {number | null} */ (null), label: say("option.at_random") }, ...seats];
  }

  /** @param {Table} table @param {OptionShown} option @param {string} name */
  choice(table, option, name) {
    return table.teller.say(`choice.${option.name}.${name}`);
  }

  /** A name for several numbers, or numbers of one's own. @param {Table} table @param {OptionShown} option @param {string} id */
  named(table, option, id) {
    if (!option.presets.length) return nothing;
    const value = table.news?.options[option.name];
    const choices = option.presets.map((name) => ({ value: name, label: this.choice(table, option, name) }));
    const own = Array.isArray(value) || this.own.has(option.name);
    return pick({
      id,
      choices: [...choices, { value: OWN, label: say("option.own_numbers") }],
      chosen: own ? OWN : value,
      choose: (name) => this.chooseNamed(option, name),
    });
  }

  /** @param {OptionShown} option @param {string} name */
  chooseNamed(option, name) {
    const own = new Set(this.own);
    own.delete(option.name);
    if (name === OWN) own.add(option.name);
    else this.choose({ [option.name]: name });
    this.own = own;
  }

  /** Several numbers, each to be changed. @param {Table} table @param {OptionShown} option */
  numbers(table, option) {
    const value = table.news?.options[option.name];
    if (!Array.isArray(value) && !this.own.has(option.name)) return "";
    const row = Array.isArray(value) ? value : AT_FIRST[option.name] ?? option.default;
    return html`<div class="choice-numbers">
      ${row.map((/** @type {number} */ one, /** @type {number} */ at) => {
        const label = numberMeaning(option, at);
        const choose = (/** @type {number} */ wanted) => this.choose({ [option.name]: row.with(at, wanted) });
        return html`<div class="choice-number"><span aria-hidden="true">${label}</span>${this.stepper(option, one, label, choose)}</div>`;
      })}
    </div>`;
  }

  // --- For everybody else

  /** @param {Table} table @param {OptionShown} option */
  told(table, option) {
    return html`<div class="choice-row">
      <b class="choice-title">${table.teller.say(`option.${option.name}`)}</b>
      <span class="choice-control choice-told">${optionTold(table, option)}</span>
      <p class="choice-about">${this.about(table, option)}</p>
      ${this.rule(table, option)}
    </div>`;
  }
}

// says: option.board.*, option.goal_distances.*
/** What one of several numbers is about. @param {OptionShown} option @param {number} at */
export function numberMeaning({ name }, at) {
  const key = `option.${name}.${at + 1}`;
  return known(key) ? say(key) : number(at + 1);
}

/** What was chosen, in words. @param {Table} table @param {OptionShown} option @returns {string} */
export const optionTold = (table, option) => valueTold(table, option, table.news?.options[option.name]);

/** What an option can be, in words. @param {Table} table @param {OptionShown} option @param {any} value @returns {string} */
export function valueTold(table, option, value) {
  if (isSeat(option)) return value === null ? say("option.at_random") : table.name(value);
  if (typeof value === "boolean") return say(value ? "option.on" : "option.off");
  if (Array.isArray(value)) return value.map((one) => number(one)).join(", ");
  return typeof value === "number" ? number(value) : table.teller.say(`choice.${option.name}.${value}`);
}

customElements.define("galopp-options", Options);
