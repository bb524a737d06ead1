// What the parts of the service worker find there. Types only: nothing here runs, and what a
// worker has besides is not in the library of types that the page is checked with.

/** What the server writes before the parts. */
declare const galopp: {
  root: string; // the sub-path without a slash at its end
  edition: string; // the hash that names it
  web: string; // where its files are
  pages: string[]; // how the addresses of pages begin, below the root
  shell: string[]; // the files that are kept, below `web`
  words: Record<string, string[]>; // those that are kept for whoever reads a language
  served: boolean; // by a server of ours; else from files alone
  first: string[]; // modules that the kept page loads besides, since it knows the games by itself
  facts: string[]; // what they read then
  ahead: Record<string, string[]>; // modules that are wanted soon: for a table on the device, and for each game
};

/** The language that a page is read in. */
interface Speaking {
  speaks: string;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A file that the browser is to read from a store without asking the worker. */
interface WorkerRoute {
  condition: { urlPattern: string };
  source: { cacheName: string };
}

interface WorkerInstallEvent extends WorkerEvent {
  addRoutes?(routes: WorkerRoute[]): Promise<void>; // Chromium has it
}

interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Response | Promise<Response>): void;
}

interface WorkerMessageEvent extends WorkerEvent {
  readonly data: unknown;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: WorkerInstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerMessageEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: WorkerFetchEvent) => void): void;
}
