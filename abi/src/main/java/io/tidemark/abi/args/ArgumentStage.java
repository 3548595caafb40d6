package io.tidemark.abi.args;

/** When an argument was copied. Codes on the wire and words in files, never reused. */
public enum ArgumentStage {
    BEFORE_DISPATCH(0, "before_dispatch"),
    AFTER_COMPLETION(1, "after_completion"),
    /** What a reader makes of a code or word it does not know. Never written to a region. */
    UNKNOWN(2, "unknown");

    private static final ArgumentStage[] BY_CODE = values();

    private final int code;
    private final String word;

    ArgumentStage(int code, String word) {
        this.code = code;
        this.word = word;
    }

    public int code() {
        return code;
    }

    public String word() {
        return word;
    }

    public static ArgumentStage ofCode(int code) {
        return code >= 0 && code < UNKNOWN.code ? BY_CODE[code] : UNKNOWN;
    }
}
