package io.tidemark.abi.swimlane;

import java.util.Optional;

/**
 * What a scheduler was doing. Only the labels are stable across producers: older ones used other
 * codes for the same words, so a reader of foreign captures goes by label. 3 is retired.
 */
public enum SchedPhaseKind {
    COMPLETE(0, "complete", Placement.OUTER),
    DISPATCH(1, "dispatch", Placement.OUTER),
    RELEASE(2, "release", Placement.OUTER),
    DUMMY(4, "dummy", Placement.OUTER),
    EARLY_DISPATCH(5, "early_dispatch", Placement.OUTER),
    RESOLVE(6, "resolve", Placement.INNER),
    DUMMY_TASK(7, "dummy_task", Placement.MARKER),
    DRAIN(8, "drain", Placement.OUTER),
    DRAIN_PREPARE(9, "drain_prepare", Placement.INNER),
    DRAIN_PUBLISH(10, "drain_publish", Placement.INNER),
    ASYNC_POLL(11, "async_poll", Placement.OUTER),
    PREDICATED_SKIP(12, "predicated_skip", Placement.MARKER),
    GRAPH_PREPARE(13, "graph_prepare", Placement.OUTER),
    /** Words of older files that say how a thread spent idle or bookkeeping time. No record. */
    LEGACY(SchedPhaseKind.NO_CODE, "", Placement.OUTER),
    /** What a reader makes of a word it does not know; the table keeps the word. No record. */
    OTHER(SchedPhaseKind.NO_CODE, "", Placement.OUTER);

    private static final int NO_CODE = -1;
    private static final SchedPhaseKind[] BY_CODE = byCode();

    /** How bars of a kind may overlap others. */
    public enum Placement {
        /** Outer bars of one thread never overlap. */
        OUTER,
        /** Lies inside an outer bar: resolve in complete or dummy, the drain steps in drain. */
        INNER,
        /** A point in time; written as a {@link MarkerRecord}. */
        MARKER
    }

    private final int code;
    private final String label;
    private final Placement placement;

    SchedPhaseKind(int code, String label, Placement placement) {
        this.code = code;
        this.label = label;
        this.placement = placement;
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    public Placement placement() {
        return placement;
    }

    private static SchedPhaseKind[] byCode() {
        SchedPhaseKind[] kinds = new SchedPhaseKind[values().length];
        for (SchedPhaseKind kind : values()) {
            if (kind.code != NO_CODE) {
                kinds[kind.code] = kind;
            }
        }
        return kinds;
    }

    public static Optional<SchedPhaseKind> ofCode(long code) {
        return Optional.ofNullable(kind(code));
    }

    private static SchedPhaseKind kind(long code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[(int) code] : null;
    }

    /** The label of a code, {@code "unknown"} for one this version does not have. */
    public static String labelOf(long code) {
        SchedPhaseKind kind = kind(code); // asked for every phase of a capture
        return kind == null ? "unknown" : kind.label;
    }
}
