// What a service worker has for notices. Types only: nothing here runs, and the library of types
// that the page is checked with does not have them.

/** What the server sends to be shown: all its words, since a worker has none of its own. */
interface Pushed {
  title: string;
  body: string;
  link: string;
  tag: string;
  language: string;
  stop: string; // what stands on the button that ends it
}

interface PushedEvent extends Event {
  readonly data: { json(): Pushed } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface NoticePressed extends Event {
  readonly action: string;
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface OpenPage {
  readonly url: string;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
}

interface PushScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushedEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NoticePressed) => void): void;
}
