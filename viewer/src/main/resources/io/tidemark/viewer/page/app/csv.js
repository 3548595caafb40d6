// Tables as text for a spreadsheet.

/**
 * One cell. Text that a spreadsheet would take for a formula gets an apostrophe before it.
 * @param {string | number} value
 */
function cell(value) {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/**
 * Lines of cells, the head first.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function csv(head, rows) {
  return [head, ...rows].map((row) => row.map(cell).join(",") + "\n").join("");
}

/**
 * Puts a text on the clipboard; false when the browser does not let it.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
