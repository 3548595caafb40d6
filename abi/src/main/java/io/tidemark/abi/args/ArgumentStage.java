package io.tidemark.abi.args;

/** When an argument was looked at. Codes on the wire, never reused. */
public enum ArgumentStage {
    BEFORE_DISPATCH(0),
    AFTER_COMPLETION(1);

    private final int code;

    ArgumentStage(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
