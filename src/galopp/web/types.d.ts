// What goes over the wire, what a game brings to the table, and what views know of it. Types only: nothing here runs.
// The server's own description of the wire is at api/openapi.json and api/socket.schema.json.

import type { TemplateResult } from "lit";
import type { Teller } from "./language/telling.js";
import type { Diary } from "./model/diary.js";
import type { Table } from "./model/table.js";
import type { Stage } from "./stage/stage.js";

// --- The wire

/** One thing that happened: the key of a sentence, and what to fill in. */
export interface Happened {
  key: string;
  arguments: Record<string, any>;
}

export interface SeatShown {
  kind: "free" | "person" | "bot";
  name: string;
  pig: string;
  level: string; // of the bot that plays there, be it for a person
  connected: boolean;
  away_since: number | null;
  bank: number | null;
  voters: number[];
  member: number | null; // of the table's group; null for guests and bots
  counts: boolean; // agrees that the games count for that group
}

export interface Thinking {
  kind: "off" | "gentle" | "bank" | "days";
  seconds: number;
  bonus: number;
}

export interface Settings {
  listed: boolean;
  watchable: boolean;
  talk: boolean;
  hints: boolean;
  grace: number;
  pace: number;
  thinking: Thinking;
}

export interface TableNews {
  type: "table";
  seq: number;
  at: number;
  code: string;
  phase: "lobby" | "playing" | "over" | "closed";
  round: number;
  game: string;
  rules: number;
  players: number;
  options: Record<string, any>;
  settings: Settings;
  seats: SeatShown[];
  host_connected: boolean;
  host_away_since: number | null;
  host_seat: number | null;
  watching: number;
  screens: number; // that show the table to a whole room
  promise: string;
  secret: string | null;
  next_promise: string | null;
  begin: BeginShown | null;
  undo: number | null;
  undo_agreed: number[];
  group: string; // the code of the group that its games count for, if all agree; else ""
  happened: Happened[];
}

/** Where a round begins, if not with a deal of its own. */
export interface BeginShown {
  decisions: number; // made in the game that it goes on from; 0: its cards are dealt again
  same_luck: boolean; // what is drawn later is as it was there
  replay: string; // where that game can be watched, or ""
  day: string; // it is the deal of this day, or ""
}

export interface WindowShown {
  seat: number;
  closes: number;
  called: boolean;
  let_go: number[];
}

/** A seat's number; null is a bystander. */
export type Viewer = number | null;

/** The view of one game: its fields are in docs/GAME.md, "What a seat sees". */
export type View = Record<string, any>;

export interface GameNews {
  type: "game";
  seq: number;
  at: number;
  viewer: Viewer;
  decision: number;
  asked: number[];
  asked_since: number | null;
  banks: number[] | null;
  legal: number[];
  view: View;
  window: WindowShown | null;
  winners: number[] | null;
  happened: Happened[];
}

export interface Past {
  seq: number;
  at: number;
  decision: number; // the next one
  happened: Happened[];
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  code: string;
  seats: number[];
  host: boolean;
  now: number;
}

export interface Missed {
  type: "missed";
  viewer: Viewer;
  news: Past[];
}

export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
  gives: Record<string, any>;
}

export interface Refused {
  type: "refused";
  key: string;
  arguments: Record<string, any>;
  sentence: string;
  id: string;
}

export interface Goodbye {
  type: "goodbye";
  reason: "restart" | "closed" | "too_slow" | "key_changed";
  back_in: number | null;
}

export type FromServer = Welcome | Missed | TableNews | GameNews | Accepted | Refused | Goodbye;

/** Something said to a table; the line adds the id. */
export interface Said {
  type: string;
  [field: string]: any;
}

export interface OptionShown {
  name: string;
  default: any;
  ruling: string;
  choices: any[] | null; // null for a number, or for something written
  lowest: number | null;
  highest: number | null;
  presets: string[];
}

