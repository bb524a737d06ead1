/** Asking the server over HTTP. Whatever it refuses comes with a sentence for people. */

import { language } from "../language/words.js";
import { reach } from "./reach.js";
import { page, served } from "./root.js";

/** @typedef {import("../types.js").Refused} Refused */

/** The server said no, or said nothing. `sentence` is for people. */
export class NotDone extends Error {
  /** @param {string} key @param {string} sentence */
  constructor(key, sentence) {
    super(sentence || key);
    this.key = key;
    this.sentence = sentence;
  }
}

/**
 * Ask for something; throws `NotDone`.
 * @param {string} method
 * @param {string} path below /api
 * @param {{body?: any, keys?: string[], signal?: AbortSignal}} [sent]
 * @returns {Promise<any>}
 */
export async function ask(method, path, { body, keys = [], signal } = {}) {
  const answer = await send(method, path, body, keys, signal);
  if (answer.ok) return read(answer);
  /** @type {Partial<Refused>} */
  const refused = await answer.json().catch(() => ({}));
  throw new NotDone(refused.key ?? `status_${answer.status}`, refused.sentence ?? "");
}

/** @param {string} method @param {string} path @param {any} body @param {string[]} keys @param {AbortSignal} [signal] */
async function send(method, path, body, keys, signal) {
  if (!served) throw new NotDone("unreachable", "");
  /** @type {Record<string, string>} */
  const headers = { "accept-language": language() };
  if (keys.length) headers.authorization = `Bearer ${keys.join(",")}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const text = body === undefined ? undefined : JSON.stringify(body);
  try {
    const answer = await fetch(page(`/api${path}`), { method, headers, body: text, signal });
    reach.noticed(answer.status < 500 || isJson(answer)); // else a proxy speaks, whose server is not there
    return answer;
  } catch {
    if (!signal?.aborted) reach.noticed(false);
    throw new NotDone("unreachable", "");
  }
}

/** @param {Response} answer */
function read(answer) {
  if (answer.status === 204) return null;
  return isJson(answer) ? answer.json() : answer.text();
}

/** @param {Response} answer */
function isJson(answer) {
  const kind = answer.headers.get("content-type") ?? "";
  return kind.includes("json") && !kind.includes("ndjson");
}
