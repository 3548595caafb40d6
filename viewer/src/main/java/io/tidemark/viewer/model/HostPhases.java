package io.tidemark.viewer.model;

import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the host did to prepare the run on the timeline: the phases of the passes that submitted it,
 * by start. A records file is appended to by every run, so passes of other runs are left out and
 * counted. Immutable.
 *
 * @param phases in the order of the file
 * @param otherPasses passes that belong to other runs
 * @param dropped phases the recorder says it lost
 */
public record HostPhases(List<Placed> phases, int otherPasses, long dropped) {
    private static final String CLOCK = "host_monotonic_ns";

    /** A phase and the pass it comes from. */
    public record Placed(HostPhasePass.Phase phase, long invocation) {}

    public HostPhases {
        phases = List.copyOf(phases);
    }

    static HostPhases of(List<HostPhasePass> passes, SwimlaneTable table) {
        List<HostPhasePass> ours = passes.stream()
                .filter(pass -> pass.clock().isEmpty() || pass.clock().equals(CLOCK))
                .filter(pass -> submitted(pass, table.hostSubmits()))
                .toList();
        List<Placed> phases = new ArrayList<>();
        long dropped = 0;
        for (HostPhasePass pass : ours) {
            dropped += pass.dropped();
            for (HostPhasePass.Phase phase : pass.phases()) {
                if (phase.startNanos() > 0 && phase.endNanos() >= phase.startNanos()) {
                    phases.add(new Placed(phase, pass.invocation()));
                }
            }
        }
        return new HostPhases(phases, passes.size() - ours.size(), dropped);
    }

    /**
     * A pass belongs to this capture if a submit of the swimlane is within it; without submits this
     * is unknown.
     */
    private static boolean submitted(HostPhasePass pass, SubmitPhases submits) {
        if (submits.size() == 0) {
            return true;
        }
        long start = submits.start(0);
        boolean before = pass.phases().stream().anyMatch(phase -> phase.startNanos() <= start);
        return before && pass.phases().stream().anyMatch(phase -> phase.endNanos() >= start);
    }

    /** The first stamp, 0 when there is none. */
    long earliestNanos() {
        return phases.stream()
                .mapToLong(placed -> placed.phase().startNanos())
                .min()
                .orElse(0);
    }
}
