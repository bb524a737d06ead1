/*
 * Says so where the browser is too old for the page, which would stay blank there or be in disorder.
 *
 * Written in the JavaScript of 2009, because it is for browsers that may know no newer one. What it asks for
 * are the youngest things that the page cannot do without; docs/playing.md says which versions have them.
 */
(function () {
  "use strict";

  var NEEDED = ["selector(:has(*))", "(color: color-mix(in srgb, red, blue))", "(height: 1dvh)"];

  function hasModules() {
    var script = window.HTMLScriptElement;
    return !!script && !!script.supports && script.supports("importmap");
  }

  function hasStyles() {
    return !!window.CSS && NEEDED.every(function (needed) { return CSS.supports(needed); });
  }

  function say() {
    var sentence = document.getElementById("too-old");
    if (sentence) sentence.hidden = false;
  }

  if (hasModules() && hasStyles()) return;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", say);
  else say();
})();
