/** Language, light or dark, and the size of letters: `<galopp-taste>`. What is chosen holds on every page of this browser. */

import { LitElement, html, svg } from "lit";
import { iconPicture, picture } from "../../art/picture.js";
import { like, likes } from "../../net/memory.js";
import { TEXTS, enlarge, textNow } from "./text_size.js";
import { LANGUAGES, OWN_NAMES, language, say } from "../../language/words.js";

const SCHEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** Half light, half dark. */
const AUTO = svg`<path class="icon" d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z"></path><path class="taste-half" d="M12 3.5a8.5 8.5 0 0 1 0 17z"></path>`;

class Taste extends LitElement {
  createRenderRoot() {
    return this;
  }

  /** @param {string} name */
  speak(name) {
    like({ language: name });
    dispatchEvent(new Event("galopp-language"));
  }

  /** The next of auto, light, dark. */
  turn() {
    const next = SCHEMES[(SCHEMES.indexOf(likes().scheme) + 1) % SCHEMES.length];
    like({ scheme: next });
    dispatchEvent(new Event("galopp-scheme"));
    this.requestUpdate();
  }

  /** The next larger letters; after the largest the usual ones again. */
  grow() {
    enlarge(TEXTS[(textNow() + 1) % TEXTS.length]);
    this.requestUpdate();
  }

  // says: settings.scheme.*, menu.text.*
  render() {
    const { scheme } = likes();
    const drawn = { auto: picture(AUTO, { width: 24, height: 24, left: 0, top: 0, kind: "picture-icon" }), light: iconPicture("sun"), dark: iconPicture("moon") };
    const name = say(`settings.scheme.${scheme}`);
    const text = say("settings.text", { size: say(`menu.text.${textNow()}`) });
    return html`<div class="taste">
      <div class="taste-languages" role="group" aria-label=${say("settings.language")}>
        ${LANGUAGES.map((one) => html`<button
          type="button" lang=${one} title=${OWN_NAMES[one]}
          aria-pressed=${one === language()} @click=${() => this.speak(one)}
        >${one.toUpperCase()}</button>`)}
      </div>
      <button class="taste-text" type="button" title=${text} aria-label=${text} @click=${this.grow}><span aria-hidden="true">A<b>A</b></span></button>
      <button class="taste-scheme" type="button" title=${name} aria-label=${name} @click=${this.turn}>${drawn[scheme]}</button>
    </div>`;
  }
}

customElements.define("galopp-taste", Taste);
