package io.tidemark.capture.model;

import io.tidemark.capture.column.Extent;
import io.tidemark.capture.swimlane.SwimlaneTable;

/**
 * Least and greatest positive tick of a table; both 0 when it has none.
 *
 * @param lowest least positive stamp among receive, end, dispatch, finish and all phase ends
 * @param highest greatest of the same
 */
public record TickRange(long lowest, long highest) {
    public static TickRange of(SwimlaneTable table) {
        Extent all = new Extent()
                .addAll(table.aicore().receives())
                .addAll(table.aicore().ends())
                .addAll(table.aicpu().dispatches())
                .addAll(table.aicpu().finishes())
                .addAll(table.schedulerPhases().starts())
                .addAll(table.schedulerPhases().ends())
                .addAll(table.orchestratorSubmits().starts())
                .addAll(table.orchestratorSubmits().ends());
        return new TickRange(all.highest() == 0 ? 0 : all.lowest(), all.highest());
    }
}
