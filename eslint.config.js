// What the linter holds the client to. Types are for `tsc`; this is for what types do not see.

import js from "@eslint/js";
import globals from "globals";

// Names of people are hostile: whatever is shown goes through Lit as text.
const AS_TEXT = "Show text through a Lit binding: this would run what somebody wrote.";
// WebKit resolves a second import() of a module that is still loading too early.
const ONCE = "Load it through bring() of parts.js, which asks for each module once.";
const AT_ONCE = "WebKit runs what imports a module that waits too early: let its part in parts.js wait for styles and words.";
const UNSAFE = ["innerHTML", "outerHTML", "insertAdjacentHTML"];

// Names are camelCase. What comes from the server keeps its own (`away_since`), and so do keys of events, options
// and sentences; it is read, spread and unpacked under another name, and never a member of a class of ours.
const OUR_OWN = "Names of ours are camelCase; only what the server sends has underscores.";
const UNDERSCORE = "/[a-z0-9]_[a-z0-9]/";
const MEMBERS = [
  `MemberExpression[object.type="ThisExpression"] > Identifier.property[name=${UNDERSCORE}]`,
  `MethodDefinition > Identifier.key[name=${UNDERSCORE}]`,
  `PropertyDefinition > Identifier.key[name=${UNDERSCORE}]`,
].map((selector) => ({ selector, message: OUR_OWN }));

const LOADING = [
  { selector: "ImportExpression", message: ONCE },
  { selector: "Program > ExpressionStatement > AwaitExpression", message: AT_ONCE },
  { selector: "Program > VariableDeclaration > VariableDeclarator > AwaitExpression.init", message: AT_ONCE },
];

// What no file imports.
const UNWANTED = [
  { group: ["lit/directives/unsafe-*", "lit/static-html.js"], message: AS_TEXT },
  { group: ["lit/directives/style-map.js"], message: "It writes a style attribute, which the page's policy forbids." },
];

// The borders inside the page: what each folder may import besides itself. Types are free.
const WEB = "src/galopp/web";
const FOLDERS = ["art", "games", "language", "local", "model", "net", "stage", "view", "worker"];
const ROOT = ["app", "parts", "routes", "watching"];
const BORDERS = {
  art: [],
  games: ["art"],
  local: ["net"],
  net: ["language", "watching"],
  language: ["net"],
  stage: ["net", "watching"],
  model: ["language", "local", "net", "stage", "parts", "watching"],
  view: ["art", "language", "model", "net", "stage", "parts", "routes", "watching"],
  worker: [],
};

/** @param {string} folder @param {string[]} files @param {{regex: string, message: string}[]} [more] */
function border(folder, files, more = []) {
  const allowed = [folder, ...BORDERS[folder]];
  const outside = (names) => names.filter((name) => !allowed.includes(name)).join("|");
  const message = `${folder} may import ${["itself", ...BORDERS[folder]].join(", ")}: see docs/architecture.md, "The page".`;
  const patterns = [
    { regex: `^(\\.\\./)+(${outside(FOLDERS)})/`, message },
    { regex: `^(\\.\\./)+(${outside(ROOT)})\\.js$`, message },
  ];
  return { files, rules: { "no-restricted-imports": ["error", { patterns: [...UNWANTED, ...patterns, ...more] }] } };
}

// Games know nothing of each other, and what all views share nothing of any of them.
const APART = { regex: "^\\.\\./(?!\\.\\./)[^/]+/", message: "This folder stands by itself; what several need lies one folder up, or in shared." };
const borders = [
  ...Object.keys(BORDERS).map((folder) => border(folder, [`${WEB}/${folder}/**/*.js`])),
  border("games", [`${WEB}/games/*/*.js`], [APART]),
  border("view", [`${WEB}/view/shared/*.js`], [APART]),
];

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
    rules: { "no-restricted-syntax": ["error", ...MEMBERS, ...LOADING] },
  },
  {
    files: ["tests/web/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    files: ["tests/wasm/*"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    rules: {
      camelcase: ["error", { properties: "never" }],
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
      "no-restricted-imports": ["error", { patterns: UNWANTED }],
    },
  },
  ...borders,
  {
    files: ["src/galopp/web/too_old.js"], // for browsers that know no newer language
    languageOptions: { sourceType: "script", ecmaVersion: 5 },
    rules: { "no-var": "off" },
  },
];