export interface MoveShown {
  code: number;
  notation: string;
  kind: string;
  about: string; // "card", "pig", "colour", "stack", "space", or ""
  subject: string;
}

export interface GameShown {
  name: string;
  ready: boolean;
  rules: number;
  fewest: number;
  most: number;
  options: OptionShown[];
  moves: MoveShown[];
  payouts: string[]; // of a right bet by its place in the queue: "6"; "4+" may be more
  owned: Record<string, string[]>; // what belongs to seats, in their order: { runner: ["red", …] }
  bots: string[];
  frames: string; // the subprotocol that asks for frames
}

export interface Words {
  phrases: string[];
  pigs: string[];
  bots: string[];
  languages: string[];
  /** Whether members of groups can prove by a passkey who they are. */
  passkeys: boolean;
}

export interface TableListed {
  code: string;
  game: string;
  phase: string;
  players: number;
  free: number;
  names: string[];
}

/** How a table stands, for whoever has a place there. */
export interface TableStands {
  code: string;
  phase: "lobby" | "playing" | "over" | "closed" | "gone";
  round: number;
  free: number; // seats in the lobby that nobody has taken
  names: string[];
  yours: number[]; // the seats our keys open
  asked: number[];
  winners: number[];
  unowned: string; // that nobody's runner has won, as a sentence
}

/** One way by which somebody is told of a table. */
export interface WayShown {
  id: string;
  kind: "push" | "webhook";
  format: "" | "galopp" | "ntfy" | "matrix";
  url: string;
  everybody: boolean;
  language: string;
  zone: string;
  quiet: { begins: string; ends: string } | null;
  digest: number;
  over: boolean;
  rematch: boolean;
  failures: number;
}

export interface NoticesShown {
  push_key: string | null; // null: this server sends nothing to browsers
  webhooks: boolean;
  ways: WayShown[];
}

export interface HintGiven {
  seat: number;
  decision: number;
  moves: number[];
  level: string;
  chance: number | null; // to win with these moves, from 0 to 1
  tries: number;
  chances: { move: number; chance: number; tries: number }[]; // the move tried most first
  reason: Happened | null; // "reason.KEY" of the game's catalogue
}

/** What is certain to happen if a move is made. */
export interface ForeseenMove {
  move: number;
  happens: Happened[];
  later: Happened[]; // once the others have decided too
}

/** All that is certain of the moves of one decision. */
export interface Foreseen {
  seat: number;
  decision: number;
  moves: ForeseenMove[];
}

/** A game that can be watched again. */
export interface ReplayShown {
  id: string;
  game: string;
  rules: number;
  players: number;
  options: Record<string, any>;
  seats: { name: string; pig: string; kind: "person" | "bot"; level: string }[];
  decisions: number;
  over: boolean; // a file may hold a game that was not played to its end
  winners: number[];
  scores: number[];
  table: string | null; // whose luck it was
  promise: string | null;
  secret: string | null;
  seed: string | null; // of a game that was not played at a table
  origin: { table: string | null; seed: string | null; decisions: number } | null;
  played_at: number | null;
}

/** How a game stood after a decision, to one viewer, and what it saw happen. */
export interface Frame {
  number: number;
  seat: number | null; // who decided; null before the first decision
  move: number | null; // what, if the viewer may know
  asked: number[];
  view: View;
  winners: number[] | null;
  happened: Happened[];
}

export interface Frames {
  viewer: Viewer;
  frames: Frame[];
}

/** A review of a game, and which part of the work is done; until all is, it is a draft. */
export interface ReviewShown {
  progress: number;
  review: ReviewGiven | null;
}

/** What every decision of a game cost, and what the cards gave: in millionths of a victory. Where something can win
 * that no seat owns, rows have a share more at their end, which is nobody's. */
export interface ReviewGiven {
  game: string;
  rules: number;
  version: number;
  policy: string; // who played on
  players: number;
  names: Record<string, string>;
  finished: boolean;
  nobody: boolean;
  trials: number;
  start: number[];
  deal: number[];
  dealt: number[];
  steps: StepReview[];
  accounts: ReviewAccount[];
}

