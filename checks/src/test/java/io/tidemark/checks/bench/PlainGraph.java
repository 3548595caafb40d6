package io.tidemark.checks.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layered graph as anybody would write it on one thread: a map from cell to its last writer, a
 * list of successors, a queue of what is ready. It infers the same dependencies and records
 * nothing. A yardstick that moves with the machine and with the JVM. One thread.
 */
final class PlainGraph {
    private static final int WIDTH = 64;

    private static final class Task {
        final List<Task> successors = new ArrayList<>(4);
        int waitsFor;
    }

    private final Map<Integer, Task> lastWriter = new HashMap<>();
    private final ArrayDeque<Task> ready = new ArrayDeque<>();

    /** Submits and runs; returns how many tasks ran. */
    int run(int tasks) {
        lastWriter.clear();
        for (int task = 0; task < tasks; task++) {
            int column = task % WIDTH;
            int now = (task / WIDTH & 1) * WIDTH;
            int before = WIDTH - now;
            Task made = new Task();
            follow(made, before + column);
            follow(made, before + (column + 1) % WIDTH);
            follow(made, now + column);
            lastWriter.put(now + column, made);
            if (made.waitsFor == 0) {
                ready.add(made);
            }
        }
        int ran = 0;
        for (Task next = ready.poll(); next != null; next = ready.poll()) {
            ran++;
            for (Task successor : next.successors) {
                if (--successor.waitsFor == 0) {
                    ready.add(successor);
                }
            }
        }
        return ran;
    }

    private void follow(Task made, int cell) {
        Task writer = lastWriter.get(cell);
        if (writer != null) {
            writer.successors.add(made);
            made.waitsFor++;
        }
    }
}
