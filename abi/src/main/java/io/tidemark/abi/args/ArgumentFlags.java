package io.tidemark.abi.args;

/** What is to be said of one dumped argument. Bits on the wire, never reused. */
public final class ArgumentFlags {
    /** Only a row-major prefix of the tensor is stored. */
    public static final int TRUNCATED = 1;

    /** The source was not the same after the copy as in it. */
    public static final int CHANGED = 1 << 1;

    /** Strides are those of the shape. */
    public static final int CONTIGUOUS = 1 << 2;

    /** Several slots were filled from one variable, so the index may be another's. */
    public static final int INDEX_AMBIGUOUS = 1 << 3;

    /** The level asks for no bytes of this argument. */
    public static final int METADATA_ONLY = 1 << 4;

    /** The task had not ended: what is there of its output. */
    public static final int PARTIAL = 1 << 5;

    /** The producer found more dimensions than a record holds. */
    public static final int RANK_CLAMPED = 1 << 6;

    private ArgumentFlags() {}
}
