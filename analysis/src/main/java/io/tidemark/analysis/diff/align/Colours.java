package io.tidemark.analysis.diff.align;

import io.tidemark.capture.graph.Digraph;

/**
 * What tasks look like from further and further away: a colour of depth n tells two tasks apart
 * when the graphs within n edges of them differ. One round of colour refinement costs a pass over
 * the edges. Pure.
 */
final class Colours {
    private static final long ABOVE = 0x9E3779B97F4A7C15L;
    private static final long BELOW = 0xC2B2AE3D27D4EB4FL;

    private Colours() {}

    /** The colours one edge further out. */
    static long[] refine(Digraph graph, long[] colours) {
        long[] refined = new long[colours.length];
        long[] above = new long[colours.length];
        long[] below = new long[colours.length];
        for (int node = 0; node < refined.length; node++) {
            above[node] = Hash.mix(colours[node] + ABOVE);
            below[node] = Hash.mix(colours[node] + BELOW);
        }
        for (int node = 0; node < refined.length; node++) {
            long sum = Hash.mix(colours[node]);
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                sum += above[graph.predecessor(at)];
            }
            for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                sum += below[graph.successor(at)];
            }
            refined[node] = sum;
        }
        return refined;
    }

    /** The colours that many edges further out. */
    static long[] refine(Digraph graph, long[] colours, int rounds) {
        long[] refined = colours;
        for (int round = 0; round < rounds; round++) {
            refined = refine(graph, refined);
        }
        return refined;
    }
}
