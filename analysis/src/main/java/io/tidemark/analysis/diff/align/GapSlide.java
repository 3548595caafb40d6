package io.tidemark.analysis.diff.align;

import io.tidemark.capture.graph.Digraph;
import java.util.Arrays;

/**
 * Moves tasks without counterpart to the place where the graph says that they are. Of equal tasks
 * in a row the order cannot tell which one is new: {@code a a a} and {@code a a} fit in three ways.
 * A run of open tasks slides along equal ones to where most edges agree. One thread; near linear.
 */
final class GapSlide {
    private static final int MOST = 2048; // places a run slides in either direction

    private final Digraph graph;
    private final Digraph otherGraph;
    private final Tokens kernels;
    private final Matching matching;
    private final int[] mark;

    GapSlide(Digraph graph, Digraph otherGraph, Tokens kernels, Matching matching) {
        this.graph = graph;
        this.otherGraph = otherGraph;
        this.kernels = kernels;
        this.matching = matching;
        mark = new int[otherGraph.nodeCount()];
        Arrays.fill(mark, -1);
    }

    /** Slides every run of open tasks that has a pair on both sides, first those of one side. */
    void run() {
        for (int place = 1; place < matching.ones(); place++) {
            if (matching.isOpen(place) && !matching.isOpen(place - 1)) {
                int to = place;
                while (to < matching.ones() && matching.isOpen(to)) {
                    to++;
                }
                slideFirst(place, to);
            }
        }
        for (int place = 1; place < matching.others(); place++) {
            if (matching.isOtherOpen(place) && !matching.isOtherOpen(place - 1)) {
                int to = place;
                while (to < matching.others() && matching.isOtherOpen(to)) {
                    to++;
                }
                slideSecond(place, to);
            }
        }
    }

    /** Open tasks {@code from..to-1} of the first sequence; their neighbours' partners touch. */
    private void slideFirst(int from, int to) {
        int left = matching.other(from - 1) + 1;
        boolean isInside = to >= matching.ones() || matching.other(to) == left;
        if (!isInside) {
            return;
        }
        int best = 0;
        int score = 0;
        int highest = 0;
        for (int step = 0; step < MOST && to + step < matching.ones(); step++) {
            int other = left + step;
            boolean goesOn = other < matching.others()
                    && matching.other(to + step) == other
                    && kernels.isEqual(from + step, other);
            if (!goesOn) {
                break;
            }
            score += agreement(from + step, other) - agreement(to + step, other);
            if (score > highest) {
                highest = score;
                best = step + 1;
            }
        }
        score = 0;
        for (int step = 1; step < MOST && from - step >= 0; step++) {
            int other = left - step;
            boolean goesOn = other >= 0 && matching.other(from - step) == other && kernels.isEqual(to - step, other);
            if (!goesOn) {
                break;
            }
            score += agreement(to - step, other) - agreement(from - step, other);
            if (score > highest) {
                highest = score;
                best = -step;
            }
        }
        for (int step = 0; step < best; step++) {
            matching.move(to + step, from + step);
        }
        for (int step = 1; step <= -best; step++) {
            matching.move(from - step, to - step);
        }
    }

    /** The same for open tasks of the second sequence. */
    private void slideSecond(int from, int to) {
        int left = matching.one(from - 1) + 1;
        boolean isInside = to >= matching.others() || matching.one(to) == left;
        if (!isInside) {
            return;
        }
        int best = 0;
        int score = 0;
        int highest = 0;
        for (int step = 0; step < MOST && to + step < matching.others(); step++) {
            int one = left + step;
            boolean goesOn =
                    one < matching.ones() && matching.one(to + step) == one && kernels.isEqual(one, from + step);
            if (!goesOn) {
                break;
            }
            score += agreement(one, from + step) - agreement(one, to + step);
            if (score > highest) {
                highest = score;
                best = step + 1;
            }
        }
        score = 0;
        for (int step = 1; step < MOST && from - step >= 0; step++) {
            int one = left - step;
            boolean goesOn = one >= 0 && matching.one(from - step) == one && kernels.isEqual(one, to - step);
            if (!goesOn) {
                break;
            }
            score += agreement(one, to - step) - agreement(one, from - step);
            if (score > highest) {
                highest = score;
                best = -step;
            }
        }
        for (int step = 0; step < best; step++) {
            matching.moveOther(to + step, from + step);
        }
        for (int step = 1; step <= -best; step++) {
            matching.moveOther(from - step, to - step);
        }
    }

    /** Edges of a task whose other ends belong together, less those whose do not. */
    private int agreement(int place, int other) {
        int agreeing = 0;
        int all = graph.inDegree(place) + graph.outDegree(place);
        int otherAll = otherGraph.inDegree(other) + otherGraph.outDegree(other);
        for (int at = otherGraph.firstPredecessor(other); at < otherGraph.endPredecessor(other); at++) {
            mark[otherGraph.predecessor(at)] = place;
        }
        for (int at = graph.firstPredecessor(place); at < graph.endPredecessor(place); at++) {
            int partner = matching.other(graph.predecessor(at));
            agreeing += partner != Matching.NONE && mark[partner] == place ? 1 : 0;
        }
        for (int at = otherGraph.firstPredecessor(other); at < otherGraph.endPredecessor(other); at++) {
            mark[otherGraph.predecessor(at)] = -1;
        }
        for (int at = otherGraph.firstSuccessor(other); at < otherGraph.endSuccessor(other); at++) {
            mark[otherGraph.successor(at)] = place;
        }
        for (int at = graph.firstSuccessor(place); at < graph.endSuccessor(place); at++) {
            int partner = matching.other(graph.successor(at));
            agreeing += partner != Matching.NONE && mark[partner] == place ? 1 : 0;
        }
        for (int at = otherGraph.firstSuccessor(other); at < otherGraph.endSuccessor(other); at++) {
            mark[otherGraph.successor(at)] = -1;
        }
        return 4 * agreeing - all - otherAll;
    }
}
