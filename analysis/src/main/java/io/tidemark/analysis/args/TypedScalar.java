package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import io.tidemark.analysis.text.Numbers;
import io.tidemark.capture.args.ScalarValue;
import java.math.BigDecimal;

/**
 * The value of a scalar argument as its type means it, for people. Manifests print narrow signed
 * integers and half floats as their raw unsigned bits; how they spell values is {@code ScalarText}
 * of {@code capture}. Pure, any thread.
 */
public final class TypedScalar {
    private static final int FLOAT_DIGITS = 9; // enough for every 32-bit float

    private TypedScalar() {}

    public static String of(DType type, ScalarValue value) {
        return switch (value.kind()) {
            case ABSENT -> "absent";
            case NOT_A_NUMBER -> "nan";
            case POSITIVE_INFINITY -> "inf";
            case NEGATIVE_INFINITY -> "-inf";
            case BOOL -> value.bits() != 0 ? "true" : "false";
            case REAL -> real(value.real());
            case UNSIGNED -> Long.toUnsignedString(value.bits());
            case SIGNED -> isRaw(type, value.bits()) ? Elements.text(type, value.bits()) : Long.toString(value.bits());
        };
    }

    /** The value as a number, NaN when it has none. */
    public static double number(DType type, ScalarValue value) {
        return switch (value.kind()) {
            case ABSENT, NOT_A_NUMBER -> Double.NaN;
            case POSITIVE_INFINITY -> Double.POSITIVE_INFINITY;
            case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
            case REAL -> value.real();
            case UNSIGNED -> DType.UINT64.toDouble(value.bits());
            default -> isRaw(type, value.bits()) ? type.toDouble(value.bits()) : value.bits();
        };
    }

    /** With as many digits as the value has: two values that differ have two texts. */
    private static String real(double value) {
        int digits = new BigDecimal(Double.toString(value)).stripTrailingZeros().precision();
        return Numbers.general(value, Math.max(FLOAT_DIGITS, digits));
    }

    private static boolean isRaw(DType type, long bits) {
        return switch (type) {
            case INT8, FP8E4M3FN, FP8E8M0 -> bits >= 0 && bits <= 0xFF;
            case INT16, FLOAT16, BFLOAT16 -> bits >= 0 && bits <= 0xFFFF;
            default -> false;
        };
    }
}
