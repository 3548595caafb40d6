package io.tidemark.analysis.overhead;

import io.tidemark.capture.swimlane.CoreType;

/**
 * Where the time of an engine's cores went, in nanoseconds of all its cores together. The parts add
 * up to {@link #total}.
 *
 * @param compute kernels ran
 * @param pickup a core had a task and had not started it
 * @param scheduler a core was free and a submitted task with its data there was not dispatched
 * @param submit a core was free and a task with its data there was not submitted
 * @param dependency a core was free and nothing could have run
 */
public record EngineShares(
        CoreType type,
        int cores,
        double compute,
        double pickup,
        double scheduler,
        double submit,
        double dependency) {
    public double total() {
        return compute + pickup + scheduler + submit + dependency;
    }

    public double percent(double nanos) {
        return total() <= 0 ? 0 : nanos / total() * 100;
    }
}
