// Lays out a small directed graph in columns: sources left, sinks right, few crossings.

const SWEEPS = 6;

/** Longest-path rank of each node; an edge that closes a cycle is left out of the ranking. */
function ranks(count, edges) {
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
      for (let node = 0; node < count; node++) if (!done[node] && (next < 0 || degree[node] < degree[next])) next = node;
      queue.push(next);
    }
    const node = queue.shift();
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

/** Pulls sources next to what they feed, so that they do not all stand in the first column. */
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

function order(columns, edges, rank) {
  const position = new Array(rank.length).fill(0);
  columns.forEach((column) => column.forEach((node, at) => (position[node] = at)));
  const neighbours = (forward) => {
    const lists = rank.map(() => []);
    for (const { from, to } of edges) {
      if (forward) lists[to].push(from);
      else lists[from].push(to);
    }
    return lists;
  };
  const before = neighbours(true);
  const after = neighbours(false);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const lists = sweep % 2 === 0 ? before : after;
    const sequence = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of sequence) {
      const weight = new Map(
        column.map((node) => {
          const list = lists[node];
          const mean = list.length === 0 ? position[node] : list.reduce((sum, other) => sum + position[other], 0) / list.length;
          return [node, mean];
        })
      );
      column.sort((a, b) => weight.get(a) - weight.get(b) || a - b);
      column.forEach((node, at) => (position[node] = at));
    }
  }
}

/** Answers {x, y} per node and the size of the drawing; edges are {from, to} as node numbers. */
export function layOut(count, edges, { width = 148, height = 40, columnGap = 92, rowGap = 16 } = {}) {
  const rank = ranks(count, edges);
  tighten(rank, edges);
  const lowest = Math.min(...rank, 0);
  const columns = [];
  rank.forEach((value, node) => (columns[value - lowest] ??= []).push(node));
  for (let at = 0; at < columns.length; at++) columns[at] ??= [];
  order(columns, edges, rank);
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const total = tallest * (height + rowGap) - rowGap;
  const places = new Array(count);
  columns.forEach((column, at) => {
    const own = column.length * (height + rowGap) - rowGap;
    column.forEach((node, row) => {
      places[node] = { x: at * (width + columnGap), y: (total - own) / 2 + row * (height + rowGap) };
    });
  });
  return { places, width: columns.length * (width + columnGap) - columnGap, height: total };
}
