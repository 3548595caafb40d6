package io.tidemark.runtime.tensormap;

/** What an edge means to its producer; bits that add up when several arguments name one task. */
public final class EdgeFlags {
    /** The consumer starts after the producer completed. Every edge carries it. */
    public static final int WAIT = 1;

    /** The producer's outputs stay allocated until the consumer is done. */
    public static final int RETAIN = 2;

    private EdgeFlags() {}
}
