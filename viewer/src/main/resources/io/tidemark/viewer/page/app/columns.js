// Reads a chunk of columns in place; the order of columns is agreed per resource.

const MAGIC = 0x31434d54;

export class ColumnReader {
  #buffer;
  #at = 8;

  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    const head = new Uint32Array(buffer, 0, 2);
    if (head[0] !== MAGIC) throw new Error("not a chunk of columns");
    this.#buffer = buffer;
    this.rows = head[1];
  }

  i32(length = this.rows) {
    const column = new Int32Array(this.#buffer, this.#at, length);
    this.#at += (length * 4 + 7) & ~7;
    return column;
  }

  f64(length = this.rows) {
    const column = new Float64Array(this.#buffer, this.#at, length);
    this.#at += length * 8;
    return column;
  }

  u64(length = this.rows) {
    const column = new BigUint64Array(this.#buffer, this.#at, length);
    this.#at += length * 8;
    return column;
  }
}
