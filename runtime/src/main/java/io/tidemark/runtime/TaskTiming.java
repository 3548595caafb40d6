package io.tidemark.runtime;

/**
 * What one timing slot holds after a run, counted from the start of the orchestration. Immutable.
 *
 * @param subtasks blocks and kernels of all tasks timed in this slot
 * @param dispatchTicks earliest dispatch; 0 when a task of the slot did not finish
 * @param finishTicks latest finish; 0 when a task of the slot did not finish
 */
public record TaskTiming(
        int slot,
        long subtasks,
        long dispatchTicks,
        long finishTicks,
        double dispatchMicros,
        double finishMicros) {
    public boolean isWhole() {
        return finishTicks > 0;
    }
}
