/**
 * Reading a game that was written down: by this page, a server or the command line.
 *
 * `read` takes the text apart; `playedThrough` plays it, and refuses what is no legal game, was cut short or changed.
 */

import { LocalGame } from "./game.js";
import { Luck, Seed } from "./luck.js";
import { HEADING, closing, sealOf } from "./record.js";
import { Refused } from "./refused.js";

/** @typedef {import("./game.js").AnyLuck} AnyLuck */
/** @typedef {import("./game.js").Decision} Decision */
/** @typedef {import("./game.js").Origin} Origin */
/** @typedef {import("./module.js").GameModule} GameModule */
/** A decision as it is written. @typedef {{number: number, seat: number, notation: string}} Written */

const DECISION = /^(\d{1,9})\. (\d) (.+)$/;
const DIGITS = /^[0-9a-f]{64}$/;

export class WrittenGame {
  /** @param {{game: string, rules: number, players: number, luck: AnyLuck, origins: Origin[], options: Record<string, any>, names: string[], moves: Written[], lines: string[]}} read */
  constructor({ game, rules, players, luck, origins, options, names, moves, lines }) {
    this.game = game;
    this.rules = rules;
    this.players = players;
    this.luck = luck;
    this.origins = origins;
    this.options = options;
    /** Of the seats; "" where none is known. */
    this.names = names;
    this.moves = moves;
    /** The text, line by line. */
    this.lines = lines;
  }

  /** The same before its deal. @param {GameModule} module */
  begun(module) {
    if (this.rules !== module.facts.shown.rules) throw new Refused("other_rules", { written: this.rules, version: module.facts.shown.rules });
    const options = module.options.row(this.options, this.players);
    return new LocalGame(module.kernels, this.luck, { players: this.players, options, origins: this.origins });
  }

  /** Its decisions by their codes. @param {GameModule} module @returns {Decision[]} */
  decisions({ notations }) {
    return this.moves.map(({ number, seat, notation }) => {
      const code = notations.indexOf(notation);
      if (code < 0) throw new Refused("unknown_move", { written: notation });
      return { number, seat, code };
    });
  }
}

/** The game that a text tells of; throws `Refused`. @param {string} text @returns {Promise<WrittenGame>} */
export async function read(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  if (lines[0] !== HEADING) throw new Refused("not_a_record", { written: HEADING });
  const empty = lines.indexOf("");
  if (empty < 0) throw new Refused("record_cut_short");
  const heading = new Heading(lines.slice(1, empty));
  const luck = await heading.luck("");
  const origins = await heading.origins();
  const players = heading.number("players");
  const moves = lines.slice(empty + 1).flatMap(decisionIn);
  const [game, rules] = [heading.value("game"), heading.number("rules")];
  return new WrittenGame({ game, rules, players, luck, origins, options: heading.options(), names: heading.names(players), moves, lines });
}

/** The decision that a line tells of, if it does. @param {string} line @returns {Written[]} */
function decisionIn(line) {
  const [, number, seat, notation] = line.match(DECISION) ?? [];
  return notation ? [{ number: Number(number), seat: Number(seat), notation }] : [];
}

/** The lines above the decisions. */
class Heading {
  /** @param {string[]} lines */
  constructor(lines) {
    this.lines = lines;
  }

  /** @param {string} name */
  find(name) {
    return this.lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  }

  /** @param {string} name */
  value(name) {
    const found = this.find(name);
    if (found === undefined) throw new Refused("line_missing", { wanted: name, written: this.lines.at(-1) ?? "" });
    return found;
  }

  /** @param {string} name */
  number(name) {
    const found = this.value(name);
    if (!/^-?\d{1,20}$/.test(found)) throw new Refused("not_a_number", { written: found });
    return Number(found);
  }

