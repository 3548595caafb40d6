package io.tidemark.runtime.task;

import io.tidemark.abi.DType;

/** How scalars of a task are stored in their 64 bits: zero-extended, as captures show them. Pure. */
public final class ScalarBits {
    private ScalarBits() {}

    public static long of(float value) {
        return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
    }

    public static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** The low bits that the type has. */
    public static long of(DType type, long bits) {
        return bits & -1L >>> Long.SIZE - type.bits();
    }
}
