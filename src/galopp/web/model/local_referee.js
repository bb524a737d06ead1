/** The rules in the page itself as whoever judges the moves of a table: no server is asked. */

/** @typedef {import("../types.js").Referee} Referee */

/** @implements {Referee} */
export class LocalReferee {
  /** @param {import("./local_connection.js").LocalConnection} connection
   * @param {(said: import("../types.js").Said) => Promise<boolean>} tell says it, and shows a refusal */
  constructor(connection, tell) {
    this.connection = connection;
    this.tell = tell;
  }

  get there() {
    return !!this.connection.host;
  }

  get host() {
    return /** @type {import("../local/host.js").LocalHost} */ (this.connection.host);
  }

  /** @param {number} seat @param {number} decision @param {number[]} moves */
  decide(seat, decision, moves) {
    return this.tell({ type: "decide", seat, decision, moves });
  }

  /** @param {number} seat */
  undo(seat) {
    return this.tell({ type: "undo", seat });
  }

  /** @param {number} seat @returns {Promise<import("../types.js").HintGiven>} */
  hint(seat) {
    return this.connection.asked(this.host.hint(seat));
  }

  /** @param {number} seat @param {number[]} picked @returns {Promise<import("../types.js").Foreseen>} */
  foresee(seat, picked) {
    return this.connection.asked(this.host.foresee(seat, picked));
  }
}
