package io.tidemark.abi;

/**
 * The number that both halves compare before they look at anything else. It goes up when bytes that
 * an older reader knows change their meaning; a new record or a new field in reserved bytes leaves
 * it alone. {@code docs/abi/history.md} has one line per change.
 */
public final class AbiVersion {
    public static final int CURRENT = 3;

    private AbiVersion() {}

    public static boolean canRead(long version) {
        return version == CURRENT;
    }
}
