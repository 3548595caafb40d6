package io.tidemark.capture.model;

import io.tidemark.capture.graph.Digraph;
import java.util.Arrays;
import java.util.BitSet;

/**
 * When the data of each task was there. A task that no core ran (dummy, allocation, skipped) passes
 * on what it waited for, so it neither cuts the graph nor takes time. Tasks on a cycle of such
 * tasks count as having no producers. Immutable; linear in the edges.
 */
public final class Readiness {
    private final Digraph graph;
    private final long[] completion;
    private final long[] dataReady; // cached: often asked for, and each computation walks over all producers

    Readiness(KernelRuns runs, Tasks tasks, Digraph graph) {
        this.graph = graph;
        completion = new long[tasks.size()];
        Arrays.fill(completion, KernelRuns.NONE);
        BitSet ran = new BitSet(tasks.size());
        for (int run = 0; run < runs.size(); run++) {
            int task = tasks.ofRun(run);
            ran.set(task);
            completion[task] = Math.max(completion[task], endOrOrigin(runs, run));
        }
        passOn(ran);
        dataReady = new long[tasks.size()];
        for (int task = 0; task < dataReady.length; task++) {
            dataReady[task] = latestCompletion(task);
        }
    }

    /** A run without an end counts as ended at the origin, before everything that has a time. */
    private static long endOrOrigin(KernelRuns runs, int run) {
        return runs.end(run) == KernelRuns.NONE ? 0 : runs.end(run);
    }

    /** Gives tasks no core ran the latest completion of their producers, in topological order. */
    private void passOn(BitSet ran) {
        int nodes = graph.nodeCount();
        int[] waiting = new int[nodes];
        int[] queue = new int[nodes];
        int size = 0;
        for (int node = ran.nextClearBit(0); node < nodes; node = ran.nextClearBit(node + 1)) {
            for (int at = graph.firstPredecessor(node); at < graph.endPredecessor(node); at++) {
                waiting[node] += ran.get(graph.predecessor(at)) ? 0 : 1;
            }
            if (waiting[node] == 0) {
                queue[size++] = node;
            }
        }
        for (int next = 0; next < size; next++) {
            int node = queue[next];
            completion[node] = latestCompletion(node);
            for (int edge = graph.firstSuccessor(node); edge < graph.endSuccessor(node); edge++) {
                int consumer = graph.successor(edge);
                if (!ran.get(consumer) && --waiting[consumer] == 0) {
                    queue[size++] = consumer;
                }
            }
        }
    }

    /** When the last producer of a task ended; {@link KernelRuns#NONE} for a root. */
    public long dataReady(int task) {
        return dataReady[task];
    }

    private long latestCompletion(int task) {
        long latest = KernelRuns.NONE;
        for (int at = graph.firstPredecessor(task); at < graph.endPredecessor(task); at++) {
            int producer = graph.predecessor(at);
            if (producer != task) {
                latest = Math.max(latest, completion[producer]);
            }
        }
        return latest;
    }

    /** When a task ended, or what it waited for if no core ran it. */
    public long completion(int task) {
        return completion[task];
    }
}
