package io.tidemark.abi.args;

/** Direction of an argument. Codes on the wire and words in files, never reused. */
public enum ArgumentRole {
    INPUT(0, "input"),
    OUTPUT(1, "output"),
    INOUT(2, "inout"),
    /** What a reader makes of a code or word it does not know. Never written to a region. */
    UNKNOWN(3, "unknown");

    private static final ArgumentRole[] BY_CODE = values();

    private final int code;
    private final String word;

    ArgumentRole(int code, String word) {
        this.code = code;
        this.word = word;
    }

    public int code() {
        return code;
    }

    public String word() {
        return word;
    }

    public static ArgumentRole ofCode(int code) {
        return code >= 0 && code < UNKNOWN.code ? BY_CODE[code] : UNKNOWN;
    }
}
