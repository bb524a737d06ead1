/**
 * What is certain to happen with a move, before it is made.
 *
 * The rules say it: asked when somebody first points at something that can be done, and kept while that
 * is to be decided. Nothing waits for it; where there is no answer, nothing is shown.
 */

/** @typedef {import("../types.js").ForesightModel} ForesightModel */
/** @typedef {import("../types.js").BrowserGame} BrowserGame */
/** @typedef {import("../types.js").ForeseenMove} ForeseenMove */
/** @typedef {import("../types.js").Scene} Scene */

/** What clears the board: how things stand before it is what a move leads to. */
const CLEARS = /^(next_(race|round)|dealt|game_over)$/;

/** @implements {ForesightModel} */
export class Foresight {
  /** @param {import("../types.js").TableModel} table
   * @param {Pick<import("../types.js").ChoiceModel, "options" | "picked">} choice
   * @param {Pick<import("../types.js").Referee, "foresee">} referee */
  constructor(table, choice, referee) {
    this.table = table;
    this.choice = choice;
    this.referee = referee;
    /** The code of what somebody points at. @type {number | null} */
    this.pointed = null;
    /** Whose decision is known, and which step of it. */
    this.about = "";
    /** @type {ForeseenMove[]} */
    this.moves = [];
  }

  /** Somebody points at what makes a move, or at nothing any more. @param {number | null} code */
  point(code) {
    const other = code !== this.pointed;
    this.pointed = code;
    if (this.possible) this.learn(); // it may not have been when it was first pointed at
    if (other) this.table.changed();
  }

  forget() {
    this.pointed = null;
  }

  /** Whether what is pointed at can be done now, by whoever sees the page. */
  get possible() {
    const { table, pointed } = this;
    return pointed !== null && !table.viewpoint.covered && !table.now?.window && this.choice.options.includes(pointed);
  }

  /** What is certain of it, as far as it is known. @returns {ForeseenMove | null} */
  get foreseen() {
    if (!this.possible || this.about !== this.asked) return null;
    return this.moves.find(({ move }) => move === this.pointed) ?? null;
  }

  /** Where that move leads, as far as it is certain. */
  get ghost() {
    const { foreseen, table: { game, scene } } = this;
    return foreseen && game && scene ? sceneAfter(game, scene, foreseen) : null;
  }

  /** What there is to know: of one seat, one decision, one step of it. */
  get asked() {
    const { viewpoint, now } = this.table;
    return `${viewpoint.viewer}/${now?.decision}/${this.choice.picked}`;
  }

  async learn() {
    const { table, asked } = this;
    const { viewer } = table.viewpoint;
    if (this.about === asked || viewer === null) return;
    this.about = asked;
    this.moves = [];
    try {
      const { decision, moves } = await this.referee.foresee(viewer, this.choice.picked);
      if (this.about !== asked || decision !== table.now?.decision) return;
      this.moves = moves;
      table.changed();
    } catch {
      // Without anybody to ask there is nothing to show.
    }
  }
}

/** How the board looks when that has happened. @param {BrowserGame} game @param {Scene} scene @param {Pick<ForeseenMove, "happens" | "later">} foreseen */
export function sceneAfter(game, scene, { happens, later }) {
  const events = [...happens, ...later];
  const cleared = events.findIndex(({ key }) => CLEARS.test(key));
  return events.slice(0, cleared < 0 ? events.length : cleared).reduce((shown, event) => game.after(shown, event), scene);
}
