package io.tidemark.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs collected tasks in a random order. Test thread only.
 *
 * @param obedient whether a task waits for its producers; else every order is allowed
 */
record ShuffledOrder(Map<Long, CollectedTask> tasks, boolean obedient) {
    /** How many ran. */
    long run(Random random) throws Exception {
        List<CollectedTask> waiting = new ArrayList<>(tasks.values());
        Set<Long> done = new TreeSet<>();
        while (!waiting.isEmpty()) {
            int start = random.nextInt(waiting.size());
            int chosen = -1;
            for (int i = 0; i < waiting.size() && chosen < 0; i++) {
                int candidate = (start + i) % waiting.size();
                if (!obedient
                        || done.containsAll(onlyTasks(waiting.get(candidate).waitsFor()))) {
                    chosen = candidate;
                }
            }
            CollectedTask task = waiting.remove(chosen);
            task.run(random);
            done.add(task.taskId());
        }
        return done.size();
    }

    /** Alloc tasks are done at once. */
    private Set<Long> onlyTasks(Set<Long> ids) {
        Set<Long> real = new TreeSet<>(ids);
        real.retainAll(tasks.keySet());
        return real;
    }
}
