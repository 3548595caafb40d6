package io.tidemark.analysis.diff.align;

import io.tidemark.capture.graph.Digraph;
import java.util.HashMap;
import java.util.Map;

/**
 * Pairs open tasks by the company they keep: every neighbour that has a counterpart votes for the
 * open tasks beside that counterpart. Two tasks belong together when each is the other's first
 * choice; between equals the one closer in the order of submission is chosen. A neighbour with very
 * many others beside it does not vote. One thread; linear in the edges of open tasks.
 */
final class NeighbourVotes {
    private static final int MOST_BESIDE = 64;
    private static final int MOST_ROUNDS = 8;

    private final Digraph graph;
    private final Digraph otherGraph;
    private final Matching matching;
    private final Votable votable;

    /** Whether two open tasks may be paired at all. */
    interface Votable {
        boolean mayPair(int place, int other);
    }

    NeighbourVotes(Digraph graph, Digraph otherGraph, Matching matching, Votable votable) {
        this.graph = graph;
        this.otherGraph = otherGraph;
        this.matching = matching;
        this.votable = votable;
    }

    void match() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int before = matching.size();
            Map<Integer, Integer> choices = new HashMap<>();
            for (int place = 0; place < matching.ones(); place++) {
                if (matching.isOpen(place)) {
                    int choice = choice(place, true);
                    if (choice != Matching.NONE) {
                        choices.put(place, choice);
                    }
                }
            }
            for (int place = 0; place < matching.ones(); place++) {
                Integer choice = choices.get(place);
                if (choice != null && matching.isOtherOpen(choice) && choice(choice, false) == place) {
                    matching.pair(place, choice);
                }
            }
            if (matching.size() == before) {
                return;
            }
        }
    }

    private int choice(int place, boolean isFirst) {
        Map<Integer, Integer> votes = new HashMap<>();
        Digraph own = isFirst ? graph : otherGraph;
        Digraph other = isFirst ? otherGraph : graph;
        for (int at = own.firstPredecessor(place); at < own.endPredecessor(place); at++) {
            int partner = partner(own.predecessor(at), isFirst);
            if (partner != Matching.NONE && other.outDegree(partner) <= MOST_BESIDE) {
                for (int edge = other.firstSuccessor(partner); edge < other.endSuccessor(partner); edge++) {
                    vote(place, other.successor(edge), isFirst, votes);
                }
            }
        }
        for (int at = own.firstSuccessor(place); at < own.endSuccessor(place); at++) {
            int partner = partner(own.successor(at), isFirst);
            if (partner != Matching.NONE && other.inDegree(partner) <= MOST_BESIDE) {
                for (int edge = other.firstPredecessor(partner); edge < other.endPredecessor(partner); edge++) {
                    vote(place, other.predecessor(edge), isFirst, votes);
                }
            }
        }
        return votes.isEmpty() ? Matching.NONE : best(place, isFirst, votes);
    }

    private int partner(int place, boolean isFirst) {
        return isFirst ? matching.other(place) : matching.one(place);
    }

    private void vote(int place, int candidate, boolean isFirst, Map<Integer, Integer> votes) {
        boolean isOpen = isFirst ? matching.isOtherOpen(candidate) : matching.isOpen(candidate);
        boolean may = isOpen && (isFirst ? votable.mayPair(place, candidate) : votable.mayPair(candidate, place));
        if (may) {
            votes.merge(candidate, 1, Integer::sum);
        }
    }

    private int best(int place, boolean isFirst, Map<Integer, Integer> votes) {
        int expected = expected(place, isFirst);
        int best = Matching.NONE;
        for (Map.Entry<Integer, Integer> entry : votes.entrySet()) {
            int candidate = entry.getKey();
            if (best == Matching.NONE || isBetter(candidate, best, votes, expected)) {
                best = candidate;
            }
        }
        return best;
    }

    private static boolean isBetter(int candidate, int best, Map<Integer, Integer> votes, int expected) {
        int byVotes = votes.get(candidate) - votes.get(best);
        if (byVotes != 0) {
            return byVotes > 0;
        }
        int distance = Math.abs(candidate - expected) - Math.abs(best - expected);
        return distance != 0 ? distance < 0 : candidate < best;
    }

    /** Behind the counterpart of the task before it. */
    private int expected(int place, boolean isFirst) {
        for (int before = place - 1; before >= 0 && before > place - MOST_BESIDE; before--) {
            int partner = partner(before, isFirst);
            if (partner != Matching.NONE) {
                return partner + place - before;
            }
        }
        return place;
    }
}
