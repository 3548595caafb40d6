package io.tidemark.abi.deps;

import java.util.Optional;

/**
 * How a view meets a region written earlier in the same buffer. Codes are mixed into the digest of
 * a {@link SubmitResult}, stored in a {@link ReplayedSubmit} and never reused.
 */
public enum Overlap {
    /** Not compared: the edge does not come from the tensor map. */
    NONE(0, ""),
    /**
     * The later view contains the earlier region: who waits for the later writer waits for both.
     */
    COVERED(1, "covered"),
    /** They overlap in part, or may. */
    OTHER(2, "other"),
    NO_OVERLAP(3, "no_overlap");

    private static final Overlap[] ALL = values();

    private final int code;
    private final String word;

    Overlap(int code, String word) {
        this.code = code;
        this.word = word;
    }

    public int code() {
        return code;
    }

    public static Optional<Overlap> ofCode(long code) {
        for (Overlap overlap : ALL) {
            if (overlap.code == code) {
                return Optional.of(overlap);
            }
        }
        return Optional.empty();
    }

    /** As files say it, empty for {@link #NONE}. */
    public String word() {
        return word;
    }
}
