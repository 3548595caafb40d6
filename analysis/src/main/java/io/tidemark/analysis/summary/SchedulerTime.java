package io.tidemark.analysis.summary;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.coretime.Makespan;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one scheduler thread did during the makespan. Phases inside other phases are not counted
 * twice.
 *
 * @param busyNanos in any outer phase
 * @param nanosByPhase by name as the file writes it, in order of first appearance
 */
public record SchedulerTime(int thread, long busyNanos, Map<String, Long> nanosByPhase) {
    public SchedulerTime {
        nanosByPhase = new LinkedHashMap<>(nanosByPhase);
    }

    /** Threads with at least one record; time outside the makespan is cut off. */
    static List<SchedulerTime> of(SchedulerPhases phases, Timeline axis, Makespan makespan) {
        List<SchedulerTime> threads = new ArrayList<>();
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            Map<String, Long> nanos = new LinkedHashMap<>();
            long until = makespan.beginNanos();
            long busy = 0;
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                boolean idle = phases.kindName(row).equals("idle");
                if (phases.kind(row).placement() != SchedPhaseKind.Placement.OUTER || idle) {
                    continue;
                }
                long start = Math.max(axis.nanos(phases.startTick(row)), makespan.beginNanos());
                long end = Math.min(axis.nanos(phases.endTick(row)), makespan.endNanos());
                long length = Math.max(0, end - start);
                nanos.merge(phases.kindName(row), length, Long::sum);
                busy += Math.max(0, end - Math.max(start, until));
                until = Math.max(until, end);
            }
            if (!nanos.isEmpty()) {
                threads.add(new SchedulerTime(lane, busy, nanos));
            }
        }
        return threads;
    }
}
