// One capture: its meta data, and its tables fetched chunk by chunk when someone looks at a row.

import { ColumnReader } from "./columns.js";
import { Palette } from "./colors.js";
import { decodeCounter, decodeTile } from "./timeline/tile-form.js";

const KEPT_CHUNKS = 256;

/** @typedef {{kind: string, group: string, label: string, spans: number}} Lane */
/** @typedef {{rootNanos: number, deepestLevel: number, cells: number, bandLanes: number, skylineBins: number}} Grid how tiles cut time and lanes */
/** @typedef {{kind: string, lane: number, begin: number, end: number, text: string}} HatchedStretch what is missing, frozen, recovered or open; lane -1 is all lanes */
/** @typedef {{cpus: number, cores: number, words: string, shared?: string, banner?: string}} Conditions under which times were measured */

/**
 * What the page must know of a capture before it can draw anything.
 * @typedef {object} Meta
 * @property {string} label
 * @property {string} [ending] in a word; only of a run that did not end well
 * @property {string} [endingLine]
 * @property {string} verdict
 * @property {string} verdictLine
 * @property {Conditions} [conditions]
 * @property {number} durationNanos
 * @property {number} [shiftNanos]
 * @property {number} level
 * @property {boolean} [hostMode]
 * @property {number} [otherHostPasses]
 * @property {boolean} [hostAligned]
 * @property {string} [hostReason]
 * @property {Grid} grid
 * @property {Lane[]} lanes
 * @property {string[]} names
 * @property {number} kernelNames how many of the names, from the first, are kernels
 * @property {HatchedStretch[]} stretches
 * @property {number} chunkRows
 * @property {number} searchRows
 * @property {number} runs
 * @property {number} openRuns
 * @property {number} tasks
 * @property {number} nodes
 * @property {number} edges
 * @property {number} args
 * @property {boolean} scopes
 * @property {boolean} critical
 * @property {import("./parts.js").Part[]} parts
 * @property {string[]} counters
 * @property {string[]} taskChunkFirst
 * @property {string[]} [failedRuns]
 */

/** @typedef {Awaited<ReturnType<Capture["run"]>>} Run one run of a task on a core */
/** @typedef {NonNullable<Awaited<ReturnType<Capture["task"]>>>} Task what is known of a task id */
/** @typedef {Awaited<ReturnType<Capture["node"]>>} GraphNode a task of the dependency graph with its edges */
/** @typedef {{other: number, argument: number, reason: number}} Edge one dependency; `other` is the node at its far end */
/** @typedef {NonNullable<Awaited<ReturnType<Capture["values"]>>>} Values the values of an argument and their statistics */
/** @typedef {{site: string, begins: boolean, ring: number, depth: number, firstTask: number, endTask: number}} Sample of a scope */
/** @typedef {{carriedValues: number, leftOutValues: number, budgetBytes: number}} ExportNote */
/** @typedef {{task: string, label: string, names: number[], arg: number, role: string, stage: string, dtype: string, bytes: number, truncated: boolean, overwritten: boolean}} AnyArgument */
/** @typedef {AnyArgument & ({value: string, shape?: undefined} | {value?: undefined, shape: number[]})} Argument a scalar with its value, or a tensor */
/** @typedef {Argument & {position: number}} PlacedArgument with its place in the table */

export class Capture {
  #source;
  #prefix;
  /** @type {Map<string, Promise<any>>} pieces by name; what they hold is agreed by name */
  #chunks = new Map();
  /** @type {Promise<void> | null} the request for its meta data under way; pages that are left and come back share it */
  #opening = null;
  /** Known once it is open. */
  meta = /** @type {Meta} */ (/** @type {unknown} */ (null));
  /** Known once it is open. */
  palette = new Palette([], 0);

  /**
   * @param {import("./source.js").Source} source
   * @param {number} index
   * @param {string} label
   * @param {"capture" | "predicted"} kind
   */
  constructor(source, index, label, kind = "capture") {
    this.#source = source;
    this.#prefix = kind + "/" + index + "/";
    this.index = index;
    this.label = label;
    /** Whether notes can be stored beside the capture. */
    this.hasNotes = false;
  }

