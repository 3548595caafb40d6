package io.tidemark.abi.args;

import java.util.Optional;

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

    public static Optional<ArgumentKind> ofCode(int code) {
        for (ArgumentKind candidate : values()) {
            if (candidate.code == code) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
