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
        boolean[] counts = new boolean[phases.nameCount()];
        for (int name = 0; name < counts.length; name++) {
            counts[name] = phases.kindOfName(name).placement() == SchedPhaseKind.Placement.OUTER
                    && !phases.nameText(name).equals("idle");
        }
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            Map<String, Long> nanos = new LinkedHashMap<>();
            long[] sums = new long[counts.length]; // by name
            long until = makespan.beginNanos();
            long busy = 0;
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                int name = phases.name(row);
                if (!counts[name]) {
                    continue;
                }
                if (sums[name] == 0) {
                    nanos.put(phases.nameText(name), 0L); // in its place of the order
                }
                long start = Math.max(axis.nanos(phases.startTick(row)), makespan.beginNanos());
                long end = Math.min(axis.nanos(phases.endTick(row)), makespan.endNanos());
                long length = Math.max(0, end - start);
                sums[name] += length;
                busy += Math.max(0, end - Math.max(start, until));
                until = Math.max(until, end);
            }
            for (int name = 0; name < sums.length; name++) {
                nanos.replace(phases.nameText(name), sums[name]);
            }
            if (!nanos.isEmpty()) {
                threads.add(new SchedulerTime(lane, busy, nanos));
            }
        }
        return threads;
    }
}
