package io.tidemark.abi.deps;

import java.util.Optional;

/** What a submit makes. Slots store the codes; they are never reused. */
public enum SubmitKind {
    /** A task that runs its kernels. */
    KERNEL(0),
    /** A task that only owns memory. */
    ALLOC(1),
    /** A task without kernel: it only carries dependencies. */
    DUMMY(2),
    /** A task whose kernels run only if a tensor says so. */
    PREDICATED(3);

    private static final SubmitKind[] ALL = values();

    private final int code;

    SubmitKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Optional<SubmitKind> ofCode(long code) {
        for (SubmitKind kind : ALL) {
            if (kind.code == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
