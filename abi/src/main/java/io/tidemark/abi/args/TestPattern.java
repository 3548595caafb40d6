package io.tidemark.abi.args;

/**
 * The first payload of every lane: bytes that cannot be mistaken for memory that was never written.
 * Each lane has its own, so a lane read for another is noticed too. Any thread.
 */
public final class TestPattern {
    public static final int SIZE_BYTES = 64;

    private static final int STEP = 0x9D; // odd, so the bytes of a lane are all different

    private TestPattern() {}

    /** Byte {@code index} of the pattern of a lane; never all zero, never all the same. */
    public static byte at(int lane, int index) {
        return (byte) (0xA5 + lane * 0x1F + index * STEP);
    }
}
