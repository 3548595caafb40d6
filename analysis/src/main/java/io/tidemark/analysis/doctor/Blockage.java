package io.tidemark.analysis.doctor;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * The resource that a run ran out of, by its error code. Immutable.
 *
 * @param resource what ran out, empty when it was none of these
 * @param use how full it was
 * @param advice which setting would have avoided it
 */
record Blockage(String resource, HangFacts.Ring ring, String use, String advice) {
    private static final int SCOPE_DEADLOCK = 1;
    private static final int HEAP_RING_DEADLOCK = 2;
    private static final int FLOW_CONTROL_DEADLOCK = 3;

    private static final Blockage NONE = new Blockage("", null, "", "");

    static Blockage of(HangFacts facts) {
        if (facts.rings().isEmpty()) {
            return NONE; // it is not known how full they were
        }
        return switch (facts.errorCode()) {
            case SCOPE_DEADLOCK, FLOW_CONTROL_DEADLOCK ->
                slots(fullest(facts, Comparator.comparingDouble(Blockage::slotShare)));
            case HEAP_RING_DEADLOCK -> heap(fullest(facts, Comparator.comparingDouble(Blockage::heapShare)));
            default -> ofWait(facts);
        };
    }

    /** Something else ended the run, while the orchestrator waited for room. */
    private static Blockage ofWait(HangFacts facts) {
        HangFacts.Wait wait = facts.orchestratorWait();
        Optional<HangFacts.Ring> ring =
                facts.rings().stream().filter(r -> r.ring() == wait.ring()).findFirst();
        if (ring.isEmpty()) {
            return NONE;
        }
        return switch (wait.resource()) {
            case TASK_SLOTS -> slots(ring.get());
            case HEAP -> heap(ring.get());
            case LIST_NODES ->
                new Blockage(
                        "dependency list nodes",
                        ring.get(),
                        "all in use",
                        "Raise --ring-dep-pool, or submit tasks with fewer producers.");
            default -> NONE;
        };
    }

    private static Blockage slots(HangFacts.Ring ring) {
        return new Blockage(
                "task slots",
                ring,
                ring.liveTasks() + " of " + ring.mostTasks() + " in use",
                "Raise --ring-task-window above %d, or close scopes earlier.".formatted(ring.mostTasks() + 1));
    }

    private static Blockage heap(HangFacts.Ring ring) {
        return new Blockage(
                "heap",
                ring,
                String.format(Locale.ROOT, "%d of %d bytes in use", ring.heapUsedBytes(), ring.heapBytes()),
                "Raise --ring-heap above %d bytes, or close scopes earlier.".formatted(ring.heapBytes()));
    }

    private static HangFacts.Ring fullest(HangFacts facts, Comparator<HangFacts.Ring> by) {
        return facts.rings().stream().max(by).orElseThrow();
    }

    private static double slotShare(HangFacts.Ring ring) {
        return (double) ring.liveTasks() / ring.mostTasks();
    }

    private static double heapShare(HangFacts.Ring ring) {
        return (double) ring.heapUsedBytes() / ring.heapBytes();
    }
}
