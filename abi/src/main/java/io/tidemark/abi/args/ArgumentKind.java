package io.tidemark.abi.args;

/** What a record of the args channel is about. Codes on the wire, never reused. */
public enum ArgumentKind {
    TENSOR(0),
    SCALAR(1),
    TEST_PATTERN(2);

    private final int code;

    ArgumentKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