  async open() {
    if (!this.meta) {
      this.#opening ??= this.#readMeta().finally(() => (this.#opening = null));
      await this.#opening;
    }
    return this;
  }

  async #readMeta() {
    /** @type {Meta | null} */
    const meta = await this.json("meta.json");
    if (meta === null) throw new Error(`There is nothing to show of '${this.label}'.`);
    performance.mark("lanes-known");
    this.palette = new Palette(meta.names, meta.kernelNames);
    this.meta = meta;
  }

  /** True when the page was opened from files: there is no server to ask. */
  get exported() {
    return this.#source.exported;
  }

  /**
   * Asks the capture with SQL.
   * @param {string} text
   * @param {string} name by which the query can be cancelled
   * @returns {Promise<import("./sql.js").Reply>}
   */
  query(text, name) {
    return this.#source.change("sql/" + this.index, text, { "X-Tidemark-Query": name });
  }

  /**
   * Ends a query; its answer then says so.
   * @param {string} name
   */
  async cancelQuery(name) {
    await this.#source.change(`sql/${this.index}/cancel`, name);
  }

  /**
   * Asks what the run would have been.
   * @param {string} verb
   * @param {string} body a name of the page and the changes, one a line
   * @param {AbortSignal} [signal]
   */
  whatIf(verb, body, signal) {
    return this.#source.change("whatif/" + this.index + "/" + verb, body, {}, signal);
  }

  /**
   * A run that was predicted from this one, to be opened.
   * @param {number} number
   */
  predicted(number) {
    return new Capture(this.#source, number, "predicted", "predicted");
  }

  /**
   * What an export carries; null with a server.
   * @returns {Promise<ExportNote | null>}
   */
  async exportNote() {
    return this.#source.exported ? this.json("export.json") : null;
  }

  /**
   * True when an export left out the values of an argument.
   * @param {number} position
   */
  lacksValues(position) {
    return this.#source.lacks(this.#prefix + "arg/" + position);
  }

  /**
   * Replaces its notes; answers what they are now.
   * @param {import("./timeline/notes.js").Notes} notes
   * @returns {Promise<import("./timeline/notes.js").Notes>}
   */
  writeNotes(notes) {
    return this.#source.change(this.#prefix + "notes.json", JSON.stringify(notes));
  }

  /**
   * A JSON document, null when there is none of that name; what it holds is agreed by name.
   * @param {string} name
   * @returns {Promise<any>}
   */
  json(name) {
    return this.#source.json(this.#prefix + name);
  }

  /** @param {string} name */
  bytes(name) {
    return this.#source.bytes(this.#prefix + name);
  }

  /** The same, undefined when the server has not read so far yet. @param {string} name */
  bytesNow(name) {
    return this.#source.bytesNow(this.#prefix + name);
  }

  /** @param {number} index */
  name(index) {
    return index >= 0 ? this.meta.names[index] : "no kernel";
  }

  /**
   * The kernels of a graph's node as one text, one of each.
   * @param {{names: number[]}} node
   */
  kernelsOf(node) {
    return node.names.map((name) => this.name(name)).join(" + ");
  }

  /**
   * A decoded chunk; the last used ones are kept.
   * @template T
   * @param {string} name
   * @param {(reader: ColumnReader) => T} decode
   * @returns {Promise<T>}
   */
  #chunk(name, decode) {
    let chunk = this.#chunks.get(name);
    this.#chunks.delete(name);
    if (!chunk) {
      chunk = this.bytes(name).then((buffer) => decode(new ColumnReader(there(buffer, name))));
      chunk.catch(() => this.#chunks.delete(name));
    }
    this.#chunks.set(name, chunk);
    for (const oldest of this.#chunks.keys()) {
      if (this.#chunks.size <= KEPT_CHUNKS) break;
      this.#chunks.delete(oldest);
    }
    return chunk;
  }

  /**
   * The chunk that holds a row, and where the row is in it.
   * @template T
   * @param {string} table
   * @param {number} row
   * @param {(reader: ColumnReader) => T} decode
   * @returns {Promise<[T, number]>}
   */
  async #row(table, row, decode) {
    const size = this.meta.chunkRows;
    return [await this.#chunk(table + "/" + Math.floor(row / size), decode), row % size];
  }

  /**
   * One run of a task on a core; times are nanoseconds, NaN without a stamp. An open one had not ended.
   * @param {number} index
   */
  async run(index) {
    const [c, at] = await this.#row("runs", index, (r) => ({
      task: r.u64(),
      lane: r.i32(),
      name: r.i32(),
      node: r.i32(),
      core: r.i32(),
      dispatch: r.f64(),
      receive: r.f64(),
      begin: r.f64(),
      end: r.f64(),
      finish: r.f64(),
      open: r.i32(),
    }));
    return {
      index,
      task: c.task[at],
      lane: c.lane[at],
      name: c.name[at],
      node: c.node[at],
      core: c.core[at],
      dispatch: c.dispatch[at],
      receive: c.receive[at],
      begin: c.begin[at],
      end: c.end[at],
      finish: c.finish[at],
      open: c.open[at] === 1,
      timed: c.open[at] === 0,
    };
  }

  /**
   * What a run waited for; each part is -1 if there is none. The parts are the run of the producer that ended last, the
   * previous run on a partner core, the lane of its submit, the scheduler thread of its core, and that thread's lane.
   * @param {number} run
   */
  async cause(run) {
    const [c, at] = await this.#row("causes", run, (r) => ({
      producer: r.i32(),
      partner: r.i32(),
      submitLane: r.i32(),
      thread: r.i32(),
      threadLane: r.i32(),
    }));
    return {
      producer: c.producer[at],
      partner: c.partner[at],
      submitLane: c.submitLane[at],
      thread: c.thread[at],
      threadLane: c.threadLane[at],
    };
  }

  /**
   * A sample of a scope: {site, begins, ring, depth, firstTask, endTask}.
   * @param {number} row
   */
  async sample(row) {
    const size = this.meta.chunkRows;
    /** @type {Sample[]} */
    const rows = await this.#json("samples/" + Math.floor(row / size));
    return rows[row % size];
  }

  /** @returns {Promise<import("./timeline/counter-strip.js").Counter[]>} */
  async counterList() {
    return (await this.#json("counters.json")) ?? [];
  }

  /**
   * A tile of what ran ("tile") or was idle ("gaps"), read anew; null when there is none.
   * @param {string} word
   * @param {number} band
   * @param {number} level
   * @param {number} index
   */
  async tile(word, band, level, index) {
    const buffer = await this.bytes(`${word}/${band}/${level}/${index}`);
    return buffer ? decodeTile(buffer) : null;
  }

  /**
   * @param {number} number
   * @param {number} level
   * @param {number} index
   */
  async counterTile(number, level, index) {
    const buffer = await this.bytes(`counter/${number}/${level}/${index}`);
    return buffer ? decodeCounter(buffer) : null;
  }

  /**
   * The runs of a task that `task` answered, one per block and sub-kernel.
   * @param {Task} task
   */
  runsOf({ firstRun, runs }) {
    return Promise.all(Array.from({ length: runs }, (_, at) => this.run(firstRun + at)));
  }

  /**
   * All runs of the critical path, first to last, as columns {run, lane, name, begin, end}.
   * @param {number} length
   */
  async criticalRuns(length) {
    const path = {
      run: new Int32Array(length),
      lane: new Int32Array(length),
      name: new Int32Array(length),
      begin: new Float64Array(length),
      end: new Float64Array(length),
    };
    for (let from = 0; from < length; from += this.meta.searchRows) {
      const name = "critical/" + from / this.meta.searchRows;
      const reader = new ColumnReader(there(await this.bytes(name), name));
      for (const column of [path.run, path.lane, path.name]) column.set(reader.i32(), from);
      for (const column of [path.begin, path.end]) column.set(reader.f64(), from);
    }
    return path;
  }

  /**
   * What is known of a task id: {task, node, firstRun, runs, firstArg, args}, or null.
   * @param {bigint} id
   */
  async task(id) {
    const first = this.meta.taskChunkFirst;
    let chunk = first.length - 1;
    while (chunk >= 0 && BigInt(first[chunk]) > id) chunk--;
    if (chunk < 0) return null;
    const c = await this.#chunk("tasks/" + chunk, (r) => ({
      task: r.u64(),
      node: r.i32(),
      firstRun: r.i32(),
      runs: r.i32(),
      firstArg: r.i32(),
      args: r.i32(),
    }));
    let low = 0;
    let high = c.task.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (c.task[middle] < id) low = middle + 1;
      else high = middle;
    }
    if (low === c.task.length || c.task[low] !== id) return null;
    return {
      task: id,
      node: c.node[low],
      firstRun: c.firstRun[low],
      runs: c.runs[low],
      firstArg: c.firstArg[low],
      args: c.args[low],
    };
  }

  /**
   * A node of the graph with its edges: {task, kind, names, blocks, firstRun, earliestRun, latestRun,
   * arriving, leaving}; of its runs the one that began first and the one that ended last are named.
   * @param {number} index
   */
  async node(index) {
    const [c, at] = await this.#row("graph", index, (r) => {
      const columns = {
        task: r.u64(),
        kind: r.i32(),
        slots: [r.i32(), r.i32(), r.i32()],
        blocks: r.i32(),
        firstRun: r.i32(),
        earliestRun: r.i32(),
        latestRun: r.i32(),
        flags: r.i32(),
        firstIn: r.i32(),
        firstOut: r.i32(),
        totals: r.i32(2),
      };
      const edges = (/** @type {number} */ length) => ({ other: r.i32(length), argument: r.i32(length), reason: r.i32(length) });
      const [incoming, outgoing] = columns.totals;
      return { ...columns, incoming: edges(incoming), outgoing: edges(outgoing) };
    });
    const list = (/** @type {{other: Int32Array, argument: Int32Array, reason: Int32Array}} */ edges, /** @type {Int32Array} */ firsts, /** @type {number} */ total) => {
      const end = at + 1 < firsts.length ? firsts[at + 1] : total;
      /** @type {Edge[]} */
      const found = [];
      for (let edge = firsts[at]; edge < end; edge++) {
        found.push({ other: edges.other[edge], argument: edges.argument[edge], reason: edges.reason[edge] });
      }
      return found;
    };
    return {
      index,
      task: c.task[at],
      kind: c.kind[at],
      names: [...new Set(c.slots.map((slot) => slot[at]).filter((name) => name >= 0))],
      blocks: c.blocks[at],
      firstRun: c.firstRun[at],
      earliestRun: c.earliestRun[at],
      latestRun: c.latestRun[at],
      manual: (c.flags[at] & 1) !== 0,
      early: (c.flags[at] & 2) !== 0,
      arriving: list(c.incoming, c.firstIn, c.totals[0]),
      leaving: list(c.outgoing, c.firstOut, c.totals[1]),
    };
  }

  /** @param {number} row */
  async phase(row) {
    const [c, at] = await this.#row("phases", row, (r) => ({
      loop: r.i32(),
      tasks: r.i32(),
      hits: r.i32(),
      misses: r.i32(),
      depths: [r.i32(), r.i32(), r.i32(), r.i32(), r.i32(), r.i32()],
      task: r.u64(),
    }));
    return {
      loop: c.loop[at],
      tasks: c.tasks[at],
      hits: c.hits[at],
      misses: c.misses[at],
      depths: c.depths.map((column) => column[at]),
      task: c.task[at],
    };
  }

  /**
   * @param {number} row
   * @param {boolean} host
   */
  async submit(row, host) {
    const [c, at] = await this.#row(host ? "hostsubmits" : "submits", row, (r) => ({
      task: r.u64(),
      number: r.i32(),
    }));
    return { task: c.task[at], number: c.number[at] };
  }

  /**
   * What a host phase says of itself: {detail, thread, invocation, namesTask}.
   * @param {number} row
   */
  async hostPhase(row) {
    const [c, at] = await this.#row("hostphases", row, (r) => ({
      detail: r.u64(),
      thread: r.u64(),
      invocation: r.u64(),
      namesTask: r.i32(),
    }));
    return {
      detail: c.detail[at],
      thread: c.thread[at],
      invocation: c.invocation[at],
      namesTask: c.namesTask[at] === 1,
    };
  }

  /**
   * Counters of a run as [name, value], empty when it has none.
   * @param {number} run
   * @returns {Promise<[string, number][]>}
   */
  async counters(run) {
    const names = ["total cycles", ...this.meta.counters];
    if (this.meta.counters.length === 0) return [];
    const [c, at] = await this.#row("counters", run, (r) => names.map(() => r.f64()));
    return names.flatMap((name, column) => (Number.isNaN(c[column][at]) ? [] : [[name, c[column][at]]]));
  }

  /**
   * Lanes, times and tasks of the same rows as `order`.
   * @param {number} chunk
   */
  facts(chunk) {
    return this.#chunk("facts/" + chunk, (r) => ({ lane: r.i32(), begin: r.f64(), end: r.f64(), task: r.u64() }));
  }

  /**
   * A chunk of runs in order of begin: {run, name}.
   * @param {number} chunk
   */
  order(chunk) {
    return this.#chunk("order/" + chunk, (r) => ({ run: r.i32(), name: r.i32() }));
  }

  /**
   * A chunk of the argument table.
   * @param {number} chunk
   * @returns {Promise<Argument[]>}
   */
  args(chunk) {
    return this.#json("args/" + chunk);
  }

  /**
   * A JSON document that is read once.
   * @param {string} name
   * @returns {Promise<any>}
   */
  #json(name) {
    const known = this.#chunks.get(name) ?? this.json(name);
    this.#chunks.set(name, known);
    return known;
  }

  /**
   * @param {number} position
   * @returns {Promise<PlacedArgument>}
   */
  async argument(position) {
    const rows = await this.args(Math.floor(position / this.meta.chunkRows));
    return { ...rows[position % this.meta.chunkRows], position };
  }

  /**
   * Values and statistics of an argument, or null when it has no payload.
   * @param {number} position
   */
  async values(position) {
    const buffer = await this.bytes("arg/" + position);
    if (!buffer) return null;
    const r = new ColumnReader(buffer);
    if (r.rows === 0) return null;
    const values = r.f64();
    const [all, least, greatest, mean, zeros, notNumbers, infinities] = r.f64(7);
    return { values, all, least, greatest, mean, zeros, notNumbers, infinities };
  }
}

