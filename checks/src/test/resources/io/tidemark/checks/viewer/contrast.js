// Answers the texts on the page whose contrast to what lies behind them is below WCAG AA, 4.5 to 1.
() => {
  const LEAST = 4.5;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { color: [red, green, blue], alpha: alpha / 255 };
  };
  const over = (above, alpha, below) => above.map((value, at) => value * alpha + below[at] * (1 - alpha));
  const luminance = (color) => {
    const [red, green, blue] = color
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** The colour behind an element: its own background or its frame's, laid over those further out. */
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const style = getComputedStyle(element);
    const frame = element.matches("g") ? element.querySelector(":scope > rect") : null;
    const fill = frame ? getComputedStyle(frame).fill : "none";
    const { color, alpha } = parse(fill === "none" ? style.backgroundColor : fill);
    return alpha === 1 ? color : over(color, alpha, behind(element.parentElement));
  };
  const opacity = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  const texts = (element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const poor = [];
  let looked = 0;
  const look = (element, css, text) => {
    const ground = behind(element);
    const { color, alpha } = parse(css);
    const shown = over(color, alpha * opacity(element), ground);
    looked++;
    const reached = ratio(shown, ground);
    if (reached < LEAST) {
      const name = element.tagName.toLowerCase() + "." + (element.getAttribute("class") || "");
      poor.push(`${reached.toFixed(2)} "${text.trim().slice(0, 40)}" (${name})`);
    }
  };
  for (const element of document.querySelectorAll("body, body *")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    if (element.placeholder) look(element, getComputedStyle(element, "::placeholder").color, element.placeholder);
    if (["TITLE", "SCRIPT", "OPTION"].includes(element.tagName.toUpperCase())) continue;
    for (const text of texts(element)) {
      look(element, element instanceof SVGElement ? style.fill : style.color, text.data);
    }
  }
  return { looked, poor };
}
