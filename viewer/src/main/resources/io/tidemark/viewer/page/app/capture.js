// One capture: its meta data, and its tables fetched chunk by chunk when someone looks at a row.

import { ColumnReader } from "./columns.js";
import { Palette } from "./colors.js";
import { decodeCounter, decodeTile } from "./timeline/tile-form.js";

const KEPT_CHUNKS = 256;

export class Capture {
  #source;
  #prefix;
  #chunks = new Map();

  /** `kind` is "capture", or "preview" for a first look at one that is still being read. */
  constructor(source, index, label, kind = "capture") {
    this.#source = source;
    this.#prefix = kind + "/" + index + "/";
    this.index = index;
    this.label = label;
    this.meta = null;
    /** Whether it lies where notes can lie beside it. */
    this.hasNotes = false;
  }

  async open() {
    if (!this.meta) {
      this.meta = await this.json("meta.json");
      this.palette = new Palette(this.meta.names, this.meta.kernelNames);
    }
    return this;
  }

  /** True when the page was opened from files: there is no server to ask. */
  get exported() {
    return this.#source.exported;
  }

  /** Asks the capture with SQL; answers {rows, message}, without rows when there is no answer. */
  query(text) {
    return this.#source.change("sql/" + this.index, text);
  }

  /** What an export carries: {carriedValues, leftOutValues, budgetBytes}; null with a server. */
  async exportNote() {
    return this.#source.exported ? this.json("export.json") : null;
  }

  /** True when an export left out the values of an argument. */
  lacksValues(position) {
    return this.#source.lacks(this.#prefix + "arg/" + position);
  }

  /** Replaces its notes; answers what they are now. */
  writeNotes(notes) {
    return this.#source.change(this.#prefix + "notes.json", JSON.stringify(notes));
  }

  json(name) {
    return this.#source.json(this.#prefix + name);
  }

  bytes(name) {
    return this.#source.bytes(this.#prefix + name);
  }

  /** The same, undefined when the server has not read so far yet. @param {string} name */
  bytesNow(name) {
    return this.#source.bytesNow(this.#prefix + name);
  }

  name(index) {
    return index >= 0 ? this.meta.names[index] : "no kernel";
  }

  /** The kernels of a graph's node as one text, one of each. */
  kernelsOf(node) {
    return node.names.map((name) => this.name(name)).join(" + ");
  }

  /** A decoded chunk; the last used ones are kept. */
  #chunk(name, decode) {
    let chunk = this.#chunks.get(name);
    this.#chunks.delete(name);
    if (!chunk) {
      chunk = this.bytes(name).then((buffer) => (buffer ? decode(new ColumnReader(buffer)) : null));
      chunk.catch(() => this.#chunks.delete(name));
    }
    this.#chunks.set(name, chunk);
    if (this.#chunks.size > KEPT_CHUNKS) this.#chunks.delete(this.#chunks.keys().next().value);
    return chunk;
  }

  #row(table, row, decode) {
    const size = this.meta.chunkRows;
    const chunk = this.#chunk(table + "/" + Math.floor(row / size), decode);
    return chunk.then((columns) => [columns, row % size]);
  }

  /** One run of a task on a core; times are nanoseconds, NaN when nobody stamped. An open one had not ended. */
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
   * What a run waited for: the run of the producer that ended last, the run before on a partner core, the
   * lane of its submit, the scheduler thread of its core and that thread's lane; -1 where there is none.
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

  /** A sample of a scope: {site, begins, ring, depth, firstTask, endTask}. */
  async sample(row) {
    const size = this.meta.chunkRows;
    const rows = await this.#json("samples/" + Math.floor(row / size));
    return rows[row % size];
  }

  /** The counters as {key, name, unit, capacity, highest}. */
  counterList() {
    return this.#json("counters.json").then((list) => list ?? []);
  }

  /** A tile of what ran ("tile") or was idle ("gaps"), read anew; null when there is none. */
  async tile(word, band, level, index) {
    const buffer = await this.bytes(`${word}/${band}/${level}/${index}`);
    return buffer ? decodeTile(buffer) : null;
  }

