package io.tidemark.runtime.stall;

import java.util.List;

/**
 * A task that was not complete when a run ended. Immutable.
 *
 * @param kernel name of its kernel
 * @param core where it ran or was to run next, -1 when it had no core
 * @param sinceMicros when it was sent there, from the start of the run; below 0 when nobody knows
 * @param waitsFor unfinished tasks it waits for, at most {@link #MOST_EDGES}
 * @param arguments one line per tensor and scalar
 */
public record StuckTask(
        long taskId,
        String kernel,
        State state,
        Progress progress,
        int core,
        double sinceMicros,
        List<Long> waitsFor,
        List<String> arguments) {
    public static final int MOST_EDGES = 8;

    /** How far it had come. */
    public enum State {
        RUNNING,
        PENDING,
        READY,
        WAITING
    }

    /** What its core did after the stop, by two looks at the core's progress word. */
    public enum Progress {
        /** It is on no core. */
        NONE,
        /** The kernel returned when it was asked to stop. */
        RETURNED,
        ADVANCING,
        FROZEN
    }

    public StuckTask {
        waitsFor = List.copyOf(waitsFor);
        arguments = List.copyOf(arguments);
    }
}
