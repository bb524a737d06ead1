/** What follows from the news of a group: who plays next, who was lucky, where somebody sits. Sums, no sentences. */

/** @typedef {import("../types.js").EveningShown} EveningShown */
/** @typedef {import("../types.js").GroupNews} GroupNews */
/** @typedef {import("../types.js").GroupGame} GroupGame */
/** @typedef {import("../types.js").GroupTable} GroupTable */
/** @typedef {import("../types.js").StandingShown} StandingShown */
/** @typedef {import("../types.js").TournamentShown} TournamentShown */
/** @typedef {import("../types.js").RoundShown} RoundShown */
/** @typedef {import("../types.js").HeadToHead} HeadToHead */

const USUAL_PLAYERS = 4;
const FEW = 3; // reviewed games before anybody is called lucky

/** Somebody of the group. @param {GroupNews} news @param {number | null} member */
export const memberOf = ({ members }, member) => members.find((one) => one.member === member) ?? null;

/** Members who have not left, those who are here first, then in the order they joined. @param {GroupNews} news */
export const present = ({ members }) =>
  members.filter(({ name }) => name).sort((one, other) => Number(other.here) - Number(one.here) || one.member - other.member);

/** Who was in the group on another server, and has not come back yet. @param {GroupNews} news */
export const awaited = ({ members }) => members.filter((one) => one.awaited);

/** The last game that was played at a table of the group. @param {GroupNews} news @returns {GroupGame | null} */
export const lastGame = ({ latest }) => latest.find(({ elsewhere }) => !elsewhere) ?? null;

/** @template T @param {T[]} all */
const rotated = ([first, ...rest]) => (first === undefined ? [] : [...rest, first]);

/**
 * Who plays next, in the order of their seats: those of the last game who are at hand, everybody one seat further, then
 * whoever else is here. Somebody who still sits at a table that is over is at hand as well.
 * @param {GroupNews} news @param {number} most as many as can play
 */
export function nextPeople(news, most) {
  const atTables = news.tables.filter(({ phase }) => phase === "over").flatMap(({ seated }) => seated);
  const atHand = (/** @type {number} */ member) => member === news.you || atTables.includes(member) || !!memberOf(news, member)?.here;
  const before = rotated(lastGame(news)?.seats.flatMap(({ member }) => (member === null ? [] : [member])) ?? []).filter(atHand);
  const others = present(news).map(({ member }) => member).filter((member) => atHand(member) && !before.includes(member));
  const all = [...new Set([...before, ...others])];
  return all.length > most ? withUs(all, news.you, most) : all;
}

/** As many as can play; whoever opens a table is among them. @param {number[]} all @param {number} you @param {number} most */
const withUs = (all, you, most) => (all.indexOf(you) < most ? all.slice(0, most) : [...all.slice(0, most - 1), you]);

/** The people of one table once more, everybody one seat further. @param {GroupTable} table */
export const samePeople = ({ seated }) => rotated(seated);

/** How many sit down: as last time, if all who are expected find a seat. @param {number} people @param {number | undefined} before @param {{fewest: number, most: number}} game */
export const howMany = (people, before, { fewest, most }) => Math.min(most, Math.max(fewest, people, before ?? USUAL_PLAYERS));

// --- Tables

/** The tables of the group where something goes on, those that wait for us first: not those of the tournament, which
 * shows them itself. @param {GroupNews} news */
export const tablesToShow = (news) =>
  news.tables.filter((table) => isOpen(news, table)).sort((one, other) => urgency(news, other) - urgency(news, one) || other.opened - one.opened);

/** @param {GroupNews} news @param {GroupTable} table */
const isOpen = ({ tournament: now }, { phase, tournament }) =>
  phase !== "over" && phase !== "closed" && !(tournament && tournament === now?.number);

/** @param {GroupNews} news @param {GroupTable} table */
const urgency = (news, table) => (awaits(news, table) ? 1 : 0);

/** Whether a table expects us, and we do not sit there. @param {GroupNews} news @param {GroupTable} table */
export const awaits = ({ you }, { phase, expected, seated }) => phase === "lobby" && expected.includes(you) && !seated.includes(you);

/** @param {GroupTable} table */
export const freeSeats = ({ names }) => names.filter((name) => !name).length;

// --- Standings

/** @typedef {"victories" | "points" | "rating" | "luck"} Order what standings are by */

/** @type {Record<Order, (row: StandingShown) => number>} */
const VALUES = {
  victories: ({ place }) => -place,
  points: ({ points }) => points,
  rating: ({ rating }) => rating?.strength ?? -Infinity,
  luck: ({ adjusted }) => adjusted ?? -Infinity,
};

/** The best first, each with its place; equals share one. @param {StandingShown[]} standings @param {Order} order @returns {{row: StandingShown, place: number}[]} */
export function ranked(standings, order) {
  const value = VALUES[order];
  const rows = [...standings].sort((one, other) => value(other) - value(one) || one.place - other.place);
  return rows.map((row) => ({ row, place: 1 + rows.findIndex((other) => value(other) === value(row)) }));
}

/**
 * Whom the cards helped most and least, where that is surely more than an accident of the sums; and who would be first
 * without them.
 * @param {StandingShown[]} standings
 */
