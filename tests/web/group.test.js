// A group that is listened to: patient when the server is away, silent while nobody looks.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./page.js";

const { document } = globalThis;

const location = { hash: "", pathname: "/g/BCDFGHKL", search: "", origin: "http://here" };
const kept = new Map();
/** What the page looks out of the window with. */
const listeners = new Map();
Object.assign(globalThis, {
  location,
  history: { replaceState: () => (location.hash = "") },
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
});
Object.assign(document, { addEventListener: (kind, hear) => listeners.set(kind, hear), removeEventListener: () => {} });

const { Group } = await import("../../src/galopp/web/model/group.js");
const { membership, rememberGroup } = await import("../../src/galopp/web/net/groups.js");
const memory = await import("../../src/galopp/web/net/memory.js");

const CODE = "BCDFGHKL";
const KEY = "k".repeat(22);
const json = (body, status = 200) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
const news = (changed = {}) => ({ type: "group", stamp: "a.1", at: 100, code: CODE, name: "Us", pig: "rosy", colour: "blue", you: 1, founder: 0, members: [], tables: [], ...changed });

/** A server that answers one question after the other, and waits when it has nothing more to say. */
function serving(...answers) {
  const asked = [];
  globalThis.fetch = (address, { method, headers, body, signal }) => {
    asked.push({ method, path: address.split("/api")[1], key: headers.authorization ?? "", body: body && JSON.parse(body) });
    const answer = answers.shift();
    if (answer === undefined) return new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new Error("aborted"))));
    return Promise.resolve(typeof answer === "function" ? answer() : answer);
  };
  return asked;
}

/** Let what waits for answers go on. */
async function settled() {
  for (let n = 0; n < 10; n += 1) await new Promise(setImmediate);
}

function came({ key = KEY, hash = "" } = {}) {
  kept.clear();
  location.hash = hash;
  document.hidden = false;
  if (key) rememberGroup(CODE, { key });
  return new Group(CODE);
}

test("it asks again with the stamp of what it was shown", async () => {
  const asked = serving(json(news()));
  const group = came();
  group.open();
  await settled();
  assert.equal(group.news.name, "Us");
  assert.deepEqual(asked.map(({ path }) => path), [`/groups/${CODE}`, `/groups/${CODE}?stamp=a.1`]);
  assert.ok(asked.every(({ key }) => key === `Bearer ${KEY}`));
  assert.equal(membership(CODE).name, "Us");
  group.leave();
});

test("while the server is away it tries again, and forgets nothing", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = serving(json(news()), () => Promise.reject(new Error("away")), json({}, 503), json(news({ stamp: "b.1", name: "We" })));
  const group = came();
  group.open();
  await settled();
  for (let n = 0; n < 2; n += 1) {
    assert.equal(group.news.name, "Us");
    mock.timers.tick(2000);
    await settled();
  }
  assert.equal(group.news.name, "We");
  assert.equal(asked.length, 5);
  mock.timers.reset();
  group.leave();
});

test("while nobody looks nothing is asked, so nobody is said to be here", async () => {
  const asked = serving(json(news()));
  const group = came();
  group.open();
  await settled();
  document.hidden = true;
  listeners.get("visibilitychange")();
  await settled();
  assert.equal(asked.length, 2);
  document.hidden = false;
  listeners.get("visibilitychange")();
  await settled();
  assert.equal(asked.length, 3);
  group.leave();
});

test("a key that opens nothing is forgotten, and the one before it tried", async () => {
  const [oneTimeKey, given] = ["d".repeat(22), "x".repeat(22)];
  const refused = () => json({ type: "refused", key: "key_opens_nothing", sentence: "No." }, 403);
  const asked = serving(json({ code: CODE, member: 1, key: given }), refused(), json(news()));
  const group = came({ hash: `#device=${oneTimeKey}` });
  group.open();
  assert.equal(location.hash, "");
  await settled();
  assert.deepEqual([asked[0].path, asked[0].body.one_time_key], [`/groups/${CODE}/devices`, oneTimeKey]);
  assert.deepEqual(asked.slice(1, 3).map(({ key }) => key), [`Bearer ${given}`, `Bearer ${KEY}`]);
  assert.equal(group.news.name, "Us");
  group.leave();
});

test("a link that has let somebody in already says so, and one stays who one was", async () => {
  const used = () => json({ type: "refused", key: "one_time_key_is_used", sentence: "It was used." }, 403);
  const asked = serving(used(), json(news()));
  const group = came({ hash: `#device=${"d".repeat(22)}` });
  group.open();
  await settled();
  assert.equal(asked[1].key, `Bearer ${KEY}`);
  assert.equal(membership(CODE).key, KEY);
  group.leave();
});

test("without a key there is the face, and joining twice is joining once", async () => {
  const asked = serving(json({ code: CODE, name: "Us", pig: "rosy", colour: "blue", members: 3 }), json({}, 503), json({ code: CODE, member: 3, key: KEY }), json(news()));
  const group = came({ key: "" });
  group.open();
  await settled();
  assert.equal(group.face.members, 3);
  assert.equal(await group.join({ name: "Ada", pig: "rosy" }), false);
  assert.equal(await group.join({ name: "Ada", pig: "rosy" }), true);
  const [first, second] = asked.filter(({ method }) => method === "POST");
  assert.equal(first.body.key, second.body.key);
  assert.equal(membership(CODE).key, KEY);
  await settled();
  assert.equal(group.news.you, 1);
  group.leave();
});

test("who sits down has a key of their own making, and the seat that was meant for them if it is free", async () => {
  const tables = [{ table: "KQHTZM", expected: [0, 1], names: ["Ann", "", ""], seated: [0] }];
  const group = came();
  serving(json(news({ tables })));
  group.open();
  await settled();
  const taken = json({ type: "refused", key: "seat_is_taken", sentence: "" }, 409);
  const asked = serving(taken, json({ seat: 2, key: KEY }));
  await group.sit("KQHTZM");
  assert.deepEqual(asked.map(({ body: { seat } }) => seat), [1, undefined]);
  assert.equal(asked[0].body.key, asked[1].body.key);
  assert.equal(memory.table("KQHTZM").seats[2], KEY);
  assert.equal(memory.table("KQHTZM").group, CODE);
  await group.sit("KQHTZM"); // the key is there: nothing is asked
  assert.equal(asked.length, 2);
  group.leave();
});

test("who leaves for good is forgotten here", async () => {
  const group = came();
  serving(json(news()));
  group.open();
  await settled();
  serving(json({ type: "accepted", id: "", seq: 1, gives: {} }));
  await group.part("leave_group");
  assert.equal(group.ended, "leave_group");
  assert.equal(membership(CODE).key, "");
});
