package io.tidemark.abi.stall;

/**
 * What the orchestrator waited for when a run ended. Codes stand in {@code RunBoard}, words in
 * {@code hang.json}; neither is reused.
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

    /** An unknown code is nothing that could be told. */
    public static AwaitedResource ofCode(long code) {
        for (AwaitedResource resource : values()) {
            if (resource.code == code) {
                return resource;
            }
        }
        return NOTHING;
    }
}
