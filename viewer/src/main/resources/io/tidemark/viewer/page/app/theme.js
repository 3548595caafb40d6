// Light or dark: the theme in the address, or else that of the system.

const dark = window.matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const listeners = new Set();
let wanted = "";

function apply() {
  document.documentElement.dataset.theme = wanted || (dark.matches ? "dark" : "light");
  for (const listener of listeners) listener();
}

dark.addEventListener("change", apply);

/** @param {string} theme "light", "dark" or "" */
export function useTheme(theme) {
  if (theme === wanted && document.documentElement.dataset.theme) return;
  wanted = theme;
  apply();
}

/** The theme that is not shown now. */
export function otherTheme() {
  return document.documentElement.dataset.theme === "dark" ? "light" : "dark";
}

/**
 * Learns when colours change; answers what ends that.
 * @param {() => void} listener
 */
export function onTheme(listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
