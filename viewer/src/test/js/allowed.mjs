// What the checks of the page's scripts let pass, file by file. Both lists may only become shorter.

/** Scripts of which not every parameter has its type yet. A new script has all its types. */
export const UNTYPED = new Set([
  "app/args-values.js",
  "app/args.js",
  "app/capture.js",
  "app/chart.js",
  "app/comparable.js",
  "app/compare.js",
  "app/graph-layout.js",
  "app/graph.js",
  "app/hang.js",
  "app/live.js",
  "app/overview.js",
  "app/scopes.js",
  "app/timeline/arrows.js",
  "app/timeline/critical.js",
  "app/timeline/hits.js",
  "app/timeline/input.js",
  "app/timeline/minimap.js",
  "app/timeline/neighbours.js",
  "app/timeline/overlay.js",
  "app/timeline/page.js",
  "app/timeline/painter.js",
  "app/timeline/panel.js",
  "app/timeline/search.js",
  "app/timeline/selection.js",
  "app/timeline/stage.js",
  "app/timeline/stretches.js",
  "app/timeline/tiles.js",
  "app/wait-graph.js",
]);

/** Names that are exported for tests alone. */
export const TESTED = new Set([
  "KEYS",
  "decodeNumbers",
  "emptyState",
  "encodeNumbers",
  "LaneHistory",
  "StillWatch",
  "drawnSteps",
  "luminance",
  "scaleOf",
  "verdictCard",
  "wholeRows",
]);
