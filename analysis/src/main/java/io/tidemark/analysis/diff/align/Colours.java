package io.tidemark.analysis.diff.align;

import io.tidemark.capture.graph.Digraph;

/**
 * What tasks look like from further and further away: a colour of depth n tells two tasks apart
 * when the graphs within n edges of them differ. One round of colour refinement costs a pass over
 * the edges. One thread; keeps its arrays from round to round.
 */
final class Colours {
    private static final long ABOVE = 0x9E3779B97F4A7C15L;
    private static final long BELOW = 0xC2B2AE3D27D4EB4FL;

    private final Digraph graph;
    private final long[] above; // what a task is for those that wait for it
    private final long[] below; // and for those that it waits for

    Colours(Digraph graph) {
        this.graph = graph;
        above = new long[graph.nodeCount()];
        below = new long[graph.nodeCount()];
    }

    /** The colours that many edges further out. */
    long[] refine(long[] colours, int rounds) {
        long[] refined = colours.clone();
        for (int round = 0; round < rounds; round++) {
            refine(refined);
        }
        return refined;
    }

    private void refine(long[] colours) {
        for (int node = 0; node < colours.length; node++) {
            above[node] = Hash.mix(colours[node] + ABOVE);
            below[node] = Hash.mix(colours[node] + BELOW);
        }
        for (int node = 0; node < colours.length; node++) {
            long sum = Hash.mix(colours[node]);
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                sum += above[graph.predecessor(at)];
            }
            for (int at = graph.firstSuccessor(node); at < graph.endSuccessor(node); at++) {
                sum += below[graph.successor(at)];
            }
            colours[node] = sum;
        }
    }
}
