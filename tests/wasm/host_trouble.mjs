// In Node: `node host_trouble.mjs FOLDER`: a table that was kept by an edition with other rules, and one for which there is no
// more room.
import { LocalHost } from "../../src/galopp/web/local/host.js";
import { Refused } from "../../src/galopp/web/local/refused.js";
import { minds, moduleFrom, opened, say } from "./hosting.mjs";

const [folder] = process.argv.slice(2);
const module = await moduleFrom(folder, "ostfriesenlauf");
const { host, store, heard } = await opened(module, { players: 2, options: { start_player: 0 } });
await say(host, { type: "sit", seat: 0, name: "Anna", pig: "muddy" });
await say(host, { type: "add_bot", seat: 1, level: "casual" });
await say(host, { type: "start" });
const [began] = store.kept.filter(({ type }) => type === "began");

/** The same table as it is opened by a page whose rules are others. */
async function openedByOthers() {
  const kept = { append: async () => {}, events: async () => store.kept.map((event) => (event === began ? { ...event, rules: 99 } : event)) };
  const other = new LocalHost(host.table.code, module, kept, minds(module));
  await other.read();
  try {
    other.table.checkRules();
    return null;
  } catch (error) {
    return { key: error.key, told: error.told, dealt: !!other.table.play };
  }
}

const decide = () => host.receive({ type: "decide", seat: 0, decision: host.table.number, moves: [host.table.play.legal(0)[0]] });
const append = store.append.bind(store);
store.append = async () => {
  throw new Refused("not_kept");
};
const before = host.table.seq;
const own = await decide();
const unchanged = host.table.seq === before;
store.append = append;
while (host.table.askedFrom.has(0)) await decide();
const others = await openedByOthers();
store.append = async () => {
  throw new Refused("not_kept");
};
heard.length = 0;
for (let tries = 0; tries < 2000 && !heard.length; tries += 1) await new Promise((settle) => setTimeout(settle, 5));
host.leave();
console.log(JSON.stringify({ rules: began.rules, others, own: own.key, unchanged, heard: heard[0] ?? null }));
process.exit(0);
