/** Joining a table by its code, as it was read aloud or written down: `<galopp-join>`. */

import { LitElement, html } from "lit";
import { follow, go } from "../../routes.js";
import { NotDone, ask } from "../../net/api.js";
import { page } from "../../net/root.js";
import { say } from "../../language/words.js";

const SHORTEST = 4;
const LONGEST = 6;
const OF_A_GROUP = 8; // letters

/** A code as it was meant: no spaces, no dashes, capitals. @param {string} written */
export const tidied = (written) => written.toUpperCase().replace(/[^A-Z]/g, "");

class Join extends LitElement {
  static properties = { trouble: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** Why that code leads nowhere. */
    this.trouble = "";
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Event} event */
  async join(event) {
    event.preventDefault();
    const code = tidied(this.querySelector("input")?.value ?? "");
    this.trouble = "";
    if (code.length === OF_A_GROUP) return go(`/g/${code}`);
    if (code.length < SHORTEST || code.length > LONGEST) return this.complain(say("home.join.letters"));
    this.busy = true;
    try {
      await ask("GET", `/tables/${code}`);
      go(`/t/${code}`);
    } catch (error) {
      this.complain(this.reason(error, code));
    }
    this.busy = false;
  }

  /** @param {unknown} error @param {string} code */
  reason(error, code) {
    if (!(error instanceof NotDone)) return say("home.trouble");
    return error.key === "no_such_table" ? say("home.join.nowhere", { code }) : error.sentence || say("home.trouble");
  }

  /** @param {string} trouble */
  complain(trouble) {
    this.trouble = trouble;
    this.querySelector("input")?.focus();
  }

  render() {
    return html`<form class="join" novalidate @submit=${this.join}>
      <label for="join-code">${say("home.join")}</label>
      <div class="join-row">
        <input
          id="join-code" type="text" maxlength="14" autocomplete="off" autocapitalize="characters" spellcheck="false"
          enterkeyhint="go" placeholder="KQHTZM" aria-describedby="join-trouble" aria-invalid=${this.trouble !== ""}
          @input=${() => (this.trouble = "")}
        >
        <button type="submit" ?disabled=${this.busy}>${say("home.join.go")}</button>
      </div>
      <p class="trouble" id="join-trouble" role="alert">${this.trouble}</p>
      <a class="join-tv" href=${page("/tv")} @click=${follow}>${say("home.tv")}</a>
    </form>`;
  }
}

customElements.define("galopp-join", Join);