/** One decision, and the answer of chance to it. A decision that is not judged yet has no options. */
export interface StepReview {
  number: number;
  seat: number;
  move: string; // in notation, as all moves here
  options: OptionValue[];
  best: string; // the one played, where no other is surely better
  loss: number;
  error: number;
  mistake: boolean;
  because: Explanation | null;
  instead: Consequence[]; // where the best would have led
  edge: number;
  blind: number;
  play: number[];
  chance: boolean;
  luck: number[];
  values: number[];
}

export interface OptionValue {
  move: string;
  value: number;
  error: number;
}

/** "reason.KEY" of the game's catalogue. */
export interface Explanation {
  key: string;
  facts: Record<string, any>;
}

/** An event that a decision is certain to bring about. */
export interface Consequence {
  key: string;
  arguments: Record<string, any>;
}

/** What a game consisted of, for one seat. */
export interface ReviewAccount {
  start: number;
  luck: number;
  loss: number;
  edge: number;
  blind: number;
  by_seat: number[];
  others: number;
  result: number;
  adjusted: number;
  luck_error: number;
  play_error: number;
}

/** The deal of a day in one game, and how people did with it. */
export interface DayShown {
  day: string; // 2026-11-15
  game: string;
  players: number;
  seat: number; // where the person sits
  level: string; // of the bots in the other seats
  over: boolean; // nobody can play it any more, and everybody may watch how it was played
  results: DayResult[]; // the best first
}

export interface DayResult {
  name: string;
  pig: string;
  won: boolean;
  points: number;
  replay: string;
}

/** A comment at a moment of a lesson: "lesson.KEY" of the game's catalogue. */
export interface Note {
  at: number; // so many decisions have been made
  key: string;
  about: "" | "board" | "hand" | "seats" | "ask"; // the part of the page it speaks of
}

/** A recorded game with comments, as the learner's seat sees it. */
export interface LessonShown {
  replay: ReplayShown;
  seat: number;
  frames: Frame[];
  notes: Note[];
}

// Groups: `galopp.group.shown` and `galopp.wire.groups`

export interface GroupMember {
  member: number;
  name: string; // "" for somebody who left
  pig: string;
  founder: boolean;
  here: boolean; // looks at the group's page now
  joined: number;
  passkeys: string[]; // one's own
  devices: number; // one's own that are let in; of others 0
  awaited: boolean; // was in the group on another server, and has not come back yet
}

/** A table of the group that goes on. */
export interface GroupTable {
  table: string;
  game: string;
  players: number;
  phase: string; // "lobby", "playing", "over"
  round: number;
  expected: number[];
  seated: number[]; // members
  names: string[]; // of all seats, "" where free
  counts: boolean; // everybody there has agreed so far
  opened: number;
  tournament: number;
}

/** Everybody begins at 25. */
export interface RatingShown {
  strength: number;
  uncertainty: number; // one standard deviation
}

/** How one member has done over some games. */
export interface StandingShown {
  member: number;
  games: number;
  victories: number;
  expected: number; // victories if only luck had decided
  points: number;
  place: number;
  rating: RatingShown | null;
  reviewed: number; // games whose luck is known
  luck: number | null; // as shares of victory
  luck_error: number | null;
  adjusted: number | null; // victories in those games less luck
}

export interface HeadToHead {
  member: number;
  other: number;
  games: number;
  ahead: number;
  level: number;
}

/** How a seat ended. */
export interface GroupSeat {
  member: number | null;
  name: string;
  level: string;
  place: number;
  points: number;
  share: number;
  luck: number | null;
}

/** A game of the group. */
export interface GroupGame {
  number: number;
  game: string;
  played: number;
  seats: GroupSeat[];
  replay: string; // where it can be watched, or ""
  elsewhere: boolean;
  struck: boolean;
  cut_short: boolean;
  tournament: number;
  added_by: number | null;
}

