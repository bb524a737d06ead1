/**
 * Tables full of seats that play against the server of server.mjs and time every move.
 *
 *   node load.mjs --port 8200 --server-pid PID --tables 1000 --rate 400 --seconds 20
 *   node load.mjs --port 8200 --server-pid PID --tables 1000 --rate 0 --in-flight 32 --seconds 20
 *
 * Each seat has a socket of its own and speaks through boardgame.io's own client transport. With
 * a rate, moves fall due at random (Poisson) or even distances, whether or not earlier ones have
 * been answered; with rate 0 a fixed number is always under way, which finds the most the server
 * can do. At most one move is under way at a table. Prints one line of JSON.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

import { NAME, PIGS, fits } from "./game.mjs";

const { SocketIO } = createRequire(import.meta.url)("boardgame.io/multiplayer");

const TICKS_A_SECOND = 100; // of the times in /proc/PID/stat, on every Linux
const OPENING_AT_ONCE = 16; // tables
const PATIENCE = 5000; // ms to wait for an answer; boardgame.io does not answer a refused move
const FULL_HAND = 6; // cards; a smaller hand draws, so that hands stay as long as in a real game
const SAMPLED = 100; // one update in so many is measured for its size

const numbers = {
  port: "8200",
  "server-pid": "0",
  tables: "1000",
  seats: "5",
  rate: "400",
  "in-flight": "32",
  seconds: "20",
  warmup: "3",
};
const options = Object.fromEntries(
  Object.entries(numbers).map(([name, value]) => [name, { type: "string", default: value }]),
);
options.arrivals = { type: "string", default: "poisson" };
const { values: given } = parseArgs({ options });
const asked = Object.fromEntries(Object.keys(numbers).map((name) => [name, Number(given[name])]));
if (Object.values(asked).some(Number.isNaN) || !["poisson", "even"].includes(given.arrivals)) {
  throw new Error(`not understood: ${process.argv.slice(2).join(" ")}`);
}
const address = `http://127.0.0.1:${asked.port}`;

// What is counted. Times are in milliseconds.
const answered = []; // from sending a move to the mover's own update
const complete = []; // from sending a move to the update on the last of the table's sockets
const late = []; // how long after it fell due a move was sent
const sizes = []; // of an update, in characters of JSON
let updates = 0;
let errors = 0;
let measured = { from: Infinity, until: Infinity };
let closing = false;

const inWindow = (time) => time >= measured.from && time < measured.until;

function complain(what) {
  errors += 1;
  if (errors <= 5) console.error(what);
}

// Tables ---------------------------------------------------------------------------------

/** Ask the lobby of the server something. */
async function ask(path, body) {
  const response = await fetch(`${address}/games/${NAME}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** One seat: its socket and what it needs to know of its latest view to make a move. */
class Seat {
  constructor(table, number, credentials) {
    this.table = table;
    this.credentials = credentials;
    this.number = number;
    this.view = null;
    // Its own connection, as a browser has, and straight to the WebSocket: a browser would first
    // poll and then change over, which is no part of what is measured.
    const socketOpts = { transports: ["websocket"], forceNew: true, reconnection: false };
    this.transport = SocketIO({ server: address, socketOpts })({
      gameName: NAME,
      matchID: table.id,
      playerID: String(number),
      credentials,
      numPlayers: asked.seats,
      transportDataCallback: (data) => this.hear(data),
    });
  }

  /** Connect, and wait until the server counts this socket among those of the table. */
  connect() {
    const connected = new Promise((resolve, reject) => {
      this.seated = resolve;
      this.transport.connect();
      this.transport.socket.on("connect_error", reject);
    });
    this.transport.socket.on("disconnect", (why) => {
      if (!closing) complain(`seat ${this.number} of ${this.table.id} lost: ${why}`);
    });
    return connected;
  }

  hear({ type, args }) {
    if (type === "sync") this.see(args[1].state);
    else if (type === "update") this.follow(args);
    // The first list of who is connected is sent after this socket joined its table.
    else if (type === "matchData") this.seated();
  }

  follow(args) {
    updates += 1;
    if (updates % SAMPLED === 0) sizes.push(JSON.stringify(args).length);
    this.see(args[1]);
    this.table.reached(this, args[1]._stateID);
  }

  see({ G, ctx, _stateID }) {
    this.view = { hand: G.hand, top: G.discards.at(-1), turn: Number(ctx.currentPlayer), _stateID };
    this.table.turn = this.view.turn;
  }

  /** Draw and bet with a short hand or when nothing fits, else play the first card that fits. */
  act() {
    const { hand, top } = this.view;
    const card = hand.length < FULL_HAND ? null : hand.find((held) => fits(held, top));
    const [type, argument] = card ? ["play", card] : ["draw", PIGS[this.view._stateID % 4]];
    const payload = {
      type,
      args: [argument],
      playerID: String(this.number),
      credentials: this.credentials,
    };
    this.transport.sendAction(this.view, { type: "MAKE_MOVE", payload });
  }
}

/** One table with all its seats; at most one move is under way. */
class Table {
  constructor(id) {
    this.id = id;
    this.seats = [];
    this.turn = 0;
    this.move = null;
  }

  static async open() {
    const { matchID } = await ask("create", { numPlayers: asked.seats });
    const table = new Table(matchID);
    for (let number = 0; number < asked.seats; number += 1) {
      const join = { playerID: String(number), playerName: `seat ${number}` };
      const { playerCredentials } = await ask(`${matchID}/join`, join);
      table.seats.push(new Seat(table, number, playerCredentials));
    }
    await Promise.all(table.seats.map((seat) => seat.connect()));
    return table;
  }

  /** Let the seat on turn move. */
  send(done) {
    const mover = this.seats[this.turn];
    const heard = mover.view._stateID;
    const patience = setTimeout(() => this.giveUp(), PATIENCE);
    this.move = { mover, heard, missing: new Set(this.seats), patience, done };
    this.move.sent = performance.now();
    mover.act();
  }

  /** An update has reached a seat: the move is over when it has reached all. */
  reached(seat, stateID) {
    const { move } = this;
    if (!move || stateID <= move.heard || !move.missing.delete(seat)) return;
    const took = performance.now() - move.sent;
    const counts = inWindow(move.sent);
    if (counts && seat === move.mover) answered.push(took);
    if (move.missing.size > 0) return;
    if (counts) complete.push(took);
    this.free();
  }

  giveUp() {
    complain(`no answer from ${this.id} to ${this.move.missing.size} seats`);
    this.free();
  }

  free() {
    const { patience, done } = this.move;
    clearTimeout(patience);
    this.move = null;
    done(this);
  }
}

/** Open all tables, some at a time. */
async function openTables() {
  const tables = [];
  let started = 0;
  const opener = async () => {
    while (started < asked.tables) {
      started += 1;
      tables.push(await Table.open());
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, opener));
  return tables;
}

// Pacing ---------------------------------------------------------------------------------

/** Take a table at random out of those where no move is under way. */
function pick(idle) {
  const place = Math.floor(Math.random() * idle.length);
  [idle[place], idle[idle.length - 1]] = [idle[idle.length - 1], idle[place]];
  return idle.pop();
}

/** Send moves when they fall due, however long the earlier ones take. */
function paced(idle) {
  let due = performance.now();
  const step = () => {
    const mean = 1000 / asked.rate;
    return given.arrivals === "even" ? mean : -Math.log(1 - Math.random()) * mean;
  };
  const sendDue = () => {
    for (const now = performance.now(); due <= now && idle.length > 0; due += step()) {
      if (inWindow(due)) late.push(now - due);
      pick(idle).send((table) => idle.push(table));
    }
    if (performance.now() < measured.until) setTimeout(sendDue, 1);
  };
  sendDue();
}

/** Keep a fixed number of moves under way. */
function closedLoop(idle) {
  const next = () => {
    if (performance.now() >= measured.until) return;
    pick(idle).send((table) => {
      idle.push(table);
      next();
    });
  };
  for (let under = 0; under < Math.min(asked["in-flight"], asked.tables); under += 1) next();
}

// The server seen from outside -----------------------------------------------------------

/** Seconds of processor time a process has used so far. */
function processorSeconds(pid) {
  if (!pid) return null;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND; // user and system
}

/** Memory of a process in MiB: `VmRSS` now, `VmHWM` at most. */
function memory(pid, field) {
  if (!pid) return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024;
}

// The run --------------------------------------------------------------------------------

const until = (time) => new Promise((go) => setTimeout(go, Math.max(0, time - performance.now())));
const rounded = (value, places = 2) => (value === null ? null : Number(value.toFixed(places)));

/** The value below which that share of the times lies. */
function quantile(times, share) {
  if (times.length === 0) return null;
  return rounded(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
}

function quantiles(prefix, times) {
  times.sort((one, other) => one - other);
  return {
    [`${prefix}p50_ms`]: quantile(times, 0.5),
    [`${prefix}p99_ms`]: quantile(times, 0.99),
    [`${prefix}p999_ms`]: quantile(times, 0.999),
  };
}

/** Wait until no move is under way; each ends by its answers or by its patience. */
async function settle(tables) {
  while (tables.some((table) => table.move)) await until(performance.now() + 20);
}

/** Play, and give the processor seconds server and load used while it was measured. */
async function measure(tables) {
  const from = performance.now() + asked.warmup * 1000;
  measured = { from, until: from + asked.seconds * 1000 };
  (asked.rate > 0 ? paced : closedLoop)([...tables]);
  await until(measured.from);
  const before = [processorSeconds(asked["server-pid"]), processorSeconds(process.pid)];
  await until(measured.until);
  const after = [processorSeconds(asked["server-pid"]), processorSeconds(process.pid)];
  return after.map((seconds, which) => (seconds === null ? null : seconds - before[which]));
}

function report(connecting, [serverSeconds, loadSeconds]) {
  return {
    tables: asked.tables,
    sockets: asked.tables * asked.seats,
    seconds: asked.seconds,
    moves: complete.length,
    moves_per_second: rounded(complete.length / asked.seconds, 1),
    ...quantiles("", answered),
    ...quantiles("all5_", complete),
    server_rss_mib: rounded(memory(asked["server-pid"], "VmRSS"), 1),
    server_peak_rss_mib: rounded(memory(asked["server-pid"], "VmHWM"), 1),
    server_cpu_seconds: rounded(serverSeconds),
    load_cpu_seconds: rounded(loadSeconds),
    connect_seconds: rounded(connecting),
    late_p99_ms: quantiles("", late).p99_ms,
    update_bytes: sizes.length ? Math.round(sizes.reduce((a, b) => a + b) / sizes.length) : null,
    errors,
  };
}

const begun = performance.now();
const tables = await openTables();
const connecting = (performance.now() - begun) / 1000;
const processor = await measure(tables);
await settle(tables);
console.log(JSON.stringify(report(connecting, processor)));
closing = true;
process.exit(0);
