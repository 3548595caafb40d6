package io.tidemark.abi.args;

import java.util.Optional;

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

    public static Optional<ArgumentRole> ofCode(int code) {
        for (ArgumentRole candidate : values()) {
            if (candidate.code == code) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
