// In Node: `node host_game.mjs FOLDER SETTING` plays a game at a table on this device against bots, is refused, takes
// back, closes the tab in the middle, and tells what came of it.
import { moduleFrom, opened, recordOfRound, reopened, say } from "./hosting.mjs";

const [folder, setting] = process.argv.slice(2);
const { name, players, options, people, levels } = JSON.parse(setting);
const module = await moduleFrom(folder, name);
const table = await opened(module, { players, options });
const { store } = table;
let { host, heard } = table;
const all = [];
const NAMES = ["Anna", "Ömer", "Zoë", "Lu", "E"];
for (let seat = 0; seat < players; seat += 1) {
  if (seat < people) await say(host, { type: "sit", seat, name: NAMES[seat], pig: "spotted" });
  else await say(host, { type: "add_bot", seat, level: levels[seat % levels.length] });
}
const unstarted = heard.findLast(({ type }) => type === "table");
await say(host, { type: "start" });
const moment = () => new Promise((settle) => setTimeout(settle));
const count = { refused: 0, undone: 0, asked: 0, reopened: 0 };
const newsOf = (seat) => heard.findLast((one) => one.type === "game" && one.viewer === seat);
let turns = 0;
while (host.table.phase === "playing") {
  const seat = [...Array(people).keys()].find((one) => newsOf(one)?.legal.length && host.table.askedFrom.has(one));
  if (seat === undefined) {
    await moment();
    continue;
  }
  turns += 1;
  const { decision, legal, window } = newsOf(seat);
  if (turns % 7 === 1 && !window) {
    const wrong = [...Array(64).keys()].find((code) => module.notations[code] && !legal.includes(code));
    const answer = await host.receive({ type: "decide", seat, decision, moves: [wrong] });
    count.refused += answer.key === "illegal_move" && answer.arguments.refusal && answer.arguments.ruling ? 1 : 0;
  }
  await say(host, { type: "decide", seat, decision, moves: [legal[turns % legal.length]] });
  if (turns % 6 === 2 && host.table.phase === "playing" && !host.table.window) {
    const answer = await host.receive({ type: "undo", seat });
    count.asked += host.table.undo ? 1 : 0;
    while (host.table.undo) {
      const other = host.table.people.find((one) => one !== seat && !host.table.undo.agreed.includes(one));
      await say(host, { type: "answer_undo", seat: other, agree: true });
    }
    count.undone += answer.type === "accepted" ? 1 : 0;
  }
  if (turns % 9 === 3) {
    host.leave();
    all.push(...heard);
    ({ host, heard } = await reopened(module, store));
    count.reopened += 1;
  }
}
all.push(...heard);
await host.last; // the end is being told
const before = JSON.stringify(host.history(0));
const again = await reopened(module, store);
const over = heard.findLast(({ type }) => type === "table");
await say(host, { type: "rematch" });
const next = heard.findLast(({ type }) => type === "table");
console.log(JSON.stringify({
  record: await recordOfRound(again.host), count, over, next, unstarted,
  alike: before === JSON.stringify(again.host.history(0)),
  types: [...new Set(all.map(({ type }) => type))],
  news: again.heard.findLast(({ type }) => type === "game"),
}));
process.exit(0);
