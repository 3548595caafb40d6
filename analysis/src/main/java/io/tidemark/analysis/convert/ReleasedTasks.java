package io.tidemark.analysis.convert;

import io.tidemark.capture.graph.Digraph;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Replays completions against the graph and says which tasks each of them released. A task that no
 * core ran completes by itself once its producers have; today's converter waits for it for ever.
 * One thread.
 */
final class ReleasedTasks {
    private final TraceScene scene;
    private final Digraph graph;
    private final int[] satisfied;
    private int[] stack = new int[64];
    private int depth;

    ReleasedTasks(TraceScene scene, Digraph graph, int[] satisfied) {
        this.scene = scene;
        this.graph = graph;
        this.satisfied = satisfied;
    }

    /** Completes the tasks without rows that wait for no other task. */
    void start() {
        for (int node = 0; node < graph.nodeCount(); node++) {
            if (graph.inDegree(node) == 0 && !scene.model.tasks().hasRuns(node)) {
                complete(node, released -> {});
            }
        }
    }

    /** Completes a node and tells every task with rows that waits for nothing more. */
    void complete(int node, IntConsumer released) {
        push(node);
        while (depth > 0) {
            int done = stack[--depth];
            for (int edge = graph.firstSuccessor(done); edge < graph.endSuccessor(done); edge++) {
                int consumer = graph.successor(edge);
                if (++satisfied[consumer] == graph.inDegree(consumer)) {
                    if (scene.model.tasks().hasRuns(consumer)) {
                        released.accept(consumer);
                    } else {
                        push(consumer);
                    }
                }
            }
        }
    }

    private void push(int node) {
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, 2 * depth);
        }
        stack[depth++] = node;
    }
}
