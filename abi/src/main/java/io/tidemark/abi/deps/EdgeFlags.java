package io.tidemark.abi.deps;

/**
 * What an edge asks of its producer; bits that add up when several arguments name one task.
 * {@link SubmitDependencies} stores them.
 */
public final class EdgeFlags {
    /** The consumer starts after the producer completed. Every edge carries it. */
    public static final int WAIT = 1;

    /** The producer's outputs stay allocated until the consumer is done. */
    public static final int RETAIN = 2;

    private EdgeFlags() {}
}
