package io.tidemark.analysis.deps;

/**
 * Neighbours of numbered nodes in two flat arrays: those of node {@code n} lie from {@code
 * start[n]} to {@code start[n + 1]}, ascending. Immutable by convention: no code writes into the
 * arrays.
 *
 * @param start node count plus one positions
 * @param node the neighbours
 */
record Adjacency(int[] start, int[] node) {
    /** From edges sorted by (from, to) without duplicates. */
    static Adjacency ofSorted(int nodes, int[] from, int[] to) {
        int[] start = new int[nodes + 1];
        for (int source : from) {
            start[source + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            start[node + 1] += start[node];
        }
        return new Adjacency(start, to);
    }

    int count() {
        return start.length - 1;
    }

    int degree(int node) {
        return start[node + 1] - start[node];
    }

    /** The same edges seen from their other end. */
    Adjacency reversed() {
        int nodes = count();
        int[] start = new int[nodes + 1];
        for (int target : node) {
            start[target + 1]++;
        }
        for (int at = 0; at < nodes; at++) {
            start[at + 1] += start[at];
        }
        int[] next = start.clone();
        int[] other = new int[node.length];
        for (int from = 0; from < nodes; from++) {
            for (int edge = this.start[from]; edge < this.start[from + 1]; edge++) {
                other[next[node[edge]]++] = from;
            }
        }
        return new Adjacency(start, other);
    }
}
