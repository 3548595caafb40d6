package io.tidemark.analysis.convert;

/** Takes arrows one by one; the object is filled again after the call. */
interface ArrowConsumer {
    void accept(ArrowKind kind, Arrow arrow);

    /** False when arrows of this kind need not be made at all. */
    default boolean wants(ArrowKind kind) {
        return true;
    }
}
