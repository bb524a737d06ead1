/**
 * boardgame.io's own server with the card race of game.mjs, to be put under load by load.mjs.
 *
 *   node server.mjs --port 8200 --storage memory
 *   node server.mjs --port 8200 --storage flatfile DIR
 *
 * Prints "ready" once it listens, and runs until it is stopped.
 */

import { createRequire } from "node:module";
import { parseArgs } from "node:util";

import { pigs } from "./game.mjs";

// Read by boardgame.io when it is loaded: without it, it writes a line to the console for much
// of what it does.
process.env.NODE_ENV = "production";
delete process.env.FLATFILE_DIR; // would change the storage it chooses by itself
// The package offers its server as CommonJS only.
const { FlatFile, Server } = createRequire(import.meta.url)("boardgame.io/server");

function storage(kind, folder) {
  if (kind === "memory") return undefined; // boardgame.io's own choice, which it does not export
  if (kind === "flatfile" && folder) return new FlatFile({ dir: folder });
  throw new Error("--storage memory, or --storage flatfile DIR");
}

const { values, positionals } = parseArgs({
  options: {
    port: { type: "string", default: "8200" },
    storage: { type: "string", default: "memory" },
  },
  allowPositionals: true,
});
const server = Server({
  games: [pigs],
  db: storage(values.storage, positionals[0]),
  origins: [],
});
// `run` hands its port to node's `listen`, which also takes an address: loopback only.
await server.run({ port: { port: Number(values.port), host: "127.0.0.1" } });
console.log("ready");
