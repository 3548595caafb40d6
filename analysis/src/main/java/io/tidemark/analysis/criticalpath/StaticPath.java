package io.tidemark.analysis.criticalpath;

import java.util.Arrays;

/**
 * The longest chain of kernel times along kept edges: no run of these kernels can be shorter,
 * however many cores there are. Immutable.
 */
final class StaticPath {
    private final long length;
    private final int[] path;

    StaticPath(PathTasks tasks, PathEdges edges) {
        long[] finish = new long[tasks.size()];
        int[] before = new int[tasks.size()];
        Arrays.fill(before, -1);
        int sink = -1;
        for (int task : edges.order()) {
            long best = 0;
            for (int at = edges.begin(task); at < edges.end(task); at++) {
                int from = edges.predecessor(at);
                if (finish[from] > best) {
                    best = finish[from];
                    before[task] = from;
                }
            }
            finish[task] = best + tasks.duration(task);
            if (sink < 0 || finish[task] > finish[sink]) {
                sink = task;
            }
        }
        length = sink < 0 ? 0 : finish[sink];
        path = trace(tasks, before, sink);
    }

    private static int[] trace(PathTasks tasks, int[] before, int sink) {
        int count = 0;
        for (int task = sink; task >= 0; task = before[task]) {
            count += tasks.isTimed(task) ? 1 : 0;
        }
        int[] path = new int[count];
        for (int task = sink; task >= 0; task = before[task]) {
            if (tasks.isTimed(task)) {
                path[--count] = task;
            }
        }
        return path;
    }

    long length() {
        return length;
    }

    /** Tasks that ran, first to last. */
    int[] path() {
        return path;
    }
}