export interface EveningShown {
  start: number;
  end: number;
  games: number[];
  standings: StandingShown[];
}

export interface SeasonShown {
  number: number;
  name: string;
  start: number;
  end: number;
}

/** A member; null is a bot. */
export type Drawn = number | null;

export interface DrawnTableShown {
  table: string;
  seats: Drawn[];
  game: number | null; // its number, once it counts
}

export interface RoundShown {
  round: number;
  game: string;
  tables: DrawnTableShown[];
  byes: number[];
  until: number | null;
  over: boolean;
}

export interface TournamentRow {
  member: number;
  place: number;
  points: number;
  victories: number;
  opponents: number; // the sum of the points of whom they met
  played: number;
  byes: number;
  entered: boolean;
  decided_by: string; // among equal points: "victories", "opponents" or "draw"
}

export interface TournamentShown {
  number: number;
  name: string;
  phase: string; // "planned", "playing", "between", "over"
  planned_by: number;
  games: string[];
  size: number;
  rounds: number;
  minutes: number;
  filler: string;
  over_days: boolean;
  promise: string;
  secret: string | null;
  entered: number[];
  drawn: RoundShown[];
  standings: TournamentRow[];
}

/** The group as a member sees it now. */
export interface GroupNews {
  type: "group";
  seq: number;
  stamp: string;
  at: number;
  code: string;
  name: string;
  pig: string;
  colour: string;
  invitation: string; // what a link must carry to let somebody join; "" while the code is enough
  you: number;
  founder: number;
  members: GroupMember[];
  tables: GroupTable[];
  seasons: SeasonShown[];
  season: number | null;
  standings: StandingShown[];
  evening: EveningShown | null;
  games: number;
  latest: GroupGame[]; // the newest first
  tournament: TournamentShown | null;
}

/** A group before one joins. */
export interface GroupFace {
  code: string;
  name: string;
  pig: string;
  colour: string;
  members: number;
  by_invitation: boolean; // the link must carry the latest invitation
}

export interface GroupStatistics {
  season: number | null;
  games: number;
  standings: StandingShown[];
  head_to_head: HeadToHead[];
  evenings: EveningShown[];
}

/** A member's number, and the key that opens everything of theirs. */
export interface MemberGiven {
  code: string;
  member: number;
  key: string;
}

// --- How frames are read, from files

/** Where the numbers of a game's frames lie, and how they are written: `layouts/GAME.json`. */
export interface Layout {
  subprotocol: string; // asks for frames of this layout
  head: RecordLayout;
  seen: RecordLayout;
  events: EventLayout[]; // by number
}

export interface RecordLayout {
  size: number; // in bytes, whole words
  fields: FieldLayout[];
}

export interface FieldLayout {
  name: string;
  at: number; // the byte where it begins
  type: "int8" | "uint8" | "int16" | "int32" | "uint32" | "uint64" | "float64";
  words: WordsLayout | { kind: "options"; options: OptionLayout[] };
  by?: AxisLayout[];
}

/** What the rows of a field stand for; of seats there are as many as players. */
export interface AxisLayout {
  size: number;
  names: string[];
  seats: boolean;
}

/** How a number is written for people. */
export type WordsLayout =
  | { kind: "number"; none?: number }
  | { kind: "flag" }
  | { kind: "name" | "names"; names: string[] }
  | { kind: "numbers" }
  | { kind: "counts"; names: string[]; hidden: string } // a byte each
  | { kind: "decision"; names: string[]; secret: number };

export interface OptionLayout {
  name: string;
  size: number; // numbers in a row
  row: boolean; // written as a row, or by the name of a preset
  words: WordsLayout;
  presets: Record<string, number[]>;
}

export interface EventLayout {
  key: string;
  about: ({ name: string } & WordsLayout)[];
}

// --- What is to be known of a game that is played without a server, from files

