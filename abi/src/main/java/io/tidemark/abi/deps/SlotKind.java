package io.tidemark.abi.deps;

import java.util.Optional;

/** What a slot of the deps channel holds. Codes stand in slots and are never reused. */
public enum SlotKind {
    HEADER(1),
    TENSOR(2),
    STRIDES(3),
    DEPENDENCIES(4),
    RESULT(5);

    private static final SlotKind[] ALL = values();

    private final int code;

    SlotKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<SlotKind> ofCode(long code) {
        for (SlotKind kind : ALL) {
            if (kind.code == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
