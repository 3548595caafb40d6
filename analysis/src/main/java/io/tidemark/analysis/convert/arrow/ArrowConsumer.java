package io.tidemark.analysis.convert.arrow;

import io.tidemark.analysis.convert.encode.Arrow;

/** Takes arrows one by one; the object is filled again after the call. */
public interface ArrowConsumer {
    void accept(ArrowKind kind, Arrow arrow);

    /** False when arrows of this kind need not be made at all. */
    default boolean wants(ArrowKind kind) {
        return true;
    }

    /** True when only the number of arrows matters; {@link #add} is called instead. */
    default boolean isCounting() {
        return false;
    }

    /** Counts arrows that were not made. */
    default void add(ArrowKind kind, long count) {
        throw new IllegalStateException("kind=" + kind);
    }
}
