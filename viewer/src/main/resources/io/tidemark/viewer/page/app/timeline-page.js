// The timeline as a page of its own.

import { el } from "./dom.js";
import { TimelineView } from "./timeline/page.js";

export async function showTimeline({ app, capture, kind, id }) {
  if (capture.meta.lanes.length === 0) {
    return {
      element: el(
        "p",
        { class: "card" },
        "This capture has no swimlane records, so there is no timeline. Record one with --chip-swimlane.",
      ),
    };
  }
  const view = new TimelineView([{ capture }], (page, what, which) => app.go(page, what, which));
  return {
    element: view.element,
    close: () => view.close(),
    opened: async () => {
      view.resize();
      view.canvas.focus({ preventScroll: true });
      await view.toggleCounters();
      if (kind === "run" && /^\d+$/.test(id) && Number(id) < capture.meta.runs) await view.select(Number(id));
      if (kind === "task" && /^\d+$/.test(id)) await view.selectTask(BigInt(id));
      if (kind) await view.answers.restore(capture, kind, id);
    },
  };
}

/** The cores alone, while the rest of a large capture is read. */
export function showPreview(capture) {
  const view = new TimelineView([{ capture }], () => {});
  return {
    element: el(
      "div",
      { class: "previewpage" },
      el(
        "p",
        { class: "banner", role: "status" },
        "First look at the cores. Kernels, dependencies and the verdict are still being read…",
      ),
      view.element,
    ),
    close: () => view.close(),
    opened: () => view.resize(),
  };
}
