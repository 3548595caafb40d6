package io.tidemark.abi.args;

/** Direction of an argument. Codes on the wire, never reused. */
public enum ArgumentRole {
    INPUT(0),
    OUTPUT(1),
    INOUT(2);

    private final int code;

    ArgumentRole(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
