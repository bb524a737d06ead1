/** Shows what the server sent while no page was looked at, and leads to the table it is about. */

const noticing = /** @type {PushScope} */ (/** @type {unknown} */ (self));
const PICTURE = `${galopp.web}/icons/icon-192.png`;
const BADGE = `${galopp.web}/icons/badge-96.png`;

noticing.addEventListener("push", (event) => {
  const pushed = event.data?.json();
  if (pushed) event.waitUntil(show(pushed));
});

noticing.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(event.action === "stop" ? stop() : goTo(event.notification.data));
});

/** @param {Pushed} pushed */
async function show({ title, body, link, tag, language, stop }) {
  const where = within(link);
  const open = await pagesAt(where);
  if (open.some(({ visibilityState }) => visibilityState === "visible")) return; // who looks knows
  const shown = { body, tag, lang: language, data: where, icon: PICTURE, badge: BADGE };
  const actions = [{ action: "stop", title: stop }];
  await noticing.registration.showNotification(title, /** @type {NotificationOptions} */ ({ ...shown, actions }));
}

/** The page that a link means, on this very server: the keys are kept by its address. @param {string} link */
function within(link) {
  const table = link.match(/\/t\/(\w+)$/);
  return `${location.origin}${galopp.root}/${table ? `t/${table[1]}` : ""}`;
}

/** Pages that are open there, seen or not. @param {string} where */
async function pagesAt(where) {
  const pages = await noticing.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => url.split("#")[0] === where);
}

/** @param {string} where */
async function goTo(where) {
  const [open] = await pagesAt(where);
  return open ? open.focus() : noticing.clients.openWindow(where);
}

/** No more of these on this device; the server learns it from the push service. */
async function stop() {
  const subscription = await noticing.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
