// How a run ended, in words that follow "the run".

/** @type {Record<string, string>} */
const ENDINGS = {
  ok: "ended well",
  "wrong-result": "ended with a wrong result",
  error: "ended with an error",
  hang: "hung",
  killed: "was killed",
  interrupted: "was interrupted",
};

/**
 * The words of an ending's kind; kinds of later versions are returned unchanged.
 * @param {string} kind
 */
export function endingWords(kind) {
  return Object.hasOwn(ENDINGS, kind) ? ENDINGS[kind] : "ended: " + kind;
}
