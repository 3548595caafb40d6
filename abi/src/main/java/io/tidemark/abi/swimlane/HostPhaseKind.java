package io.tidemark.abi.swimlane;

/**
 * What a host was doing while it prepared a run whose graph it builds itself. Codes and labels are
 * those of captures; the first twelve follow one another, the others lie inside {@link #HOST_ORCH}.
 */
public enum HostPhaseKind {
    ARGS(0, "args"),
    ARENA_BUILD(1, "arena_build"),
    STATIC_ARENA(2, "static_arena"),
    GM_HEAP(3, "gm_heap"),
    SHARED_MEM(4, "shared_mem"),
    RUNTIME_INIT(5, "runtime_init"),
    HOST_ORCH(6, "host_orch"),
    GRAPH_UPLOAD(7, "graph_upload"),
    RELOCATE(8, "relocate"),
    SM_H2D(9, "sm_h2d"),
    ARENA_H2D(10, "arena_h2d"),
    HOST_VIEW_CLOSE(11, "host_view_close"),
    SUBMIT_TASK(12, "submit_task"),
    ALLOC_TENSORS(13, "alloc_tensors"),
    RECORD_NODE(14, "record_node"),
    GRAPH_SUBMIT(15, "graph_submit"),
    BUILD_DEFINITION(16, "build_definition");

    private final int code;
    private final String label;

    HostPhaseKind(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The label of a code; readers keep codes that they do not know. */
    public static String labelOf(long code) {
        for (HostPhaseKind kind : values()) {
            if (kind.code == code) {
                return kind.label;
            }
        }
        return "unknown";
    }

    public int code() {
        return code;
    }

    public String label() {
        return label;
    }
}
