"""A browser that can be reached by web push, without its maker's service."""

# The browser's subscription, made here and kept like a real one for as long as the context lives.
SUBSCRIBING = """(() => {
  const way = %s;
  const bytes = (key) => Uint8Array.from(
    atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const kept = () => {
    const key = localStorage.getItem("subscribed");
    return key && {
      endpoint: way.endpoint,
      options: { applicationServerKey: bytes(key) },
      toJSON: () => ({ endpoint: way.endpoint, keys: { p256dh: way.p256dh, auth: way.auth } }),
      unsubscribe: async () => (localStorage.removeItem("subscribed"), true),
    };
  };
  PushManager.prototype.getSubscription = async () => kept();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem("subscribed", applicationServerKey);
    return kept();
  };
})()"""
