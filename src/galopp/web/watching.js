/** Something that changes, and whoever draws it. */

/** @typedef {import("lit").ReactiveController} ReactiveController */

export class Changing {
  constructor() {
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  /** Be told of every change; returns how to stop. @param {() => void} watcher @returns {() => void} */
  watch(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Tell everybody that something has changed. */
  changed() {
    for (const watcher of this.watchers) watcher();
  }
}

/** @typedef {Pick<Changing, "watch">} Watched what somebody can be told the changes of */

/**
 * Draws an element anew whenever something changes: `new Watching(this, () => this.table)`.
 * @implements {ReactiveController}
 */
export class Watching {
  /** @param {import("lit").LitElement} host @param {() => Watched | null | undefined} what */
  constructor(host, what) {
    this.host = host;
    this.what = what;
    /** @type {Watched | null | undefined} */
    this.watched = null;
    host.addController(this);
  }

  hostConnected() {
    this.hostUpdate();
  }

  hostUpdate() {
    const what = this.what();
    if (what === this.watched) return;
    this.stop?.();
    this.watched = what;
    this.stop = what?.watch(() => this.host.requestUpdate());
  }

  hostDisconnected() {
    this.stop?.();
    this.watched = this.stop = undefined;
  }
}
