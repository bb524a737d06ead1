// What is wrong with the way the page is laid out, as sentences; test_fits.py runs it on every screen.
() => {
  // A line of the log, which opens it; the name on a badge, which opens the seat with the whole name.
  const SHORTENED = ".latest-line, .badge .name, input, select";
  const TARGETS = "button, a[href], summary, select, input, textarea";
  const SMALLEST = 43.5; // pixels, for a thumb
  const wrong = [];
  const words = (one) => (one.getAttribute("aria-label") ?? one.innerText ?? "").trim().slice(0, 40);
  const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].join(".")} “${words(one)}”`;
  const seen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest(".unseen, [hidden], .layer");
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const inScroller = (one) => !!one && (scrolls(one) || inScroller(one.parentElement));
  const isText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  /** What is pressed in its place: the label of a box, the row of a slider. */
  const pressed = (target) =>
    ["radio", "checkbox", "range"].includes(target.type)
      ? target.closest("label, .choice-row, .liking") ?? target
      : target;

  const measureTarget = (target) => {
    const { width, height } = pressed(target).getBoundingClientRect();
    const small = width && (width < SMALLEST || height < SMALLEST);
    if (small) wrong.push(`too small: ${name(target)} ${Math.round(width)}×${Math.round(height)}`);
  };
  const measureText = (one) => {
    const { display, overflowY } = getComputedStyle(one);
    if (display === "inline") return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one;
    if (!scrolls(one) && scrollWidth > clientWidth + 1) wrong.push(`cut: ${name(one)} ${scrollWidth} > ${clientWidth}`);
    if (/hidden|clip/.test(overflowY) && scrollHeight > clientHeight + 2) wrong.push(`cut below: ${name(one)}`);
    const { right } = one.getBoundingClientRect();
    if (!inScroller(one) && right > innerWidth + 1) wrong.push(`beyond the edge: ${name(one)} ${Math.round(right)}`);
  };

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push(`the page scrolls sideways: ${scrollWidth}`);
  const top = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  [...top.querySelectorAll(TARGETS)].filter(seen).forEach(measureTarget);
  [...top.querySelectorAll("*")]
    .filter((one) => !one.closest("svg") && !one.matches(SHORTENED) && one.clientWidth > 1)
    .filter((one) => isText(one) && seen(one))
    .forEach(measureText);
  return wrong;
}
