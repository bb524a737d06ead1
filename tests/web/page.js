/** The little of a browser that the modules below need; import it before them. */

/** What the server's catalogues would say, by path. @type {Record<string, any>} */
export const catalogues = {};

Object.assign(globalThis, {
  document: { hidden: false, documentElement: {}, querySelector: () => null },
  fetch: async (/** @type {string} */ address) => {
    const path = address.split("/words/")[1].replace(".json", "");
    return { ok: path in catalogues, json: async () => catalogues[path] };
  },
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr-CA", "en"] }, configurable: true });