/** What a page must know of a game that it plays by itself: `facts/GAME.json`. */
export interface Facts {
  shown: GameShown;
  refusals: ({ refusal: string; ruling: string } | null)[]; // by number; nothing refuses with 0
  explained: Record<string, string[]>; // the rulings behind each event, the most telling one first
  challenge: { due: number; call: number; silent: number; catch: number; let_go: number; window: number; bots_catch: number } | null;
  earned: string[]; // events by which a seat earns something, though the worlds part
  reasons: EventLayout[]; // what the sentence of each reason is about, by its number
}

// --- The text of the rules, from files

/** The rules of a game, section by section: `words/LANGUAGE/GAME-rules.json`. */
export interface RulesSection {
  title: string; // the first has none: it is what stands above all others
  blocks: RulesBlock[];
}

export type RulesBlock =
  | { kind: "paragraph"; told: RulesTold }
  | { kind: "list"; ordered: boolean; items: RulesTold[] }
  | { kind: "table"; head: RulesPiece[][]; rows: RulesRow[] };

/** A paragraph or an item, and the rulings that it tells. */
export interface RulesTold {
  pieces: RulesPiece[];
  rulings: string[];
}

export interface RulesRow {
  cells: RulesPiece[][];
  rulings: string[];
}

/** Text, or what is more than that; "mark": the number of a ruling that is told here, "name": of one spoken of. */
export type RulesPiece = string | { kind: "bold" | "italic" | "mark" | "name"; text: string };

// --- What a game brings to the table

export type Point = [number, number];

/** How something that happened is shown. Names of anchors and pieces are the board's own. */
export type Motion =
  /** A piece of the board runs through points, in units of the board. */
  | { kind: "run"; piece: string; points: Point[]; gait?: "hop" | "slide" }
  /** A card (null: its back) or a token flies from one anchor of the page to another; `aside`: nobody waits for it. */
  | { kind: "fly"; card?: string | null; token?: TemplateResult; from: string; to: string; aside?: boolean }
  /** A bubble with a few words over an anchor. */
  | { kind: "pop"; at: string; text: string; tone?: "good" | "bad" | "plain" }
  | { kind: "sound"; name: SoundName }
  | { kind: "pause"; beats: number }
  /** A celebration over the whole board: much for whoever has won, little for others, none for nobody. */
  | { kind: "cheer"; text: string; won?: "own" | "other" | "nobody" }
  /** Several at once, or each so many beats after the one before. */
  | { kind: "together"; motions: Motion[]; apart?: number };

export type SoundName =
  | "card" | "step" | "oink" | "squeal" | "turn" | "win" | "lose" | "food" | "sign" | "call" | "no";

/** Everything a board draws: plain data, made from a view, changed event by event. */
export type Scene = Record<string, any>;

/** Looks up a game's words, in the reader's language. */
export interface GameWords {
  say(key: string, filled?: Record<string, any>): string;
  word(about: string, name: string): string; // word("pig", "pink")
  seat(seat: number): string; // the player's name
  readonly payouts: string[]; // of a right bet, by its place in the queue
}

/** What room a board has. */
export interface BoardShape {
  shape: "tall" | "wide"; // tall: about square, for phones; wide: 16 to 9
  high?: boolean; // whether a tall board has room for a sixth more height than width
}

export interface BoardContext extends BoardShape {
  words: GameWords;
  seats: SeatShown[];
  viewer: Viewer;
  turn: number | null; // the seat that is asked, if it is one
  /** Where the move that somebody points at leads: whatever moves is drawn there as well, as a ghost. */
  ghost: Scene | null;
  /** The code of a move that may be made now by pressing something on the board, else null. */
  code(kind: string, subject?: string): number | null;
}

export interface HandCard {
  key: string; // stable while the card stays in the hand
  card: string; // what `card` draws, and what the catalogue calls it
  code: number; // the move that plays it
}

/** A choice of several steps, as far as it has been made. */
export interface Plan {
  ask: string; // a key of the game's catalogue
  filled?: Record<string, any>; // and what its gaps hold
  options: number[]; // codes that may come next
  send: number[] | null; // what is sent when it is confirmed now; null: not complete
  atOnce: boolean; // send without asking for confirmation, once complete
  confirm?: Happened; // what the button says that sends it, if it is not "Do it"
  scene: Scene | null; // how the board would look
}

