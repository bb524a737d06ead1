/**
 * Loading parts of the page while the server may come and go.
 *
 * Most browsers never ask again for a module that they could not fetch once (Chromium has learnt it), nor any for one
 * that failed while it was loaded. So nothing is loaded while the server is known to be away, unless a worker keeps the page's files, and a
 * module that waits for something while it is loaded waits patiently, too.
 */

import { reach } from "./reach.js";
import { served } from "./root.js";

const TRY_AGAIN_AFTER = 1500; // milliseconds
const ONCE_IN = 60_000;
const BEGUN_ANEW = "galopp.begun_anew"; // when this tab last was
const pause = () => new Promise((settle) => setTimeout(settle, TRY_AGAIN_AFTER));

/** Load something as soon as the server is there; what fails again with the server there has failed for good.
 * @template T @param {() => Promise<T>} load @param {boolean} [again] @returns {Promise<T>} */
export async function patiently(load, again = false) {
  while (served && !reach.there && !isKept() && !(await reach.look())) await pause();
  try {
    return await load();
  } catch (error) {
    if (error instanceof SyntaxError) reportError(error);
    else if ((await reach.look()) && again) beginAnew(error);
    await pause();
    return patiently(load, true);
  }
}

/** Whether a worker beside the page keeps what it is made of. */
const isKept = () => !!navigator.serviceWorker?.controller;

/** Only a new page asks again for what this one could not fetch. It comes by itself, but for somebody who is in
 * the middle of something, and not again and again. @param {unknown} error */
function beginAnew(error) {
  if (isBusy() || Date.now() - lastBegun() < ONCE_IN) return reportError(error);
  sessionStorage.setItem(BEGUN_ANEW, String(Date.now()));
  location.reload();
}

/** Whether somebody is choosing, writing or reading something that a new page would not have. */
const isBusy = () => !!document.querySelector("dialog[open], input:focus, textarea:focus, galopp-ask .cancel");

function lastBegun() {
  try {
    return Number(sessionStorage.getItem(BEGUN_ANEW) ?? 0);
  } catch {
    return Date.now(); // it could not be told how often
  }
}
