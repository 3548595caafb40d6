// How tiles are read in place: lanes of spans or cells, and counters as steps or cells.

const MAGIC = 0x31544d54;
const COUNTER_MAGIC = 0x314b4d54;
const SPANS = 1;
const CELLS = 2;

/** @typedef {{count: number, begin: Float64Array, end: Float64Array, name: Int32Array, reference: Int32Array, cells?: undefined}} SpanLane */
/** @typedef {{cells: number, busy: Float32Array, name: Int32Array, begun: Int32Array, count?: undefined}} CellLane */
/** @typedef {{lanes: (SpanLane | CellLane | null)[], whole: boolean, bitmap: HTMLCanvasElement | null}} Tile */
/** @typedef {{count: number, begin: Float64Array, value: Float64Array, row: Int32Array, cells?: undefined, whole: true}} CounterSteps */
/** @typedef {{cells: number, least: Float32Array, greatest: Float32Array, mean: Float32Array, row: Int32Array, count?: undefined, whole: false}} CounterCells */

/**
 * @param {ArrayBuffer} buffer
 * @returns {Tile}
 */
export function decodeTile(buffer) {
  const head = new Uint32Array(buffer, 0, 4);
  if (head[0] !== MAGIC) throw new Error("not a tile");
  const table = new Uint32Array(buffer, 16, head[1] * 4);
  /** @type {Tile["lanes"]} */
  const lanes = [];
  for (let lane = 0; lane < head[1]; lane++) {
    const form = table[lane * 4];
    const count = table[lane * 4 + 1];
    const at = table[lane * 4 + 2];
    if (form === SPANS) {
      lanes.push({
        count,
        begin: new Float64Array(buffer, at, count),
        end: new Float64Array(buffer, at + 8 * count, count),
        name: new Int32Array(buffer, at + 16 * count, count),
        reference: new Int32Array(buffer, at + 20 * count, count),
      });
    } else if (form === CELLS) {
      lanes.push({
        cells: count,
        busy: new Float32Array(buffer, at, count),
        name: new Int32Array(buffer, at + 4 * count, count),
        begun: new Int32Array(buffer, at + 8 * count, count),
      });
    } else {
      lanes.push(null);
    }
  }
  return { lanes, whole: head[2] === 1, bitmap: null };
}

/**
 * @param {ArrayBuffer} buffer
 * @returns {CounterSteps | CounterCells}
 */
export function decodeCounter(buffer) {
  const [magic, form, count] = new Uint32Array(buffer, 0, 4);
  if (magic !== COUNTER_MAGIC) throw new Error("not a tile of a counter");
  if (form === SPANS) {
    return {
      count,
      begin: new Float64Array(buffer, 16, count),
      value: new Float64Array(buffer, 16 + 8 * count, count),
      row: new Int32Array(buffer, 16 + 16 * count, count),
      whole: true,
    };
  }
  return {
    cells: count,
    least: new Float32Array(buffer, 16, count),
    greatest: new Float32Array(buffer, 16 + 4 * count, count),
    mean: new Float32Array(buffer, 16 + 8 * count, count),
    row: new Int32Array(buffer, 16 + 12 * count, count),
    whole: false,
  };
}
