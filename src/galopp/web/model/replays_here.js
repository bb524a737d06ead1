/** Recorded games of this device, without a server: those of its tables, and those that came as files. */

import { Luck, sha256 } from "../local/luck.js";
import { read, until } from "../local/reading.js";
import { Refused } from "../local/refused.js";
import { replayOf } from "../local/replay.js";
import { say } from "../language/words.js";
import { NotDone, ask } from "../net/api.js";
import { withPlayed } from "../net/played.js";
import { isHere, web } from "../net/root.js";
import { refusing, tablesHere } from "./here.js";

/** @typedef {import("../local/replay.js").LocalReplay} LocalReplay */
/** @typedef {import("../types.js").Viewer} Viewer */

const OF_TABLE = /^(HERE-[A-Z]{6})-(\d+)$/;
const OF_FILE = "HERE-FILE-";
const LEARNER = 0; // the seat

class ReplaysHere {
  constructor() {
    /** Those that were opened. @type {Map<string, Promise<LocalReplay>>} */
    this.opened = new Map();
  }

  /** @param {string} id */
  async shown(id) {
    return (await this.find(id)).shown;
  }

  /** @param {string} id @param {Viewer} viewer */
  async frames(id, viewer) {
    return (await this.find(id)).frames(viewer);
  }

  /** @param {string} id */
  async record(id) {
    const { text, shown } = await this.find(id);
    return { text, game: shown.game };
  }

  /** Take in a file; what is no legal game is refused. Resolves with its id. @param {string} text */
  async bring(text) {
    const id = OF_FILE + (await sha256(new TextEncoder().encode(text))).slice(0, 16);
    const opened = this.opening(id, text, null);
    await refusing(opened);
    this.opened.set(id, opened); // where it cannot be kept, it is there for as long as the page is open
    await this.keep(id, text);
    return id;
  }

  /** @param {string} id @param {string} text */
  async keep(id, text) {
    try {
      await (await tablesHere.store()).keepRecord(id, text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Read a game once more, from its first line to its seal. @param {string} id */
  async playAgain(id) {
    const { text } = await this.find(id);
    await refusing(this.opening(id, text, null));
  }

  /** What a table needs to go on from a moment of a game. @param {string} id @param {number} decisions @param {boolean} same with the same luck */
  async beginning(id, decisions, same) {
    const { text } = await this.find(id);
    return refusing(begunIn(id, text, decisions, same));
  }

  /** The lesson of a game, from the text that comes with the page. @param {string} game @returns {Promise<import("../types.js").LessonShown>} */
  async lesson(game) {
    const answer = await fetch(`${web}lessons/${game}.txt`);
    if (!answer.ok) throw new NotDone("unreachable", "");
    const lines = (await answer.text()).split("\n");
    const replay = await this.opening(`lesson-${game}`, lines.filter((line) => !line.startsWith("#")).join("\n"), null);
    return { replay: replay.shown, seat: LEARNER, frames: replay.frames(LEARNER).frames, notes: notesIn(lines) };
  }

  /** @param {string} id @returns {Promise<LocalReplay>} */
  find(id) {
    const found = this.opened.get(id) ?? refusing(this.open(id));
    this.opened.set(id, found);
    found.catch(() => this.opened.delete(id));
    return found;
  }

  /** @param {string} id */
  async open(id) {
    const [, code, round] = id.match(OF_TABLE) ?? [];
    if (code) {
      const played = await tablesHere.record(code, Number(round));
      if (played) return this.opening(id, played.text, played.table);
    }
    const text = code ? await withPlayed((games) => games.record(id)) : await this.textOf(id);
    if (text === null) throw new NotDone("no_such_replay", say("local.no_replay"));
    return this.opening(id, text, null);
  }

  /** A game that came as a file, or, where this device thinks for a server, one of that server's. @param {string} id @returns {Promise<string | null>} */
  async textOf(id) {
    return isHere(id) ? (await tablesHere.store()).record(id) : ask("GET", `/replays/${id}/record`);
  }

  /** @param {string} id @param {string} text @param {import("../local/table.js").LocalTable | null} table */
  async opening(id, text, table) {
    const game = await read(text);
    return replayOf(id, text, game, await tablesHere.module(game.game), table);
  }
}

/** @param {string} id @param {string} text @param {number} decisions @param {boolean} same */
async function begunIn(id, text, decisions, same) {
  const game = await read(text);
  const before = until(game, decisions);
  const play = before.begun(await tablesHere.module(game.game));
  await play.playAgain(before.decisions(await tablesHere.module(game.game)), 0);
  if (play.over) throw new Refused("game_is_over");
  const goesOn = same && before.luck instanceof Luck ? before.luck : null; // what was begun with a seed goes on with luck of its own
  const begin = { record: text, decisions, same: !!goesOn, table: goesOn?.table ?? "", replay: id, options: game.options };
  return { begin, options: game.options, ...(goesOn ? { secret: goesOn.secret } : {}) };
}

/** The comments between the decisions of a lesson. @param {string[]} lines @returns {import("../types.js").Note[]} */
function notesIn(lines) {
  let at = 0;
  return lines.flatMap((line) => {
    if (/^\d+\. /.test(line)) at += 1;
    const [, key, about = ""] = line.match(/^# ([a-z0-9_]+)(?: > ([a-z]+))?$/) ?? [];
    return key ? [{ at, key, about: /** @type {import("../types.js").Note["about"]} */ (about) }] : [];
  });
}

export const replaysHere = new ReplaysHere();
