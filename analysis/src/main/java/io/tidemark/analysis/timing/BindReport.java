package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.HostPhasePass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Times of the prepare phases over the passes of a log. A pass ends with its last upload; the first
 * pass of each rank warms caches up and is left out unless asked for. Immutable.
 *
 * @param passes passes in the log that built a graph
 * @param cold passes left out
 * @param nanosByPhase values of the warm passes, in the fixed order of the phases, unknown ones
 *     last
 * @param totals control-plane sums of the passes that have all its phases
 * @param sometimesMissing control-plane phases that some warm passes lack
 */
public record BindReport(
        String stamp,
        int ranks,
        int passes,
        int cold,
        Map<String, long[]> nanosByPhase,
        long[] totals,
        List<String> sometimesMissing,
        Set<String> unknownPhases) {
    /** What a change of dispatch can move. */
    public static final List<String> CONTROL_PLANE =
            List.of("host_orch", "graph_upload", "relocate", "sm_h2d", "arena_h2d");

    /** {@code ranks} and {@code rounds} are 0 where the caller does not know them. */
    public static BindReport of(BindLog log, int ranks, int rounds, boolean keepFirst) {
        List<Map<String, Long>> passes = passes(log);
        int found = passes.size();
        int rankCount = ranks > 0 ? ranks : rounds > 0 ? Math.max(1, found / rounds) : 1;
        int cold = keepFirst ? 0 : Math.min(rankCount, found);
        List<Map<String, Long>> warm = passes.subList(cold, found);
        Map<String, long[]> nanos = new LinkedHashMap<>();
        HostPhasePass.STAGES.forEach(phase -> values(warm, phase, nanos));
        Set<String> unknown = new TreeSet<>();
        warm.forEach(pass -> unknown.addAll(pass.keySet()));
        unknown.removeAll(HostPhasePass.STAGES);
        List<String> present = CONTROL_PLANE.stream().filter(nanos::containsKey).toList();
        List<String> sometimes = present.stream()
                .filter(phase -> nanos.get(phase).length < warm.size())
                .toList();
        long[] totals = warm.stream()
                .filter(pass -> pass.keySet().containsAll(present))
                .mapToLong(pass -> present.stream().mapToLong(pass::get).sum())
                .toArray();
        return new BindReport(log.stamp(), rankCount, found, cold, nanos, totals, sometimes, unknown);
    }

    public int warm() {
        return passes - cold;
    }

    private static void values(List<Map<String, Long>> passes, String phase, Map<String, long[]> nanos) {
        long[] values = passes.stream()
                .filter(pass -> pass.containsKey(phase))
                .mapToLong(pass -> pass.get(phase))
                .toArray();
        if (values.length > 0) {
            nanos.put(phase, values);
        }
    }

    private static List<Map<String, Long>> passes(BindLog log) {
        List<Map<String, Long>> passes = new ArrayList<>();
        Map<String, Long> open = new HashMap<>();
        for (BindPhase phase : log.phases()) {
            open.merge(phase.phase(), phase.durationNanos(), Long::sum);
            if (phase.phase().equals("arena_h2d")) {
                passes.add(open);
                open = new HashMap<>();
            }
        }
        passes.add(open);
        passes.removeIf(pass -> !pass.containsKey("host_orch"));
        return passes;
    }
}
