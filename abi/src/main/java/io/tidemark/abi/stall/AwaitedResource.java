package io.tidemark.abi.stall;

/**
 * What the orchestrator waited for when a run ended. {@code RunBoard} stores the codes,
 * {@code hang.json} the words; neither is reused.
 */
public enum AwaitedResource {
    NOTHING(0, "nothing"),
    TASK_SLOTS(1, "task_slots"),
    HEAP(2, "heap"),
    LIST_NODES(3, "list_nodes"),
    MAP_ENTRIES(4, "map_entries"),
    TASK_RESULT(5, "task_result");

    private final int code;
    private final String word;

    AwaitedResource(int code, String word) {
        this.code = code;
        this.word = word;
    }

    /** The number on the board of a region. */
    public int code() {
        return code;
    }

    public String word() {
        return word;
    }

    /** The resource of a code; an unknown code is no resource. */
    public static AwaitedResource ofCode(long code) {
        for (AwaitedResource resource : values()) {
            if (resource.code == code) {
                return resource;
            }
        }
        return NOTHING;
    }
}
