package io.tidemark.capture.swimlane;

/** Which rows become tasks when the core's and the scheduler's view are joined. */
public enum JoinMode {
    /**
     * As today's tools do: one task per AICPU row that has an AICore partner; at level 1, where no
     * AICPU rows exist, one per AICore row; at other levels without AICPU rows none.
     */
    COMPAT,
    /** One task per AICore row; what the scheduler did not stamp stays unknown. */
    EVERY_CORE_ROW
}
