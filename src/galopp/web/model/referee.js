/** The server as whoever judges the moves of a table: what is decided, taken back, advised and foretold. */

import { ask } from "../net/api.js";
import { thinksHere } from "../net/root.js";
import { bring } from "../parts.js";

/** @typedef {import("../types.js").Referee} Referee */

/** @implements {Referee} */
export class ServerReferee {
  /** @param {import("./connection.js").Connection} connection
   * @param {(said: import("../types.js").Said) => Promise<boolean>} tell says it, and shows a refusal
   * @param {() => string} game that is played */
  constructor(connection, tell, game) {
    this.connection = connection;
    this.tell = tell;
    this.game = game;
  }

  get there() {
    return this.connection.state === "open";
  }

  /** @param {number} seat @param {number} decision @param {number[]} moves */
  decide(seat, decision, moves) {
    return this.tell({ type: "decide", seat, decision, moves });
  }

  /** @param {number} seat */
  undo(seat) {
    return this.tell({ type: "undo", seat });
  }

  /** From the server, or by this device where the host wants it so. @param {number} seat @returns {Promise<import("../types.js").HintGiven>} */
  async hint(seat) {
    if (!thinksHere()) return this.asked(`hint?seat=${seat}`);
    const [sight, { hintHere }] = await Promise.all([this.asked(`sight?seat=${seat}`), bring("hintsHere")]);
    return hintHere(this.game(), sight);
  }

  /** @param {number} seat @param {number[]} picked @returns {Promise<import("../types.js").Foreseen>} */
  foresee(seat, picked) {
    return this.asked(`foresight?seat=${seat}${picked.length ? `&after=${picked}` : ""}`);
  }

  /** @param {string} question */
  asked(question) {
    const { code } = this.connection;
    return ask("GET", `/tables/${code}/${question}`, { keys: this.connection.keys() });
  }
}
