// In Node: `node host_undo.mjs FOLDER`: three people at one device, one of whom thinks better of what others have answered.
import { moduleFrom, opened, reopened, say } from "./hosting.mjs";

const [folder] = process.argv.slice(2);
const module = await moduleFrom(folder, "ostfriesenlauf");
const { host, store } = await opened(module, { players: 3, options: { start_player: 0 } });
for (const [seat, name] of ["Anna", "Ömer", "Zoë"].entries()) await say(host, { type: "sit", seat, name, pig: "muddy" });
await say(host, { type: "start" });
const { table } = host;

/** Decide whatever comes first, until somebody else is asked. */
async function turn() {
  const [seat] = table.asked;
  while (table.askedFrom.has(seat)) await say(host, { type: "decide", seat, decision: table.number, moves: [table.play.legal(seat)[0]] });
}

await turn();
await turn();
const [made, number] = [table.play.decisions.length, table.number];
await say(host, { type: "undo", seat: 0 });
const asked = table.undo;
await say(host, { type: "answer_undo", seat: 1, agree: false });
const [declined, afterDeclining] = [table.undo, table.play.decisions.length];
await say(host, { type: "undo", seat: 0 });
await say(host, { type: "answer_undo", seat: 1, agree: true });
await say(host, { type: "answer_undo", seat: 2, agree: true });
const [afterAgreeing, numberThen] = [table.play.decisions.length, table.number];
const keys = store.kept.map(({ type }) => type);

const other = await reopened(module, store);
await say(other.host, { type: "decide", seat: 0, decision: table.number, moves: [table.play.legal(0)[0]] });
const late = await host.receive({ type: "decide", seat: 0, decision: table.number, moves: [table.play.legal(0)[0]] });
console.log(JSON.stringify({
  asked, declined, made, made_after_declining: afterDeclining, made_after_agreeing: afterAgreeing, number, number_after_agreeing: numberThen, keys,
  overtaken: late.key, caught_up: table.seq === other.host.table.seq && table.number === other.host.table.number,
}));
process.exit(0);
