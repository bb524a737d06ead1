import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

/** What the browser remembers. @type {Record<string, string>} */
const remembered = {};
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ key) => remembered[key] ?? null } });
const { heardPromise, promiseOf, verify } = await import("../../src/galopp/web/model/verifying.js");

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const PROMISE = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"; // as in docs/architecture.md
const OTHER = "0".repeat(64);

/** A server that reads records, or says why not. */
function serve(refusal = "") {
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ _address, { method }) => {
    const headers = new Map([["content-type", method === "GET" ? "text/plain" : "application/json"]]);
    const answer = method === "POST" && refusal ? { key: "seal_broken", sentence: refusal } : { id: "abc" };
    return { ok: !(method === "POST" && refusal), status: 200, headers, text: async () => "galopp record 1", json: async () => answer };
  });
}

const replay = (changes = {}) => /** @type {any} */ ({ id: "KQHTZM-2", table: "KQHTZM/2", promise: PROMISE, secret: SECRET, ...changes });
const remember = (/** @type {Record<number, string>} */ promises) =>
  (remembered["galopp.tables"] = JSON.stringify({ KQHTZM: { seats: {}, game: "", at: 0, promises } }));

test("the promise is the SHA-256 of the secret's bytes", async () => {
  assert.equal(await promiseOf(SECRET), PROMISE);
});

test("what this browser heard counts more than what the record says", async () => {
  serve();
  remember({ 2: PROMISE });
  assert.equal(heardPromise(replay()), PROMISE);
  assert.deepEqual(await verify(replay()), { promise: "kept", heard: true, played: "legal", sentence: "" });
  remember({ 2: OTHER });
  assert.equal((await verify(replay())).promise, "broken");
});

test("what was promised for another round says nothing about this one", async () => {
  serve();
  remember({ 1: OTHER });
  assert.deepEqual(await verify(replay()), { promise: "kept", heard: false, played: "legal", sentence: "" });
});

test("a record whose promise is not its secret's is found out", async () => {
  serve();
  remember({});
  assert.equal((await verify(replay({ promise: OTHER }))).promise, "broken");
});

test("a game of a seed promised nothing", async () => {
  serve();
  assert.equal((await verify(replay({ table: null, promise: null, secret: null }))).promise, "none");
});

test("a game that the server does not play through is refused with its sentence", async () => {
  serve("Line 3: no.");
  const { played, sentence } = await verify(replay());
  assert.deepEqual([played, sentence], ["refused", "Line 3: no."]);
});

test("a server that does not answer has refused nothing", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("no line");
  };
  assert.equal((await verify(replay())).played, "unreachable");
});
