// Whoever reads how a round ended is not pulled into the next one.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { NextRound } = await import("../../src/galopp/web/model/next_round.js");

const news = (round, phase) => ({ type: "table", seq: 40 + round, round, phase, happened: [] });

/** A table whose first round is over, and what it hears from there on. */
function reading({ called = false, tv = false } = {}) {
  const heard = [];
  const table = {
    news: news(1, "over"),
    viewpoint: { seats: [1], tv },
    hear(message) {
      if (next.holdsBack(message)) return;
      heard.push(message);
      if (message.type === "table") this.news = message;
    },
    tell: async () => true,
  };
  const next = Object.assign(new NextRound(table), { called });
  return { table, heard, next };
}

test("the next round is held back, newest news only, until it is asked for", () => {
  const { table, heard, next } = reading();
  table.hear(news(2, "lobby"));
  table.hear({ ...news(2, "playing"), seq: 44 });
  table.hear({ type: "game", viewer: 1, seq: 44, asked: [0], happened: [] });
  table.hear({ type: "game", viewer: 1, seq: 45, asked: [1], happened: [] });
  assert.deepEqual(heard, []);
  assert.equal(next.news.phase, "playing");
  assert.ok(next.waits);
  next.goOn();
  assert.deepEqual(heard.map(({ seq }) => seq), [44, 45]);
  assert.equal(next.held.size, 0);
});

test("what happens at the table meanwhile is heard: talk, somebody who leaves", () => {
  const { table, heard } = reading();
  table.hear(news(1, "over"));
  assert.equal(heard.length, 1);
});

test("who called for the next round goes along, and so does a screen in the room", () => {
  for (const changes of [{ called: true }, { tv: true }]) {
    const { table, heard } = reading(changes);
    table.hear(news(2, "lobby"));
    assert.equal(heard.length, 1);
  }
});

test("what was missed of the next round while the line was lost is not played on the old board", () => {
  const { table, heard } = reading();
  const missed = (key) => ({ type: "missed", viewer: 1, news: [{ seq: 41, at: 0, decision: 0, happened: [{ key, arguments: {} }] }] });
  table.hear(missed("table.said"));
  assert.equal(heard.length, 1);
  table.hear(missed("table.reopened"));
  assert.equal(heard.length, 1);
});
