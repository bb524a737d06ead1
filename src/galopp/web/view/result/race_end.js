/**
 * A race is over: what it brought each player, until it is read or its time is up, `<galopp-race-end .table>`.
 *
 * It lies over the board alone. Whoever points at it, or comes to it with the keys, is reading.
 */

import { html, nothing } from "lit";
import { number, say } from "../../language/words.js";
import { face } from "../shared/labels.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../stage/interval.js").Interval} Interval */
/** @typedef {import("../../types.js").Account} Account */
/** @typedef {import("../../types.js").AccountCell} AccountCell */

/** @extends {TablePart<TableModel>} */
class RaceEnd extends TablePart {
  constructor() {
    super();
    /** The account of the race that is being told. @type {Account | null} */
    this.account = null;
    /** @type {Interval | null} */
    this.of = null;
    /** @type {(() => void) | undefined} */
    this.unwatch = undefined;
  }

  disconnectedCallback() {
    this.unwatch?.();
    this.of = this.account = null;
    super.disconnectedCallback();
  }

  willUpdate() {
    const { table } = this;
    const interval = table?.stage?.interval ?? null;
    if (!table?.game || interval === this.of) return;
    this.of = interval;
    this.unwatch?.();
    this.unwatch = interval?.watch(() => this.requestUpdate());
    this.account = interval
      ? table.game.account(interval.ended.view, table.diary.ofThisGame(interval.ended.seq), table.teller)
      : null;
  }

  render() {
    const { table, of: interval, account } = this;
    const race = account?.rows.at(-1);
    return html`<p class="unseen" role="status">${account ? this.told(account) : ""}</p>
      ${table && interval && account && race ? this.card(table, interval, account, race) : nothing}`;
  }

  /** What each player has now; the rest is told as it happens. @param {Account} account */
  told({ heads, total }) {
    return heads.map(({ name }, index) => say("race_end.has", { name, points: total.cells[index].value })).join(" ");
  }

  /** @param {TableModel} table @param {Interval} interval @param {Account} account @param {Account["rows"][number]} race */
  card(table, interval, { heads, total }, race) {
    const hold = (/** @type {string} */ why, /** @type {boolean} */ on) => () => interval.hold(why, on);
    return html`<section class="race-end" aria-label=${say("race_end.title", { race: race.title })}
      @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && interval.hold("pointer", true)}
      @pointerleave=${hold("pointer", false)} @focusin=${hold("focus", true)} @focusout=${hold("focus", false)}>
      <header><h2>${say("race_end.title", { race: race.title })}</h2>${this.goOn(interval)}</header>
      ${race.about.length ? html`<p class="about">${race.about.join(" ")}</p>` : nothing}
      <table>
        <thead><tr>
          <th scope="col"><span class="unseen">${say("race_end.player")}</span></th>
          <th scope="col"><span class="unseen">${say("race_end.how")}</span></th>
          <th scope="col">${say("race_end.gained")}</th><th scope="col">${say("race_end.total")}</th>
        </tr></thead>
        <tbody>${heads.map((head, index) => this.row(table, head, race.cells[index], total.cells[index]))}</tbody>
      </table>
    </section>`;
  }

  /** @param {TableModel} table @param {Account["heads"][number]} head @param {AccountCell} gained @param {AccountCell} total */
  row(table, { seat, name }, gained, total) {
    const own = seat !== null && table.viewpoint.seats?.includes(seat) ? "own" : "";
    return html`<tr class=${own}>
      <th scope="row"><span class="who">${face(table.news?.seats[seat ?? 0])}<span>${name}</span></span></th>
      <td class="parts">${gained.parts.map((part) => this.gain(part))}</td>
      <td><b>${/^\d/.test(gained.value) && gained.value !== "0" ? `+${gained.value}` : gained.value}</b></td>
      <td><b>${total.value}</b></td>
    </tr>`;
  }

  /** @param {AccountCell["parts"][number]} part */
  gain({ told, picture, value }) {
    if (!picture) return html`<i class="unseen">${told}</i>`;
    return html`<i title=${told}><span aria-hidden="true">${picture}${value}</span><span class="unseen">${told}</span></i>`;
  }

  /** The way on, and how long it comes by itself: a ring that closes. @param {Interval} interval */
  goOn(interval) {
    const { left, lasts, holding } = interval;
    const shown = `${Math.round((100 * left) / lasts)} 100`;
    return html`<button type="button" class="primary" @click=${() => interval.end()}>
      <span class="ring ${holding.size ? "held" : ""}" aria-hidden="true">
        <svg viewBox="-18 -18 36 36"><circle r="15"></circle><circle r="15" pathLength="100" stroke-dasharray=${shown}></circle></svg>
        ${number(Math.ceil(left / 1000))}
      </span>
      <span>${say("race_end.go_on")}</span>
    </button>`;
  }
}

customElements.define("galopp-race-end", RaceEnd);
