package io.tidemark.analysis.diff.align;

import io.tidemark.capture.column.LongIndex;
import io.tidemark.capture.graph.Digraph;
import java.util.Arrays;

/**
 * Pairs open tasks wherever they stand, by a colour that occurs once among the open tasks of either
 * side. Two changed tasks may look alike by chance, so one edge must agree. An edge agrees if a
 * neighbour of the one task has its counterpart among the neighbours of the other, or is paired in
 * the same way. One thread; linear.
 */
final class MovedTasks {
    private static final int NONE = Matching.NONE;
    private static final int SEVERAL = -2;
    private static final int MOST_BESIDE = 64; // of a neighbour with more, edges are not looked at

    private final Digraph graph;
    private final Digraph otherGraph;
    private final Matching matching;

    MovedTasks(Digraph graph, Digraph otherGraph, Matching matching) {
        this.graph = graph;
        this.otherGraph = otherGraph;
        this.matching = matching;
    }

    /** Pairs what colours tell apart and an edge agrees with. */
    void match(long[] colours, long[] otherColours) {
        int[] candidate = candidates(colours, otherColours);
        for (int place = 0; place < candidate.length; place++) {
            if (candidate[place] != NONE && isSupported(place, candidate)) {
                matching.pair(place, candidate[place]);
            }
        }
    }

    /** Pairs what marks of the tasks themselves tell apart. */
    void matchMarked(long[] marks, long[] otherMarks) {
        int[] candidate = candidates(marks, otherMarks);
        for (int place = 0; place < candidate.length; place++) {
            if (candidate[place] != NONE) {
                matching.pair(place, candidate[place]);
            }
        }
    }

    private int[] candidates(long[] colours, long[] otherColours) {
        LongIndex known = new LongIndex();
        for (int place = 0; place < colours.length; place++) {
            if (matching.isOpen(place)) {
                known.add(colours[place]);
            }
        }
        int[] first = new int[known.size()];
        int[] second = new int[known.size()];
        Arrays.fill(first, NONE);
        Arrays.fill(second, NONE);
        for (int place = 0; place < colours.length; place++) {
            if (matching.isOpen(place)) {
                int colour = known.find(colours[place]);
                first[colour] = first[colour] == NONE ? place : SEVERAL;
            }
        }
        for (int place = 0; place < otherColours.length; place++) {
            int colour = matching.isOtherOpen(place) ? known.find(otherColours[place]) : NONE;
            if (colour != LongIndex.ABSENT) {
                second[colour] = second[colour] == NONE ? place : SEVERAL;
            }
        }
        int[] candidate = new int[colours.length];
        Arrays.fill(candidate, NONE);
        for (int colour = 0; colour < first.length; colour++) {
            if (first[colour] >= 0 && second[colour] >= 0) {
                candidate[first[colour]] = second[colour];
            }
        }
        return candidate;
    }

    private boolean isSupported(int place, int[] candidate) {
        int other = candidate[place];
        for (int at = graph.firstPredecessor(place); at < graph.endPredecessor(place); at++) {
            int partner = partner(graph.predecessor(at), candidate);
            if (partner != NONE && hasEdge(partner, other)) {
                return true;
            }
        }
        for (int at = graph.firstSuccessor(place); at < graph.endSuccessor(place); at++) {
            int partner = partner(graph.successor(at), candidate);
            if (partner != NONE && hasEdge(other, partner)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasEdge(int from, int to) {
        return otherGraph.outDegree(from) <= MOST_BESIDE && otherGraph.edge(from, to) >= 0;
    }

    private int partner(int neighbour, int[] candidate) {
        return matching.isOpen(neighbour) ? candidate[neighbour] : matching.other(neighbour);
    }
}
