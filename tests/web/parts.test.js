import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./page.js";

/** Addresses of styles that were asked for; they never come. @type {string[]} */
const styles = [];
Object.assign(globalThis, { fetch: () => new Promise(() => {}) }); // nor do words
Object.assign(globalThis.document, {
  createElement: () => ({}),
  head: { append: (/** @type {{ href: string }} */ { href }) => styles.push(href) },
});
mock.timers.enable({ apis: ["setTimeout"] }); // what has failed is not tried again

const { bring } = await import("../../src/galopp/web/parts.js");

// Whoever leaves a page that still loads makes its modules fail: Firefox reported errors that nobody handled.
test("a module that fails before its styles or words are there fails as the part does, which is tried again", async () => {
  bring("rules");
  bring("here");
  await Promise.allSettled(["rules/page.js", "here/entry.js"].map((path) => import(`../../src/galopp/web/view/${path}`)));
  await new Promise((settle) => setImmediate(settle)); // no page is here, so that both have failed
  assert.ok(styles.some((address) => address.endsWith("style/rules.css")));
});