  /** @param {"" | "origin "} whose @returns {Promise<AnyLuck>} */
  async luck(whose) {
    const table = this.find(`${whose}table`);
    if (table === undefined) return seeded(this.value(`${whose}seed`));
    const secret = this.value(`${whose}secret`);
    if (!DIGITS.test(secret)) throw new Refused("line_does_not_fit", { written: secret, wanted: "secret" });
    const luck = await Luck.of(table, secret);
    if (!whose && luck.promise !== this.value("promise")) throw new Refused("promise_not_kept");
    return luck;
  }

  /** The games that this one went on from. @returns {Promise<Origin[]>} */
  async origins() {
    const lines = this.lines.filter((line) => line.startsWith("origin "));
    /** @type {Origin[]} */
    const found = [];
    while (lines.length) {
      const end = lines.findIndex((line) => line.startsWith("origin decisions: ")) + 1;
      if (!end) throw new Refused("line_missing", { wanted: "origin decisions", written: lines[0] });
      const part = new Heading(lines.splice(0, end));
      found.push({ luck: await part.luck("origin "), decisions: part.number("origin decisions") });
    }
    return found;
  }

  /** @returns {Record<string, any>} */
  options() {
    const found = this.lines.flatMap((line) => [...line.matchAll(/^option (\w+): (.+)$/g)]);
    return Object.fromEntries(found.map(([, name, value]) => [name, parsed(value)]));
  }

  /** @param {number} players */
  names(players) {
    return Array.from({ length: players }, (_, seat) => this.find(`seat ${seat}`) ?? "");
  }
}

/** @param {string} digits */
function seeded(digits) {
  if (!/^-?\d{1,20}$/.test(digits)) throw new Refused("not_a_number", { written: digits });
  return new Seed(digits);
}

/** @param {string} value */
function parsed(value) {
  try {
    return JSON.parse(value);
  } catch {
    throw new Refused("line_does_not_fit", { written: value, wanted: "option" });
  }
}

/** The same game, cut off after so many decisions. @param {WrittenGame} game @param {number} decisions */
export function until(game, decisions) {
  if (decisions > game.moves.length) throw new Refused("no_such_decision", { number: decisions });
  const before = game.origins.find((origin) => (decisions ? decisions - 1 < origin.decisions : true));
  const origins = game.origins.filter((origin) => origin.decisions < decisions);
  return new WrittenGame({ ...game, luck: before?.luck ?? game.luck, origins, moves: game.moves.slice(0, decisions) });
}

/** The beginning of another game: from there on it has luck of its own. @param {WrittenGame} game @param {Luck} luck */
export const goneOnFrom = (game, luck) =>
  new WrittenGame({ ...game, luck, origins: [...game.origins, { luck: game.luck, decisions: game.moves.length }] });

/** Play a whole game through; throws `Refused` where it is none. @param {WrittenGame} game @param {GameModule} module */
export async function playedThrough(game, module) {
  const play = game.begun(module);
  await play.deal();
  let last = 0;
  for (const { number, seat, code } of game.decisions(module)) {
    if (number <= last) throw new Refused("wrong_number", { number, last });
    if (!play.asked.includes(seat)) throw new Refused("not_your_turn_now");
    const refusal = module.facts.refusals[play.whyNot(seat, code)];
    if (refusal) throw new Refused("illegal_move", { written: module.notations[code], ...refusal });
    await play.apply(number, seat, code);
    play.next = number + 1;
    last = number;
  }
  await checkEnd(game, play);
  return play;
}

/** @param {WrittenGame} game @param {LocalGame} play */
async function checkEnd({ lines, moves, luck }, play) {
  const rest = lines.slice(lines.indexOf("") + 1 + moves.length);
  const wanted = closing(play);
  if (luck instanceof Luck) wanted.push(`seal: ${await sealOf(lines.slice(0, -1))}`);
  for (const [n, line] of wanted.entries()) {
    if (rest[n] === undefined) throw new Refused("record_cut_short");
    if (rest[n] !== line) throw new Refused(line.startsWith("seal") ? "seal_broken" : "line_does_not_fit", { written: rest[n], wanted: line });
  }
  if (rest.length > wanted.length) throw new Refused("text_after_the_end");
}
