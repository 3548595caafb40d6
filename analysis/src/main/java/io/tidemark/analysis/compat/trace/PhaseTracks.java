package io.tidemark.analysis.compat.trace;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;

/**
 * On which thread of the picture each scheduler phase lies. Phases of a scheduler nest on one
 * track, resolve phases have the next one. Immutable.
 */
final class PhaseTracks {
    /** Tracks of a scheduler. */
    static final int COUNT = 2;

    private final SchedulerPhases phases;
    private final byte[] track;

    PhaseTracks(SchedulerPhases phases) {
        this.phases = phases;
        track = new byte[phases.size()];
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                track[row] = (byte) (phases.kind(row) == SchedPhaseKind.RESOLVE ? 1 : 0);
            }
        }
    }

    /** The drawn phases of a track in order of time, outer ones first. */
    int[] inOrder(int lane, int wanted) {
        int[] rows = new int[phases.laneEnd(lane) - phases.laneBegin(lane)];
        int size = 0;
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (track[row] == wanted && isDrawn(row)) {
                rows[size++] = row;
            }
        }
        RowOrder.sort(rows, 0, size, this::compareOutermostFirst);
        return Arrays.copyOf(rows, size);
    }

    private int compareOutermostFirst(int row, int other) {
        int byStart = Long.compare(phases.startTick(row), phases.startTick(other));
        return byStart != 0 ? byStart : Long.compare(phases.endTick(other), phases.endTick(row));
    }

    boolean isDrawn(int row) {
        return switch (phases.kind(row)) {
            case DUMMY_TASK, PREDICATED_SKIP, OTHER, LEGACY -> false;
            default -> true;
        };
    }

    boolean hasResolve(int lane) {
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (track[row] == 1) {
                return true;
            }
        }
        return false;
    }

    int tid(int lane, int row) {
        return TraceIds.scheduler(lane) + track[row];
    }
}
