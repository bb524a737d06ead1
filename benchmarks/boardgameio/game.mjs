/**
 * A card race for boardgame.io, about as much work a move as Sau Mau Mau.
 *
 * Five seats with secret hands, 39 cards, four pigs on a track, bets nobody else may see until
 * they are scored. A move plays a card that fits the one on top, or draws one and bets; then the
 * turn passes on. A race that is won is scored and the next begins, so moves never run out.
 * It is a stand-in for a benchmark, not the game: signs and specials have no further effect.
 */

export const NAME = "pigs";
export const PIGS = ["pink", "brown", "black", "beige"];

const SIGNS = ["1", "2", "3", "4", "5", "6", "x", "plus2"];
const GREEN = [...PIGS.map((pig) => `floppy-${pig}`), "farmer-1", "farmer-2", "farmer-3"];
const CARDS = [...PIGS.flatMap((pig) => SIGNS.map((sign) => `${pig}-${sign}`)), ...GREEN];
const HAND = 5;
const GOAL = 21;
const FINISH_POINTS = 3;
const LAST_CARD_POINTS = 5;
const BET_POINTS = [6, 4, 3, 2, 1];

const colour = (card) => card.split("-")[0];
const sign = (card) => card.split("-")[1];

/** A card fits by its colour or its sign; a green one fits and is fitted by everything. */
export function fits(card, top) {
  if (GREEN.includes(card) || GREEN.includes(top)) return true;
  return colour(card) === colour(top) || sign(card) === sign(top);
}

function setup({ ctx, random }) {
  const pile = random.Shuffle(CARDS);
  const hands = ctx.playOrder.map(() => pile.splice(0, HAND));
  return {
    hands,
    pile,
    discards: [pile.pop()],
    pigs: Object.fromEntries(PIGS.map((pig) => [pig, 0])),
    points: hands.map(() => 0),
    bets: [],
    race: 1,
    last: null,
  };
}

/** Take cards from the pile; an empty one is made of the discards, all but the top one. */
function take(G, random, seat, number) {
  for (let taken = 0; taken < number; taken += 1) {
    if (G.pile.length === 0) G.pile = random.Shuffle(G.discards.splice(0, G.discards.length - 1));
    if (G.pile.length === 0) return; // every card is in a hand
    G.hands[seat].push(G.pile.pop());
  }
}

/** A number drives the pig of its colour, a green card the last pig. */
function run(G, card) {
  const pigs = Object.keys(G.pigs);
  const last = pigs.reduce((behind, pig) => (G.pigs[pig] < G.pigs[behind] ? pig : behind));
  const pig = GREEN.includes(card) ? last : colour(card);
  G.pigs[pig] += GREEN.includes(card) ? 3 : Number(sign(card)) || 0;
  return pig;
}

/** The winner's bets score in the order they were laid; then the pigs line up again. */
function score(G, seat, winner) {
  G.points[seat] += FINISH_POINTS;
  const right = G.bets.filter((bet) => bet.pig === winner);
  right.forEach((bet, rank) => (G.points[bet.seat] += BET_POINTS[rank]));
  for (const pig of PIGS) G.pigs[pig] = 0;
  G.bets = [];
  G.race += 1;
}

function play({ G, random, playerID }, card) {
  const seat = Number(playerID);
  const place = G.hands[seat].indexOf(card);
  if (place < 0 || !fits(card, G.discards.at(-1))) return "INVALID_MOVE";
  G.hands[seat].splice(place, 1);
  G.discards.push(card);
  G.last = { seat, kind: "play", card };
  const pig = run(G, card);
  if (G.pigs[pig] >= GOAL) score(G, seat, pig);
  if (G.hands[seat].length > 0) return undefined;
  G.points[seat] += LAST_CARD_POINTS;
  return take(G, random, seat, HAND);
}

/** Whoever draws may bet; a changed bet moves to the end of the queue. */
function draw({ G, random, playerID }, pig) {
  const seat = Number(playerID);
  if (!PIGS.includes(pig)) return "INVALID_MOVE";
  take(G, random, seat, 1);
  G.bets = [...G.bets.filter((bet) => bet.seat !== seat), { seat, pig }];
  G.last = { seat, kind: "draw" };
  return undefined;
}

/** What a seat may see: its own hand and bet; of the others only how many and that there is one. */
function playerView({ G, playerID }) {
  const { hands, pile, bets, ...open } = G;
  const seat = playerID === null ? null : Number(playerID);
  return {
    ...open,
    hand: hands[seat] ?? [],
    hand_sizes: hands.map((hand) => hand.length),
    pile_size: pile.length,
    bets: bets.map((bet) => (bet.seat === seat ? bet : { seat: bet.seat })),
  };
}

export const pigs = {
  name: NAME,
  setup,
  playerView,
  // A drawn card and a bet are secret: `client` keeps the move on the server, `redact` keeps
  // its argument out of the others' log.
  moves: { play: { move: play, client: false }, draw: { move: draw, client: false, redact: true } },
  turn: { minMoves: 1, maxMoves: 1 },
  // In boardgame.io's favour: no copy of the last state is kept for undoing.
  disableUndo: true,
};