export interface SeatFact {
  picture: TemplateResult | string;
  value: string;
  label: string; // for screen readers and as a tooltip: "5 cards"
}

/** One thing that brought somebody something in a race, or took it away. */
export interface AccountPart {
  told: string; // in words, the number included
  picture: TemplateResult | null; // with `value`, for whoever has room to look
  value: string;
}

/** What a race brought one player. */
export interface AccountCell {
  value: string;
  parts: AccountPart[];
}

/** How the result came about: a sheet of points as people write it, a column a player, a row a race. */
export interface Account {
  column: string; // what the rows are: "Race"
  heads: { seat: number | null; name: string; picture: TemplateResult | null }[]; // null: the seat's own face
  rows: { title: string; about: string[]; cells: AccountCell[] }[];
  total: { title: string; about: string[]; cells: AccountCell[] };
}

/** A line of the final standing. */
export interface ResultRow {
  seat: number | null; // null: it has won and is nobody's
  points: number | null; // null: this game counts none
  note: string;
  told?: string; // the points, in the game's own words
  name?: string; // with `picture`, of what is nobody's
  picture?: TemplateResult;
}

/** What one game brings: games/NAME/game.js exports it as `game`. */
export interface BrowserGame {
  name: string;
  scene(view: View): Scene;
  after(scene: Scene, event: Happened): Scene;
  /** The scene without what only its viewer may see: the device is being passed on. */
  veiled(scene: Scene): Scene;
  /** Nothing is hidden: what each seat sees, in the order of seats, as one scene. */
  opened(scenes: Scene[]): Scene;
  /** How an event is shown on the board that is on the page; pieces run in units of its shape. */
  motions(event: Happened, before: Scene, after: Scene, words: GameWords, board: BoardShape): Motion[];
  /** Whether an event is shown at the same time as those before it. */
  joins?(event: Happened, shown: Happened[]): boolean;
  /** Whether a race is over with this event, so that its account is shown first. */
  ends?(event: Happened): boolean;
  board(scene: Scene, context: BoardContext): TemplateResult;
  /** The face of a card, or its back for null; an <svg class="card">. */
  card(card: string | null, words: GameWords): TemplateResult;
  cardName(card: string, words: GameWords): string;
  /** What a card does, in a sentence for whoever sees it for the first time. */
  cardAbout(card: string, words: GameWords): string;
  /** What is asked, where that depends on more than the phase. */
  question?(view: View, words: GameWords): string | null;
  /** What happened, in as few words as there is time to read. */
  brief?(event: Happened, words: GameWords): string | null;
  /** What the button of a move says, where that depends on how things stand: its label, and a line below. */
  offer?(move: MoveShown, view: View, words: GameWords): { label?: string; note?: string };
  hand(view: View): HandCard[];
  seatFacts(scene: Scene, seat: number, words: GameWords): SeatFact[];
  /** What the viewer alone knows and would see on the board: a bet, a card laid face down. */
  ownFacts?(scene: Scene, words: GameWords): SeatFact[];
  /** The picture of a choice that is not a card: a pig's head, a colour, a stack. */
  choicePicture(move: MoveShown, words: GameWords): TemplateResult | null;
  plan(view: View, legal: number[], picked: number[]): Plan | null;
  /** What is certain of a move, in a few words each: "Pink to space 12", "leads: +1 food". */
  foretell(foreseen: ForeseenMove, before: Scene, after: Scene, words: GameWords): string[];
  /** Where the race stands, for the line above the board: "Race 2 of 4". */
  stage(scene: Scene, words: GameWords): string;
  /** All a player must know of the board, in words, for whoever does not see it. */
  describe(scene: Scene, words: GameWords): string[];
  /** How the result came about, from everything that happened in the game as far as it is known. */
  account(view: View, happened: Happened[], words: GameWords): Account;
  /** The final standing: a row for each seat, the best first, and for whatever won that is nobody's. */
  result(view: View, words: GameWords): ResultRow[];
  /** That something has won which belongs to nobody, as a sentence; null where somebody has won. */
  unowned?(view: View, words: GameWords): string | null;
  /** What is worth remembering of a game that is over. */
  noted(view: View, happened: Happened[]): GameNoted;
}

