// What the linter holds the client to. Types are for `tsc`; this is for what types do not see.

import js from "@eslint/js";
import globals from "globals";

// Names of people are hostile: whatever is shown goes through Lit as text.
const AS_TEXT = "Show text through a Lit binding: this would run what somebody wrote.";
// WebKit resolves a second import() of a module that is still loading too early.
const ONCE = "Load it through bring() of parts.js, which asks for each module once.";
const UNSAFE = ["innerHTML", "outerHTML", "insertAdjacentHTML"];

export default [
  { ignores: ["src/galopp/web/vendor/", "node_modules/", ".venv/", "benchmarks/"] },
  js.configs.recommended,
  {
    files: ["src/galopp/web/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["src/galopp/web/worker/*.js"],
    languageOptions: { globals: { ...globals.serviceworker, galopp: "readonly" } },
  },
  {
    files: ["src/galopp/web/**/*.js"],
    ignores: ["src/galopp/web/parts.js"],
    rules: { "no-restricted-syntax": ["error", { selector: "ImportExpression", message: ONCE }] },
  },
  {
    files: ["tests/web/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        ...UNSAFE.map((property) => ({ property, message: AS_TEXT })),
        { object: "document", property: "write", message: AS_TEXT },
      ],
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["lit/directives/unsafe-*", "lit/static-html.js"], message: AS_TEXT },
            {
              group: ["lit/directives/style-map.js"],
              message: "It writes a style attribute, which the page's policy forbids.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/galopp/web/too_old.js"], // for browsers that know no newer language
    languageOptions: { sourceType: "script", ecmaVersion: 5 },
    rules: { "no-var": "off" },
  },
];
