package io.tidemark.analysis.convert;

/** Takes arrows one by one; the object is filled again after the call. */
interface ArrowConsumer {
    void accept(ArrowKind kind, Arrow arrow);
}