export function lucky(standings) {
  const known = standings.filter(({ luck, reviewed }) => luck !== null && reviewed >= FEW);
  const sure = known.filter(({ luck, luck_error: error }) => Math.abs(luck ?? 0) > 2 * (error ?? 0));
  const byLuck = [...sure].sort((one, other) => (other.luck ?? 0) - (one.luck ?? 0));
  const most = byLuck.find(({ luck }) => (luck ?? 0) > 0) ?? null;
  const least = byLuck.reverse().find(({ luck }) => (luck ?? 0) < 0) ?? null;
  return { most, least, first: known.length > 1 ? ranked(known, "luck")[0].row : null };
}

/** Everybody somebody has played with, as seen by that one. @param {HeadToHead[]} all @param {number} member */
export function opponents(all, member) {
  const seen = all.flatMap((pair) => {
    if (pair.member === member) return [pair];
    if (pair.other !== member) return [];
    return [{ ...pair, member, other: pair.member, ahead: pair.games - pair.ahead - pair.level }];
  });
  const once = new Map(seen.map((pair) => [pair.other, pair]));
  return [...once.values()].sort((one, other) => other.games - one.games || one.other - other.other);
}

/** Whether somebody may say that a game is not to count. @param {GroupNews} news @param {GroupGame} game */
export const mayStrike = ({ you, founder }, { struck, added_by: by }) => !struck && (you === founder || you === by);

// --- A tournament

/** The round that is played, or was last. @param {TournamentShown} tournament @returns {RoundShown | null} */
export const thisRound = ({ drawn }) => drawn.at(-1) ?? null;

/** Where somebody sits in a round. @param {RoundShown} round @param {number} member */
export const drawnTable = ({ tables }, member) => tables.find(({ seats }) => seats.includes(member)) ?? null;

/** Whether a table of a round is played at, has its game, or was left without one when the round ended.
 * @param {Pick<RoundShown, "over">} round @param {Pick<RoundShown["tables"][number], "game">} table @returns {"on" | "done" | "left"} */
export function tableIs({ over }, { game }) {
  if (game !== null) return "done";
  return over ? "left" : "on";
}

/** Whether there is anything to stand by: a game, or a round that somebody sat out. @param {TournamentShown} tournament */
export const hasStandings = ({ standings }) => standings.some(({ played, byes }) => played + byes > 0);

/** Whether the next round can be drawn now. @param {TournamentShown} tournament */
export const mayDraw = ({ phase, entered, drawn, rounds }) => (phase === "planned" || phase === "between") && entered.length > 1 && drawn.length < rounds;

// --- A screen in the room

/** The tournament that a screen in the room shows: one that goes on, or one of the newest evening. @param {GroupNews} news */
export function tournamentOnScreen({ tournament, evening }) {
  if (tournament?.phase !== "over") return tournament;
  if (!hasStandings(tournament)) return null; // it ended without a game
  return evening && !playedOn(tournament, evening) ? null : tournament;
}

/** @param {TournamentShown} tournament @param {EveningShown} evening */
const playedOn = ({ drawn }, { games }) => drawn.some(({ tables }) => tables.some(({ game }) => game !== null && games.includes(game)));

/**
 * A part of what a screen in the room shows: who is there before anything was played, how the evening stands; of a tournament
 * who takes part, who sits where, and how they stand.
 * @typedef {{kind: "here"} | {kind: "evening", evening: EveningShown} | {kind: "entered", members: number[]}
 *   | {kind: "round", tournament: TournamentShown, round: RoundShown} | {kind: "standings", tournament: TournamentShown}} ScreenPart
 */

/** What a screen in the room shows, part beside part. @param {GroupNews} news @returns {ScreenPart[]} */
export function screenParts(news) {
  const tournament = tournamentOnScreen(news);
  if (tournament) return tournamentParts(tournament);
  return [news.evening ? { kind: "evening", evening: news.evening } : { kind: "here" }];
}

/** @param {TournamentShown} tournament @returns {ScreenPart[]} */
function tournamentParts(tournament) {
  const round = thisRound(tournament);
  if (!round) return [{ kind: "entered", members: tournament.entered }];
  /** @type {ScreenPart[]} */
  const tables = tournament.phase === "over" ? [] : [{ kind: "round", tournament, round }];
  return hasStandings(tournament) ? [...tables, { kind: "standings", tournament }] : tables;
}

/** Seconds until the bell, if it will ring. @param {RoundShown | null} round @param {number} clock */
export const untilBell = (round, clock) => (round?.until && !round.over ? Math.max(0, round.until - clock) : null);

/** What of a long list is shown at a moment: a page of it after the other. @template T @param {T[]} all @param {number} most on a page
 * @param {number} clock in seconds @param {number} [each] so many seconds */
export function pageOf(all, most, clock, each = 8) {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const size = Math.ceil(all.length / pages);
  const at = Math.floor(clock / each) % pages;
  return { shown: all.slice(at * size, (at + 1) * size), at, pages };
}

// --- A game that was played elsewhere

/** How a record calls its seats; "" where it does not. @param {string} text @returns {string[]} */
export function namesIn(text) {
  const players = Number(/^players: (\d)$/m.exec(text)?.[1] ?? 0);
  return Array.from({ length: players }, (_, seat) => new RegExp(`^seat ${seat}: (.+)$`, "m").exec(text)?.[1] ?? "");
}
