package io.tidemark.analysis.convert.scene;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.column.RowOrder;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Finds scheduler phases of a thread by time. Rows of each thread are kept in order of start.
 * Immutable; any thread may ask.
 */
public final class PhaseLocator {
    /** No such phase. */
    public static final int NONE = -1;

    private static final int DEEPEST_NESTING = 8;

    private final int[] starts;
    private final int[] rows;
    private final SchedulerPhases phases;
    private final Moments moments;

    public PhaseLocator(CaptureModel model, Predicate<SchedPhaseKind> wanted) {
        phases = model.table().schedulerPhases();
        moments = model.moments();
        starts = new int[phases.laneCount() + 1];
        int[] found = new int[phases.size()];
        int size = 0;
        for (int lane = 0; lane < phases.laneCount(); lane++) {
            for (int row = phases.laneBegin(lane); row < phases.laneEnd(lane); row++) {
                if (wanted.test(phases.kind(row))) {
                    found[size++] = row;
                }
            }
            starts[lane + 1] = size;
            RowOrder.sort(
                    found,
                    starts[lane],
                    size,
                    (row, other) -> Long.compare(phases.startTick(row), phases.startTick(other)));
        }
        rows = Arrays.copyOf(found, size);
    }

    /** Begin of the phase at a position. */
    public long begin(int at) {
        return moments.ofTick(phases.startTick(rows[at]));
    }

    public long end(int at) {
        return moments.ofTick(phases.endTick(rows[at]));
    }

    public int lanes() {
        return starts.length - 1;
    }

    public int first(int lane) {
        return starts[lane];
    }

    public int last(int lane) {
        return starts[lane + 1];
    }

    /** The row at a position; positions go lane after lane, each in order of start. */
    public int row(int at) {
        return rows[at];
    }

    /** Number of positions. */
    public int size() {
        return rows.length;
    }

    /**
     * Position of the last phase that began by then if it still runs, else of the next one, else
     * {@link #NONE}.
     */
    public int atOrAfter(int lane, long moment) {
        if (lane < 0 || lane >= lanes()) {
            return NONE;
        }
        int after = firstAfter(lane, moment);
        if (after > starts[lane] && end(after - 1) >= moment) {
            return after - 1;
        }
        return after < starts[lane + 1] ? after : NONE;
    }

    /** The row of the innermost phase running at that time, or {@link #NONE}. */
    public int containing(int lane, long moment) {
        if (lane < 0 || lane >= lanes()) {
            return NONE;
        }
        int after = firstAfter(lane, moment);
        int least = Math.max(starts[lane], after - DEEPEST_NESTING);
        for (int at = after - 1; at >= least; at--) {
            if (end(at) >= moment) {
                return rows[at];
            }
        }
        return NONE;
    }

    private int firstAfter(int lane, long moment) {
        int low = starts[lane];
        int high = starts[lane + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begin(middle) <= moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
