/** The page as something that stays: a worker beside it keeps what it is made of, to open it without a line. */

import { language } from "../language/words.js";
import { edition, page, root } from "./root.js";

/**
 * Have the worker.
 * @returns {Promise<ServiceWorkerRegistration | null>} null where the browser takes none: it needs TLS, or this very machine
 */
export async function installed() {
  if (!("serviceWorker" in navigator)) return null;
  hold();
  try {
    const registration = await navigator.serviceWorker.register(page("/service_worker.js"), { updateViaCache: "none" });
    registration?.active?.postMessage("tidy"); // of editions that no page is open of any more
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ speaks: language() }));
    return registration ?? null;
  } catch {
    return null; // no line, or not allowed here: it is tried at the next visit
  }
}

/** The server has been renewed: have the worker fetch what is new, so that it is there when it is wanted. */
export async function renewed() {
  const registration = await installed();
  await registration?.update().catch(() => {}); // the next visit looks again
}

let held = false;

/** As long as this page is open, its edition is kept: the worker looks for a lock of this name. */
function hold() {
  if (held) return;
  held = true;
  navigator.locks?.request(`galopp ${root}/ ${edition}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
}
