/**
 * The shell of the page, kept in the browser: so the page opens without a line, and a page that
 * is open while the server is renewed goes on with the files it began with.
 *
 * What is kept is what the server names by its contents, and the bare page, in one store for each
 * edition. No answer of the server is: whatever lies below /api goes past this worker.
 */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

const OURS = `galopp ${galopp.root}/ `; // how our stores begin; others may live on the same host
const STORE = OURS + galopp.edition;
const PAGE = `${galopp.root}/`;
const PATIENCE = 4000; // milliseconds for a page; after that it opens as it was kept
const KINDS = ["js", "css", "svg", "wasm", "net"]; // all files of these are kept from the start
const ON_ITS_WAY = /^(vary|content-(encoding|length))$/;
const SAME_ADDRESS = { ignoreVary: true };

worker.addEventListener("install", (event) => {
  readWithoutAsking(event);
  event.waitUntil(keepShell());
});
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${galopp.root}/web/`)) event.respondWith(file(request));
  else if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(request));
});
worker.addEventListener("message", (event) => {
  if (event.data === "tidy") event.waitUntil(tidy());
  else event.waitUntil(keepWords(String(/** @type {Speaking} */ (event.data)?.speaks)));
});

/** @param {string} path */
function isPage(path) {
  const [home, ...others] = galopp.pages.map((begins) => galopp.root + begins);
  return path === home || others.some((begins) => path.startsWith(begins));
}

/** Fetch all that this edition's page needs; if any of it is not to be had, nothing changes. */
async function keepShell() {
  const store = await caches.open(STORE);
  await Promise.all([keepPage(store), ...galopp.shell.map((path) => keepFile(store, `${galopp.web}/${path}`))]);
  await worker.skipWaiting();
}

/** Let the browser itself read what is kept, where it can: a hundred questions to a worker that has to be woken first
 * take longer. What is not there it fetches. @param {WorkerInstallEvent} event */
function readWithoutAsking(event) {
  const routes = KINDS.map((kind) => ({ condition: { urlPattern: `${galopp.web}/*.${kind}` }, source: { cacheName: STORE } }));
  event.addRoutes?.(routes).catch(() => {}); // then it asks
}

/** @param {Cache} store */
async function keepPage(store) {
  const answer = await fetch(PAGE, { cache: "no-cache" });
  const written = await answer.text();
  if (!answer.ok || !written.includes(`"${galopp.web}/`)) throw new Error("the page is of another edition");
  await store.put(PAGE, lasting(withoutServer(written), answer));
}

/** The page as it opens without a server: it loads at once what it needs to know the games by itself, and knows what
 * a table on this device consists of. @param {string} written */
function withoutServer(written) {
  const modules = galopp.first.map((path) => `<link rel="modulepreload" href="${galopp.web}/${path}">`);
  const facts = galopp.facts.map((path) => `<link rel="preload" as="fetch" crossorigin href="${galopp.web}/${path}">`);
  const ahead = `<meta name="galopp-ahead" content='${JSON.stringify(galopp.ahead)}'>`;
  return written.replace("</head>", [...modules, ...facts, ahead, "</head>"].join("\n"));
}

/** An answer to be kept: what it says of its way here would keep a browser that looks for it by itself from finding it.
 * @param {BodyInit | null} body @param {Response} answer */
function lasting(body, { headers }) {
  return new Response(body, { headers: [...headers].filter(([name]) => !ON_ITS_WAY.test(name)) });
}

/** @param {Cache} store @param {string} address */
async function keepFile(store, address) {
  if (await store.match(address, SAME_ADDRESS)) return;
  const answer = await fetch(address);
  if (!isForEver(answer)) throw new Error(`${address} is of another edition`);
  await store.put(address, lasting(answer.body, answer));
}

/** All words of one language: what is read here is there without a line, too. @param {string} language */
async function keepWords(language) {
  const store = await caches.open(STORE);
  const files = galopp.words[language] ?? [];
  await Promise.allSettled(files.map((path) => keepFile(store, `${galopp.web}/${path}`)));
}

/** Whether an answer is what its address names: the server calls only that unchangeable, and a web space of files
 * has nothing else. @param {Response} answer */
const isForEver = (answer) => answer.ok && (!galopp.served || !!answer.headers.get("cache-control")?.includes("immutable"));

async function takeOver() {
  await tidy();
  await worker.clients.claim();
}

/** Throw away editions that no page is open of; an open page holds a lock of that name. */
async function tidy() {
  const stores = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== STORE);
  const { held = [] } = await navigator.locks.query();
  const { installing, waiting } = worker.registration;
  if (installing || waiting) return; // one of these may be theirs
  const forgotten = stores.filter((name) => !held.some((lock) => lock.name === name));
  await Promise.all(forgotten.map((name) => caches.delete(name)));
}

/** A file as it was kept, of whichever edition; else as the server has it. @param {Request} request */
async function file(request) {
  const found = (await (await caches.open(STORE)).match(request, SAME_ADDRESS)) ?? (await caches.match(request, SAME_ADDRESS));
  if (found) return found;
  const answer = await fetch(request);
  if (isForEver(answer) && new URL(request.url).pathname.startsWith(`${galopp.web}/`)) {
    const store = await caches.open(STORE);
    await store.put(request, lasting(answer.clone().body, answer));
  }
  return answer;
}

/** The page as the server has it now, or as it was kept where there is no server. @param {Request} request */
async function page(request) {
  const kept = await caches.match(PAGE, { cacheName: STORE, ...SAME_ADDRESS });
  if (!kept) return fetch(request);
  const asked = fetch(request).then((answer) => (answer.status < 500 ? answer : kept)).catch(() => kept);
  const late = new Promise((settle) => setTimeout(() => settle(kept), PATIENCE));
  return Promise.race([asked, late]);
}
