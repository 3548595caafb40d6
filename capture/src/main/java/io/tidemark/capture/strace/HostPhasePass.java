package io.tidemark.capture.strace;

import java.util.List;

/** One prepare pass of a host-built graph: one line of {@code host_phase_records.jsonl}. */
public record HostPhasePass(
        long pid, long invocation, String clock, long dropped, List<Phase> phases) {
    /**
     * One timed host operation.
     *
     * @param detail task id for submitting kinds, else bytes, nodes, ...
     */
    public record Phase(String phase, long startNanos, long endNanos, long detail, long tid) {}

    public HostPhasePass {
        phases = List.copyOf(phases);
    }
}
