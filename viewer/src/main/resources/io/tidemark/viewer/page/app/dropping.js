// A directory or file dragged onto the page: its files, with their paths within what was dropped.

/** @typedef {{path: string, file: File}} DroppedFile */

const MOST_FILES = 5000;
const LOOSE = "dropped"; // the directory of files that were dropped without one

/**
 * @param {FileSystemEntry} entry
 * @param {DroppedFile[]} files
 */
async function walk(entry, files) {
  if (files.length >= MOST_FILES) return;
  if (entry.isFile) {
    /** @type {File} */
    const file = await new Promise((done, failed) => /** @type {FileSystemFileEntry} */ (entry).file(done, failed));
    files.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const child of some) await walk(child, files);
  }
}

/**
 * Calls `take` with what is dropped anywhere on the page.
 * @param {(files: DroppedFile[]) => void} take
 */
export function listenForDrops(take) {
  const root = document.documentElement;
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    root.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) root.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    root.classList.remove("dropping");
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
    /** @type {DroppedFile[]} */
    const files = [];
    for (const entry of entries) await walk(entry, files);
    if (files.length > 0) take(files);
  });
}

/**
 * Sends files to the server; answers the number of the capture in them, -1 when there is none.
 * @param {{change: (name: string, body: BodyInit, headers?: Record<string, string>) => Promise<any>}} source
 * @param {DroppedFile[]} files
 * @param {(done: number) => void} progress
 */
export async function sendFiles(source, files, progress) {
  const { drop } = await source.change("drop", "");
  let done = 0;
  for (const { path, file } of files) {
    const whole = path.includes("/") ? path : LOOSE + "/" + path;
    await source.change("drop/" + drop, file, { "X-Tidemark-Path": encodeURIComponent(whole) });
    progress(++done);
  }
  /** @type {{capture: number}} */
  const { capture } = await source.change(`drop/${drop}/done`, "");
  return capture;
}
