// Lays out a small directed graph in columns: sources left, sinks right, few crossings. A long edge goes
// through a narrow place of its own in every column it passes, so that it never runs behind a node.

/** @typedef {{from: number, to: number}} Link an edge between two nodes */
/** @typedef {{x: number, y: number}} Point */

const SWEEPS = 8;
const LANE = 10;

/**
 * Longest-path rank of each node; an edge that closes a cycle is left out of the ranking.
 * @param {number} count
 * @param {Link[]} edges
 */
function ranks(count, edges) {
  /** @type {number[][]} */
  const leaving = Array.from({ length: count }, () => []);
  const degree = new Array(count).fill(0);
  for (const { from, to } of edges) {
    if (from === to) continue;
    leaving[from].push(to);
    degree[to]++;
  }
  const rank = new Array(count).fill(0);
  const done = new Array(count).fill(false);
  const queue = degree.flatMap((d, node) => (d === 0 ? [node] : []));
  for (let left = count; left > 0; ) {
    if (queue.length === 0) {
      let next = -1;
      for (let node = 0; node < count; node++)
        if (!done[node] && (next < 0 || degree[node] < degree[next])) next = node;
      queue.push(next);
    }
    const node = /** @type {number} */ (queue.shift());
    if (done[node]) continue;
    done[node] = true;
    left--;
    for (const to of leaving[node]) {
      if (done[to]) continue;
      rank[to] = Math.max(rank[to], rank[node] + 1);
      if (--degree[to] === 0) queue.push(to);
    }
  }
  return rank;
}

/**
 * Pulls sources next to what they feed, so that they do not all stand in the first column.
 * @param {number[]} rank
 * @param {Link[]} edges
 */
function tighten(rank, edges) {
  const nearest = rank.map(() => Infinity);
  const hasInput = rank.map(() => false);
  for (const { from, to } of edges) {
    if (rank[to] > rank[from]) {
      nearest[from] = Math.min(nearest[from], rank[to]);
      hasInput[to] = true;
    }
  }
  rank.forEach((_, node) => {
    if (!hasInput[node] && nearest[node] !== Infinity) rank[node] = nearest[node] - 1;
  });
}

/**
 * Cuts each long edge into steps of one column; answers the steps and, per edge, the places it passes.
 * @param {number[]} rank
 * @param {Link[]} edges
 */
function cut(rank, edges) {
  /** @type {Link[]} */
  const steps = [];
  const passes = edges.map(({ from, to }) => {
    const places = [];
    let before = from;
    for (let at = rank[from] + 1; at < rank[to]; at++) {
      const place = rank.length;
      rank.push(at);
      places.push(place);
      steps.push({ from: before, to: place });
      before = place;
    }
    if (rank[to] > rank[from]) steps.push({ from: before, to });
    return places;
  });
  return { steps, passes };
}

/**
 * @param {number[][]} columns
 * @param {Link[]} steps
 * @param {number} size
 */
function order(columns, steps, size) {
  const position = new Array(size).fill(0);
  columns.forEach((column) => column.forEach((item, at) => (position[item] = at)));
  /** @type {number[][]} */
  const before = Array.from({ length: size }, () => []);
  /** @type {number[][]} */
  const after = Array.from({ length: size }, () => []);
  for (const { from, to } of steps) {
    before[to].push(from);
    after[from].push(to);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const lists = sweep % 2 === 0 ? before : after;
    const sequence = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of sequence) {
      const mean = (/** @type {number} */ item) =>
        lists[item].reduce((sum, other) => sum + position[other], 0) / lists[item].length;
      const weight = new Map(
        column.map((item) => [item, lists[item].length === 0 ? position[item] : mean(item)]),
      );
      column.sort((a, b) => weight.get(a) - weight.get(b) || a - b);
      column.forEach((item, at) => (position[item] = at));
    }
  }
}

/**
 * The rising numbers that are nearest to the wanted ones: neighbours in the wrong order share their mean.
 * @param {number[]} wanted
 */
function rising(wanted) {
  /** @type {{sum: number, size: number}[]} */
  const blocks = [];
  for (const value of wanted) {
    let last = { sum: value, size: 1 };
    for (let before = blocks.at(-1); before && mean(last) < mean(before); before = blocks.at(-1)) {
      last = { sum: before.sum + last.sum, size: before.size + last.size };
      blocks.pop();
    }
    blocks.push(last);
  }
  return blocks.flatMap((block) => new Array(block.size).fill(mean(block)));
}

