package io.tidemark.analysis.doctor;

import java.util.Comparator;
import java.util.Locale;

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

    static Blockage of(HangFacts facts) {
        return switch (facts.errorCode()) {
            case SCOPE_DEADLOCK, FLOW_CONTROL_DEADLOCK -> slots(facts);
            case HEAP_RING_DEADLOCK -> heap(facts);
            default -> new Blockage("", null, "", "");
        };
    }

    private static Blockage slots(HangFacts facts) {
        HangFacts.Ring ring = fullest(facts, Comparator.comparingDouble(Blockage::slotShare));
        return new Blockage(
                "task slots",
                ring,
                ring.liveTasks() + " of " + ring.mostTasks() + " in use",
                "Raise --ring-task-window above %d, or close scopes earlier."
                        .formatted(ring.mostTasks() + 1));
    }

    private static Blockage heap(HangFacts facts) {
        HangFacts.Ring ring = fullest(facts, Comparator.comparingDouble(Blockage::heapShare));
        return new Blockage(
                "heap",
                ring,
                String.format(
                        Locale.ROOT,
                        "%d of %d bytes in use",
                        ring.heapUsedBytes(),
                        ring.heapBytes()),
                "Raise --ring-heap above %d bytes, or close scopes earlier."
                        .formatted(ring.heapBytes()));
    }

    private static HangFacts.Ring fullest(HangFacts facts, Comparator<HangFacts.Ring> by) {
        return facts.rings().stream()
                .max(by)
                .orElseThrow(() -> new IllegalArgumentException("rings=none"));
    }

    private static double slotShare(HangFacts.Ring ring) {
        return (double) ring.liveTasks() / ring.mostTasks();
    }

    private static double heapShare(HangFacts.Ring ring) {
        return (double) ring.heapUsedBytes() / ring.heapBytes();
    }
}