/** What is remembered of how a game ended, without a word of any language. */
export interface GameNoted {
  scores: number[]; // by seat: points, food, spaces over the line (less than 1: so many are missing)
  ending: string; // how, where there are several ways: "backward"
  nobodys: string[]; // what has won and belongs to nobody
  rivals: number; // how many could win: seats, and what is nobody's
  course: number[][]; // how all of those stood at the end of each race or round but the last, as far as it was told
}

/** A game that this browser played to its end, as it is kept and exported: from what the page was shown then. */
export interface NotedGame {
  id: string; // table, round and promise: the same game has the same, wherever it was noted
  game: string;
  rules: number;
  at: number; // when it ended, in seconds
  where: string; // the address of the server; "" on this device alone
  replay: string; // CODE-ROUND
  record: string; // the game itself, where no server has it
  day: string; // it was the deal of this day, or ""
  again: boolean; // it went on from another game, or had its cards: it does not count
  options: Record<string, any>; // those that were not left as they are by default
  seats: NotedSeat[];
  own: number[]; // the seats of this browser
  winners: number[];
  nobodys: string[]; // runners that have won and are nobody's
  rivals: number; // how many could win
  ending: string;
  behind: number | null; // how far a seat of ours that won was behind before, at the most; null where none won
}

export interface NotedSeat {
  name: string;
  pig: string;
  kind: "person" | "bot";
  level: string; // of the bot that played it at the end, be it for a person
  score: number;
  place: number;
}

// --- What is shown to others

/** How one race went for somebody among those who ran it. */
export type Went = "best" | "middle" | "last";

/** What stands on a picture that somebody shows to others (`view/picture/draw.js`): texts in the reader's language. */
export interface PictureShown {
  title: string; // the game, the group
  about: string; // what it is, and of which day: "Evening of 12 November 2026"
  game: string; // whose board is above it; "" where it was several: then everybody runs
  told: string; // the outcome in a sentence, or ""
  faces: PictureFace[]; // beside the title; three have room
  went: Went[]; // a square a race
  heads: string[]; // what the values of the rows are, as many as those; [] where they say it themselves
  rows: PictureRow[]; // the best first; what has no room is counted
  footer: string; // at the bottom, small: where it was
  file: string; // how the file is called, without its ending
}

/** Somebody's pig, or a runner that is nobody's. */
export interface PictureFace {
  pig: string;
  runner?: string; // instead of a pig
  crowned: boolean;
}

export interface PictureRow {
  place: string; // "1", or ""
  name: string;
  pig: string;
  runner?: string;
  note: string; // small, below the name; left away where it has no room
  values: string[]; // at the right, two at most: victories, points
  won: boolean;
}

// --- What the views know of a table

/**
 * A game as the views know it, wherever it comes from: a table at a server (`model/table.js`), a recorded
 * game (`model/playback.js`), a lesson (`model/lesson.js`). A view that can do with this is shown at all of them.
 */
