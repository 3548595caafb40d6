package io.tidemark.runtime.tensormap;

/**
 * What a task does with a tensor argument, and hence which edges it gets. Codes are those of
 * captures.
 */
public enum ArgumentTag {
    // spotless:off       code creator lookup insert
    INPUT                (0,   true,   true,  false),
    OUTPUT               (1,   false,  false, false), // allocated by the runtime: found later through its owner
    INOUT                (2,   true,   true,  true),
    OUTPUT_EXISTING      (3,   true,   false, true),  // two unordered writers of one region stay unordered
    NO_DEP               (4,   true,   false, false);
    // spotless:on

    private static final ArgumentTag[] ALL = values();

    private final int code;
    private final boolean waitsForCreator;
    private final boolean looksUp;
    private final boolean inserts;

    ArgumentTag(int code, boolean waitsForCreator, boolean looksUp, boolean inserts) {
        this.code = code;
        this.waitsForCreator = waitsForCreator;
        this.looksUp = looksUp;
        this.inserts = inserts;
    }

    /** The tag of a code, or null if there is none. */
    public static ArgumentTag ofCode(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null; // codes are the places here
    }

    public int code() {
        return code;
    }

    /** Waits for the task that created the buffer, and keeps the buffer until done. */
    public boolean waitsForCreator() {
        return waitsForCreator;
    }

    /** Waits for every live task that wrote an overlapping region. */
    public boolean looksUp() {
        return looksUp;
    }

    /** Is a writer that later submits find. */
    public boolean inserts() {
        return inserts;
    }
}
