/** A game that is over, to be watched again: how it stood after each decision, to each viewer. */

import { Luck } from "./luck.js";
import { PIGS } from "./judge.js";
import { playedThrough } from "./reading.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./module.js").GameModule} GameModule */
/** @typedef {import("./reading.js").WrittenGame} WrittenGame */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReplayShown} ReplayShown */
/** @typedef {import("../types.js").Viewer} Viewer */

export class LocalReplay {
  /** @param {ReplayShown} shown @param {string} text @param {LocalGame} play @param {GameModule} module */
  constructor(shown, text, play, module) {
    this.shown = shown;
    this.text = text;
    this.play = play;
    this.module = module;
  }

  /** The whole game as one viewer saw it. @param {Viewer} viewer @returns {import("../types.js").Frames} */
  frames(viewer) {
    return { viewer, frames: this.play.steps.map((_, at) => this.frame(at, viewer)) };
  }

  /** @param {number} at @param {Viewer} viewer @returns {Frame} */
  frame(at, viewer) {
    const { play, module, shown: { players } } = this;
    const { decision, views, told, state } = play.steps[at];
    const row = viewer ?? players;
    const view = module.view(views[row], players);
    const code = this.lastCode(views[row]);
    const { asked, winners } = play.standing(state);
    return {
      number: decision?.number ?? 0, seat: decision?.seat ?? null, move: module.notations[code] === undefined ? null : code,
      asked, view, winners, happened: module.events(told[row]),
    };
  }

  /** What was decided last, as the viewer may know it. @param {Uint8Array} seen */
  lastCode(seen) {
    return new DataView(seen.buffer, seen.byteOffset).getInt8(this.module.kernels.layout.seen.at.last_code);
  }
}

/** A game as it is watched; played through first. @param {string} id @param {string} text @param {WrittenGame} game @param {GameModule} module
 * @param {import("./table.js").LocalTable | null} table where it was played, if that is known */
export async function replayOf(id, text, game, module, table) {
  const play = await playedThrough(game, module);
  const luck = game.luck instanceof Luck ? game.luck : null;
  const shown = {
    id, game: game.game, rules: game.rules, players: game.players, options: module.options.entered(game.options), seats: seatsOf(game, table),
    decisions: game.moves.length, over: play.over, winners: play.winners, scores: play.points,
    table: luck?.table ?? null, promise: luck?.promise ?? null, secret: luck?.secret ?? null, seed: "seed" in game.luck ? game.luck.seed : null,
    origin: originOf(game), played_at: table?.at ?? null,
  };
  return new LocalReplay(shown, text, play, module);
}

/** @param {WrittenGame} game @param {import("./table.js").LocalTable | null} table @returns {ReplayShown["seats"]} */
const seatsOf = ({ names }, table) => names.map((name, seat) => {
  const sat = table?.seats[seat];
  if (!sat) return { name, pig: PIGS[seat], kind: "person", level: "" };
  const level = sat.kind === "bot" ? sat.level : "";
  return { name: sat.name, pig: sat.pig, kind: level ? "bot" : "person", level };
});

/** @param {WrittenGame} game */
function originOf({ origins }) {
  const last = origins.at(-1);
  if (!last) return null;
  const { luck, decisions } = last;
  return luck instanceof Luck ? { table: luck.table, seed: null, decisions } : { table: null, seed: luck.seed, decisions };
}
