// What the checks of the page's scripts let pass. The list may only become shorter.

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
