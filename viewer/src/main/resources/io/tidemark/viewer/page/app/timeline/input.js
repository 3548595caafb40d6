// Wheel, drag and keys of the timeline.

/** @typedef {import("./page.js").TimelineView} TimelineView */

/** @type {Record<string, (view: TimelineView) => unknown>} */
export const KEYS = {
  w: (view) => view.viewport.zoom(0.7, view.pointerX()),
  s: (view) => view.viewport.zoom(1 / 0.7, view.pointerX()),
  a: (view) => view.viewport.pan(-view.viewport.width * 0.15),
  d: (view) => view.viewport.pan(view.viewport.width * 0.15),
  f: (view) => view.fitSelection(),
  F: (view) => view.viewport.fit(),
  m: (view) => view.measureSelection(),
  c: (view) => view.toggleCritical(),
  r: (view) => view.answers.showVisible(),
  k: (view) => view.toggleCounters(),
  t: (view) => view.toggleTints(),
  "[": (view) => view.selection.follow("arriving"),
  "]": (view) => view.selection.follow("leaving"),
  "/": (view) => view.search.focus(),
  n: (view) => view.search.step(1),
  N: (view) => view.search.step(-1),
  "?": (view) => view.toggleHints(),
  Escape: (view) => view.clearSelection(),
  ArrowUp: (view) => view.scrollBy(-40),
  ArrowDown: (view) => view.scrollBy(40),
  ArrowLeft: (view) => view.selection.step(-1),
  ArrowRight: (view) => view.selection.step(1),
  PageUp: (view) => view.scrollBy(-300),
  PageDown: (view) => view.scrollBy(300),
  Home: (view) => view.viewport.fit(),
};

/**
 * Listens on the canvas; answers where the pointer is.
 * @param {TimelineView} view
 */
export function listen(view) {
  const { canvas } = view;
  /** @type {{x: number, y: number} | null} */
  let pointer = null;
  /** @type {{x: number, y: number, startX: number, startY: number, moved: boolean, measuring: boolean, onRuler: boolean, from: number} | null} */
  let drag = null;

  const drop = () => {
    if (drag?.moved) view.redraw(); // where it lies now is kept with the next picture
    drag = null;
  };

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const vertical = event.deltaY * lines;
      const horizontal = event.deltaX * lines;
      if (event.shiftKey) view.viewport.pan(vertical + horizontal);
      else if (Math.abs(horizontal) > Math.abs(vertical)) view.viewport.pan(horizontal);
      else view.viewport.zoom(Math.exp(Math.max(-300, Math.min(300, vertical)) * 0.0016), event.offsetX);
    },
    { passive: false },
  );

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const measuring = event.shiftKey || event.offsetY < view.rulerHeight;
    drag = {
      x: event.offsetX,
      y: event.offsetY,
      startX: event.offsetX,
      startY: event.offsetY,
      moved: false,
      measuring,
      onRuler: event.offsetY < view.rulerHeight,
      from: view.viewport.nanos(event.offsetX),
    };
  });

  canvas.addEventListener("pointermove", (event) => {
    pointer = { x: event.offsetX, y: event.offsetY };
    if (!drag) {
      view.hover(pointer);
      return;
    }
    drag.moved = drag.moved || Math.hypot(event.offsetX - drag.startX, event.offsetY - drag.startY) > 3;
    if (!drag.moved) return;
    if (drag.measuring) {
      const to = view.viewport.nanos(event.offsetX);
      view.measure(Math.min(drag.from, to), Math.max(drag.from, to));
    } else {
      view.viewport.pan(drag.x - event.offsetX);
      view.scrollBy(drag.y - event.offsetY);
    }
    drag.x = event.offsetX;
    drag.y = event.offsetY;
  });

  canvas.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) {
      if (drag.measuring) view.measure(null);
      else view.click({ x: event.offsetX, y: event.offsetY });
    } else if (drag?.measuring) {
      const to = view.viewport.nanos(event.offsetX);
      const heights = drag.onRuler ? [] : [drag.startY, event.offsetY];
      view.dragged(Math.min(drag.from, to), Math.max(drag.from, to), ...heights);
    }
    drop();
  });
  canvas.addEventListener("lostpointercapture", () => drop()); // however the drag ends

  canvas.addEventListener("pointerleave", () => {
    pointer = null;
    view.hover(null);
  });

  canvas.addEventListener("dblclick", (event) => view.viewport.zoom(0.25, event.offsetX));

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !canvas.isConnected) return;
    const arrows = event.key.startsWith("Arrow") || event.key.startsWith("Page") || event.key === "Home";
    if (arrows && document.activeElement !== canvas) return;
    const action = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (action) {
      event.preventDefault();
      action(view);
    }
  };
  document.addEventListener("keydown", onKey);

  return {
    pointerX: () => (pointer ? pointer.x : view.viewport.width / 2),
    dragging: () => Boolean(drag?.moved),
    stop: () => document.removeEventListener("keydown", onKey),
  };
}

export const HINTS = [
  ["wheel, w / s", "zoom at the pointer"],
  ["drag, shift + wheel, a / d", "move"],
  ["shift + drag, drag on the ruler", "what happened in that range, on those lanes"],
  ["r", "what happened in the range on screen"],
  ["k, t", "counters, tints of idle time"],
  ["click", "select a task; on idle time: its reason"],
  ["double click", "zoom in there"],
  ["↑ ↓, PgUp / PgDn", "scroll the lanes"],
  ["← →", "previous and next on the lane"],
  ["[ and ]", "go to what it waited for, and to what waited for it"],
  ["f / F or Home", "fit the selection, the whole run"],
  ["/ then Enter, n / N", "search, next and previous"],
  ["m", "measure the selection"],
  ["c", "show the critical path"],
  ["Esc", "clear"],
  ["?", "show or hide this list"],
];
