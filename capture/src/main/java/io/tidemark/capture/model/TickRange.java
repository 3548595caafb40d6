package io.tidemark.capture.model;

import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;

/**
 * Least and greatest positive tick of a table; both 0 when it has none.
 *
 * @param lowest least positive stamp among receive, end, dispatch, finish and all phase ends
 * @param highest greatest of the same
 */
public record TickRange(long lowest, long highest) {
    public static TickRange of(SwimlaneTable table) {
        Scan scan = new Scan();
        AicoreRows aicore = table.aicore();
        for (int row = 0; row < aicore.size(); row++) {
            scan.see(aicore.receiveTick(row));
            scan.see(aicore.endTick(row));
        }
        AicpuRows aicpu = table.aicpu();
        for (int row = 0; row < aicpu.size(); row++) {
            scan.see(aicpu.dispatchTick(row));
            scan.see(aicpu.finishTick(row));
        }
        SchedulerPhases phases = table.schedulerPhases();
        for (int row = 0; row < phases.size(); row++) {
            scan.see(phases.startTick(row));
            scan.see(phases.endTick(row));
        }
        SubmitPhases submits = table.orchestratorSubmits();
        for (int row = 0; row < submits.size(); row++) {
            scan.see(submits.start(row));
            scan.see(submits.end(row));
        }
        return new TickRange(scan.highest == 0 ? 0 : scan.lowest, scan.highest);
    }

    private static final class Scan {
        private long lowest = Long.MAX_VALUE;
        private long highest;

        void see(long tick) {
            if (tick > 0) {
                lowest = Math.min(lowest, tick);
                highest = Math.max(highest, tick);
            }
        }
    }
}
