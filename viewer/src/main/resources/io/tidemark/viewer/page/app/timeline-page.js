// The timeline as a page of its own.

import { el } from "./dom.js";
import { TimelineView } from "./timeline/page.js";

export async function showTimeline({ app, capture, kind, id }) {
  if (capture.meta.lanes.length === 0) {
    return {
      element: el("p", { class: "card" }, "This capture has no swimlane records, so there is no timeline. Record one with --chip-swimlane."),
    };
  }
  const view = new TimelineView([{ capture }], (page, what, which) => app.go(page, what, which));
  return {
    element: view.element,
    close: () => view.close(),
    opened: async () => {
      view.resize();
      view.canvas.focus({ preventScroll: true });
      if (kind === "run" && /^\d+$/.test(id) && Number(id) < capture.meta.runs) await view.select(Number(id));
      if (kind === "task" && /^\d+$/.test(id)) await view.selectTask(BigInt(id));
    },
  };
}
