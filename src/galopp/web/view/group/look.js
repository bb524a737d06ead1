/** How a group is called and looks: a name, a pig, a colour. `<galopp-group-look .name .pig .colour>`, bound both ways. */

import { LitElement, html } from "lit";
import { live } from "lit/directives/live.js";
import { avatarPicture } from "../../art/picture.js";
import { say } from "../../language/words.js";
import { oneOf } from "../shared/choice.js";
import { PIGS } from "../shared/sitting.js";
import { COLOURS, colourClass } from "./labels.js";

const LONGEST_NAME = 40;

class Look extends LitElement {
  static properties = { name: { attribute: false }, pig: { attribute: false }, colour: { attribute: false } };

  constructor() {
    super();
    this.name = "";
    this.pig = PIGS[0];
    this.colour = COLOURS[0];
  }

  createRenderRoot() {
    return this;
  }

  /** @param {{name?: string, pig?: string, colour?: string}} changed */
  change(changed) {
    Object.assign(this, changed);
    const { name, pig, colour } = this;
    this.dispatchEvent(new CustomEvent("changed", { detail: { name, pig, colour } }));
  }

  // says: avatar.*, group.colour.*
  render() {
    const pigs = PIGS.map((value) => ({ value, label: avatarPicture(value, say(`avatar.${value}`)) }));
    const colours = COLOURS.map((value) => ({ value, label: html`<b class="group-tint"><i class="group-swatch ${colourClass(value)}"></i>${say(`group.colour.${value}`)}</b>` }));
    return html`<div class="group-look">
      <label class="group-field"><span>${say("group.name")}</span>
        <input type="text" maxlength=${LONGEST_NAME} autocomplete="off" required .value=${live(this.name)}
          @input=${(/** @type {Event} */ event) => this.change({ name: /** @type {HTMLInputElement} */ (event.target).value })}>
      </label>
      ${oneOf({ legend: say("group.pig"), name: "group-pig", choices: pigs, chosen: this.pig, choose: (pig) => this.change({ pig }) })}
      ${oneOf({ legend: say("group.colour"), name: "group-colour", choices: colours, chosen: this.colour, choose: (colour) => this.change({ colour }) })}
    </div>`;
  }
}

customElements.define("galopp-group-look", Look);