/** @param {{sum: number, size: number}} block */
function mean({ sum, size }) {
  return sum / size;
}

/**
 * Moves every item as near to the height of those it is joined with as order and size allow.
 * @param {number[][]} columns
 * @param {Link[]} steps
 * @param {number[]} middle
 * @param {(item: number) => number} tall
 * @param {number} rowGap
 */
function straighten(columns, steps, middle, tall, rowGap) {
  /** @type {number[][]} */
  const before = middle.map(() => []);
  /** @type {number[][]} */
  const after = middle.map(() => []);
  for (const { from, to } of steps) {
    before[to].push(from);
    after[from].push(to);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const joined = sweep % 2 === 0 ? before : after;
    for (const column of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      let taken = 0;
      const offsets = column.map((item) => (taken += tall(item) + rowGap) - tall(item) / 2);
      const wish = (/** @type {number} */ item) =>
        joined[item].length === 0
          ? middle[item]
          : joined[item].reduce((sum, other) => sum + middle[other], 0) / joined[item].length;
      const placed = rising(column.map((item, at) => wish(item) - offsets[at]));
      column.forEach((item, at) => (middle[item] = placed[at] + offsets[at]));
    }
  }
}

/**
 * Answers {places: [{x, y}] per node, routes: per edge the points it passes between its ends, width,
 * height}; edges are {from, to} as node numbers.
 * @param {number} count
 * @param {Link[]} edges
 */
export function layOut(count, edges, { width = 148, height = 40, columnGap = 110, rowGap = 16 } = {}) {
  const rank = ranks(count, edges);
  tighten(rank, edges);
  const { steps, passes } = cut(rank, edges);
  const lowest = rank.reduce((least, value) => Math.min(least, value), 0);
  /** @type {number[][]} */
  const columns = [];
  rank.forEach((value, item) => (columns[value - lowest] ??= []).push(item));
  for (let at = 0; at < columns.length; at++) columns[at] ??= [];
  order(columns, steps, rank.length);
  const tall = (/** @type {number} */ item) => (item < count ? height : LANE);
  const middle = new Array(rank.length);
  for (const column of columns) {
    let y = -column.reduce((sum, item) => sum + tall(item) + rowGap, -rowGap) / 2;
    for (const item of column) {
      middle[item] = y + tall(item) / 2;
      y += tall(item) + rowGap;
    }
  }
  straighten(columns, steps, middle, tall, rowGap);
  const edge = (/** @type {number} */ item, /** @type {number} */ side) => middle[item] + (side * tall(item)) / 2;
  const top = middle.reduce((least, _, item) => Math.min(least, edge(item, -1)), Infinity);
  const total = middle.reduce((most, _, item) => Math.max(most, edge(item, 1) - top), height);
  const places = new Array(rank.length);
  columns.forEach((column, at) => {
    for (const item of column) places[item] = { x: at * (width + columnGap), y: edge(item, -1) - top };
  });
  const routes = passes.map((items) =>
    items.map((item) => ({ x: places[item].x, y: places[item].y + LANE / 2 })),
  );
  return {
    places: places.slice(0, count),
    routes,
    width: columns.length * (width + columnGap) - columnGap,
    height: total,
  };
}

/**
 * A smooth path from (x1, y1) to (x2, y2) through the columns of a route; `width` is a node's.
 * @param {number} x1
 * @param {number} y1
 * @param {Point[]} route
 * @param {number} x2
 * @param {number} y2
 * @param {number} width
 */
export function pathThrough(x1, y1, route, x2, y2, width) {
  let path = `M${x1} ${y1}`;
  let x = x1;
  let y = y1;
  const bendTo = (/** @type {number} */ nextX, /** @type {number} */ nextY) => {
    const bend = Math.max(24, Math.abs(nextX - x) / 2);
    path += ` C${x + bend} ${y} ${nextX - bend} ${nextY} ${nextX} ${nextY}`;
    x = nextX;
    y = nextY;
  };
  for (const point of route) {
    bendTo(point.x, point.y);
    path += ` L${point.x + width} ${point.y}`;
    x = point.x + width;
  }
  bendTo(x2, y2);
  return path;
}