export interface TableModel {
  readonly code: string;
  /** What the page brings for this game, once it is loaded. */
  readonly game: BrowserGame | null;
  /** Its moves and options. */
  readonly shown: GameShown | null;
  readonly teller: Teller;
  /** Who sits where and what is played, by the latest word. */
  readonly news: TableNews | null;
  /** How the game stands for whoever looks, by the latest word. */
  readonly now: GameNews | null;
  readonly playing: boolean;
  /** All that happened, as whoever looks was told it. */
  readonly diary: Diary;
  /** What of it has been shown: the board follows the latest word event by event. */
  readonly stage: Stage | null;
  /** What the page may show of the board. */
  readonly scene: Scene | null;
  /** Whose turn it is, as far as it has been shown. */
  readonly asked: number[];
  /** What the board shows beside how things stand, where somebody looks at another decision. */
  readonly ghost?: Scene | null;
  /** The last event that has been shown; the log waits for it. */
  readonly shownUntil: number;
  /** Now, by the clock that times are told by, in seconds. */
  readonly clock: number;
  readonly viewpoint: ViewpointModel;
  /** What somebody is about to decide; null where nothing can be decided. */
  readonly choice: ChoiceModel | null;
  /** The same table, where it is at a server and others are there; else null. */
  readonly live: Table | null;
  /** What is told at once, as why something was refused; where nothing is refused there is none. */
  readonly notice?: Notice | null;
  name(seat: number): string;
  /** Where several share a device: show the cards of one of them, who is alone with it. */
  openCurtain?(seat: number): void;
  /** Be told of every change; returns how to stop. */
  watch(watcher: () => void): () => void;
  changed(): void;
}

/** Through whose eyes a game is seen. */
export interface ViewpointModel {
  readonly viewer: Viewer;
  /** The seats of whoever looks. */
  readonly seats: number[];
  /** The one that reads "you" of itself. */
  readonly you: number | null;
  /** Whether the device is being passed on from one seat to another. */
  readonly curtain: boolean;
  /** Whether what only the viewer may know is hidden. */
  readonly covered: boolean;
  /** Whether a whole room looks. */
  readonly tv: boolean;
  /** Whether an event may be told to whoever sees the page. */
  isPublic(event: Happened): boolean;
}

/** What somebody is about to decide. */
export interface ChoiceModel {
  /** What may be done now, and what of it can be pressed as the next step. */
  readonly legal: number[];
  readonly options: number[];
  /** A choice of several steps, and those that were made. */
  readonly plan: Plan | null;
  readonly picked: number[];
  /** What was decided last, until it is shown; whether that is still under way. */
  readonly sent: number[];
  readonly busy: boolean;
  /** What something does that somebody wants to know about. */
  readonly about: string;
  readonly hint: HintGiven | null;
  readonly awaitsHint: boolean;
  readonly mayUndo: boolean;
  /** What is certain of the move that somebody points at; null where there are no rules to ask. */
  readonly foresight: ForesightModel | null;
  isAsked(seat: number): boolean;
  legalOf(seat: number): number[];
  press(code: number, seat?: Viewer): void;
  confirm(): void;
  unpick(): void;
  undo(): void;
  explain(sentence: string): void;
  askHint(): void;
}

export interface ForesightModel {
  readonly foreseen: ForeseenMove | null;
  /** How the board would look then. */
  readonly ghost: Scene | null;
  point(code: number | null): void;
}

/** A table at which something can be decided. */
export interface DecidingTable extends TableModel {
  readonly choice: ChoiceModel;
}

/** A table at which somebody plays, as `model/choice.js` needs it. */
export interface PlayingTable extends TableModel {
  /** The game as each of our viewers sees it. */
  readonly games: Map<Viewer, GameNews>;
  notice: Notice | null;
  /** Whether one of our seats may decide something. */
  isAsked(seat: number): boolean;
  sayNotice(kind: Notice["kind"], sentence: string, rulings?: string[]): void;
}

/** Whoever judges moves: a server (`model/referee.js`), or the rules themselves where there is none. */
export interface Referee {
  /** Whether it can be asked now. */
  readonly there: boolean;
  /** Resolves with whether it was taken; if not, the table has said why. */
  decide(seat: number, decision: number, moves: number[]): Promise<boolean>;
  undo(seat: number): Promise<boolean>;
  hint(seat: number): Promise<HintGiven>;
  foresee(seat: number, picked: number[]): Promise<Foreseen>;
}

/** What is told at once, and the rulings behind it. */
export interface Notice {
  kind: "no" | "info";
  sentence: string;
  number: number;
  rulings: string[];
}
