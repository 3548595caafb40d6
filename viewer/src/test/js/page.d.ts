// What the page finds on its window when it was opened from files.
export {};

declare global {
  interface Window {
    /** Which pack of an export holds a piece. */
    tidemarkPacks?: Record<string, number>;
    /** Called by a pack for each of its pieces. */
    tidemarkPiece?: (name: string, text: string) => void;
  }
}