/**
 * A piece that must be there.
 * @param {ArrayBuffer | null} buffer
 * @param {string} name
 */
function there(buffer, name) {
  if (buffer === null) throw new Error(`The page has no piece '${name}' of this capture.`);
  return buffer;
}

const SOURCES = ["named by the program", "made the tensor", "wrote the tensor", "reason not recorded"];
const SHORT = ["named", "made", "wrote", "unknown"];
const OVERLAPS = ["", "wrote all of it", "wrote part of it", "wrote beside it"];

/**
 * Why an edge is there, in words.
 * @param {Edge} edge
 */
export function reasonText(edge) {
  const words = [SOURCES[edge.reason & 3]];
  if (edge.argument >= 0) words[0] += " of argument " + edge.argument;
  const overlap = OVERLAPS[(edge.reason >> 2) & 3];
  if (overlap) words.push(overlap);
  if (edge.reason & 16) {
    if (edge.reason & 32) words.push("the task waits for it");
    if (edge.reason & 64) words.push("its memory is kept");
  }
  return words.join(", ");
}

/**
 * The same in two words, to stand on an edge.
 * @param {Edge} edge
 */
export function shortReason(edge) {
  const source = SHORT[edge.reason & 3];
  return edge.argument >= 0 ? `${source} arg ${edge.argument}` : source;
}

export const NO_TASK = 0xffffffffffffffffn;