  async counterTile(number, level, index) {
    const buffer = await this.bytes(`counter/${number}/${level}/${index}`);
    return buffer ? decodeCounter(buffer) : null;
  }

  /** The runs of a task that `task` answered, one per block and sub-kernel. */
  runsOf({ firstRun, runs }) {
    return Promise.all(Array.from({ length: runs }, (_, at) => this.run(firstRun + at)));
  }

  /** All runs of the critical path, first to last, as columns {run, lane, name, begin, end}. */
  async criticalRuns(length) {
    const path = {
      run: new Int32Array(length),
      lane: new Int32Array(length),
      name: new Int32Array(length),
      begin: new Float64Array(length),
      end: new Float64Array(length),
    };
    for (let from = 0; from < length; from += this.meta.searchRows) {
      const buffer = await this.bytes("critical/" + from / this.meta.searchRows);
      const reader = new ColumnReader(buffer);
      for (const column of ["run", "lane", "name"]) path[column].set(reader.i32(), from);
      for (const column of ["begin", "end"]) path[column].set(reader.f64(), from);
    }
    return path;
  }

  /** What is known of a task id: {task, node, firstRun, runs, firstArg, args}, or null. */
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
      const edges = (length) => ({ other: r.i32(length), argument: r.i32(length), reason: r.i32(length) });
      const [incoming, outgoing] = columns.totals;
      return { ...columns, incoming: edges(incoming), outgoing: edges(outgoing) };
    });
    const list = (edges, firsts, total) => {
      const end = at + 1 < firsts.length ? firsts[at + 1] : total;
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

  async submit(row, host) {
    const [c, at] = await this.#row(host ? "hostsubmits" : "submits", row, (r) => ({
      task: r.u64(),
      number: r.i32(),
    }));
    return { task: c.task[at], number: c.number[at] };
  }

  /** What a host phase says of itself: {detail, thread, invocation, namesTask}. */
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

  /** Counters of a run as [name, value], empty when it has none. */
  async counters(run) {
    const names = ["total cycles", ...this.meta.counters];
    if (this.meta.counters.length === 0) return [];
    const [c, at] = await this.#row("counters", run, (r) => names.map(() => r.f64()));
    return names.map((name, column) => [name, c[column][at]]).filter(([, value]) => !Number.isNaN(value));
  }

  /** Lanes, times and tasks of the same rows as `order`. */
  facts(chunk) {
    return this.#chunk("facts/" + chunk, (r) => ({ lane: r.i32(), begin: r.f64(), end: r.f64(), task: r.u64() }));
  }

  /** A chunk of runs in order of begin: {run, name}. */
  order(chunk) {
    return this.#chunk("order/" + chunk, (r) => ({ run: r.i32(), name: r.i32() }));
  }

  /** A chunk of the argument table. */
  args(chunk) {
    return this.#json("args/" + chunk);
  }

  /** A JSON document that is read once. */
  #json(name) {
    if (!this.#chunks.has(name)) this.#chunks.set(name, this.json(name));
    return this.#chunks.get(name);
  }

  async argument(position) {
    const rows = await this.args(Math.floor(position / this.meta.chunkRows));
    return { ...rows[position % this.meta.chunkRows], position };
  }

  /** Values and statistics of an argument, or null when it has no payload. */
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

const SOURCES = ["named by the program", "made the tensor", "wrote the tensor", "reason not recorded"];
const SHORT = ["named", "made", "wrote", "unknown"];
const OVERLAPS = ["", "wrote all of it", "wrote part of it", "wrote beside it"];

/** Why an edge is there, in words. */
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

/** The same in two words, to stand on an edge. */
export function shortReason(edge) {
  const source = SHORT[edge.reason & 3];
  return edge.argument >= 0 ? `${source} arg ${edge.argument}` : source;
}

export const NO_TASK = 0xffffffffffffffffn;
