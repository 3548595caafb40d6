package io.tidemark.abi.deps;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a slot of the deps channel holds. Slots store the codes; they are never reused. */
public enum SlotKind {
    HEADER(1),
    TENSOR(2),
    STRIDES(3),
    DEPENDENCIES(4),
    RESULT(5),
    REFERENCES(6);

    private static final List<Optional<SlotKind>> KINDS = // codes follow one another from 1 on
            Arrays.stream(values()).map(Optional::of).toList();

    private final int code;

    SlotKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<SlotKind> ofCode(long code) {
        return code >= 1 && code <= KINDS.size() ? KINDS.get((int) code - 1) : Optional.empty();
    }
}
