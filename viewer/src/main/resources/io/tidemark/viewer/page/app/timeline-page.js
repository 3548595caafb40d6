// The timeline as a separate page.

import { el } from "./dom.js";
import { TimelineView } from "./timeline/page.js";

/** @param {import("./main.js").Asked} asked */
export async function showTimeline({ app, capture }) {
  if (capture.meta.lanes.length === 0) {
    return {
      element: el(
        "p",
        { class: "card" },
        "This capture has no swimlane records, so there is no timeline. Record one with --chip-swimlane.",
      ),
    };
  }
  /** @type {(page: string, what: string, which: string | number | bigint) => void} */
  const go = (page, what, which) => app.go(page, what, which);
  const view = new TimelineView([{ capture }], go, app.state.part("one"));
  return {
    element: view.element,
    close: () => view.close(),
    opened: () => {
      view.canvas.focus({ preventScroll: true });
      return view.opened();
    },
  };
}
