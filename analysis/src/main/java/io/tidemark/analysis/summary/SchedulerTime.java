package io.tidemark.analysis.summary;

import io.tidemark.capture.swimlane.PhaseKind;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one scheduler thread did during the makespan. Phases inside other phases are not counted
 * twice.
 *
 * @param busyTicks in any outer phase
 * @param ticksByPhase by name as the file writes it, in order of first appearance
 */
public record SchedulerTime(int thread, long busyTicks, Map<String, Long> ticksByPhase) {
    public SchedulerTime {
        ticksByPhase = new LinkedHashMap<>(ticksByPhase);
    }

    /** Threads with at least one record; time outside the makespan is cut off. */
    static List<SchedulerTime> of(SchedulerPhases phases, long beginTick, long endTick) {
        List<SchedulerTime> threads = new ArrayList<>();
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            Map<String, Long> ticks = new LinkedHashMap<>();
            long until = beginTick;
            long busy = 0;
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                boolean idle = phases.kindName(row).equals("idle");
                if (phases.kind(row).placement() != PhaseKind.Placement.OUTER || idle) {
                    continue;
                }
                long start = Math.max(phases.startTick(row), beginTick);
                long end = Math.min(phases.endTick(row), endTick);
                long length = Math.max(0, end - start);
                ticks.merge(phases.kindName(row), length, Long::sum);
                busy += Math.max(0, end - Math.max(start, until));
                until = Math.max(until, end);
            }
            if (!ticks.isEmpty()) {
                threads.add(new SchedulerTime(lane, busy, ticks));
            }
        }
        return threads;
    }
}
