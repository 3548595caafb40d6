package io.tidemark.analysis.convert.scene;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.analysis.convert.encode.TraceIds;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;

/**
 * On which thread of the picture each scheduler phase lies. Phases of a scheduler nest on one
 * track, resolve phases have the next one; phases that cross others, which only a broken capture
 * holds, move to further tracks so that no slice is cut. Immutable.
 */
public final class PhaseTracks {
    private static final int MOST_CROSSING = 8; // thread numbers left before the next scheduler

    private final SceneRules rules;
    private final SchedulerPhases phases;
    private final byte[] track;
    private final int[] tracks;

    PhaseTracks(SchedulerPhases phases, SceneRules rules) {
        this.rules = rules;
        this.phases = phases;
        track = new byte[phases.size()];
        tracks = new int[phases.laneCount()];
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                track[row] = (byte) (phases.kind(row) == SchedPhaseKind.RESOLVE ? 1 : 0);
            }
            if (rules.separatesCrossingPhases()) {
                separateCrossing(lane);
            }
        }
    }

    private void separateCrossing(int lane) {
        LaneAssignment outer = new LaneAssignment(true);
        for (int row : inOrder(lane, 0)) {
            int number = outer.add(phases.startTick(row), phases.endTick(row));
            if (number > 0) {
                track[row] = (byte) (1 + Math.min(number, MOST_CROSSING));
            }
        }
        tracks[lane] = Math.min(outer.lanes(), 1 + MOST_CROSSING);
    }

    /** The drawn phases of a track in order of time, outer ones first. */
    public int[] inOrder(int lane, int wanted) {
        int[] rows = new int[phases.laneEnd(lane) - phases.laneBegin(lane)];
        int size = 0;
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (track[row] == wanted && rules.isDrawn(phases.kind(row))) {
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

    public boolean hasResolve(int lane) {
        for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
            if (track[row] == 1) {
                return true;
            }
        }
        return false;
    }

    /** One past the largest track of a lane. */
    public int end(int lane) {
        return Math.max(2, 1 + tracks[lane]);
    }

    public int tid(int lane, int row) {
        return TraceIds.scheduler(lane) + track[row];
    }
}
