package io.tidemark.abi;

/**
 * The float formats of eight bits and fewer, by table: few enough values to list, so that rounding
 * is a search and cannot be wrong by a special case. Immutable: any thread may call it.
 */
final class SmallFloat {
    /**
     * Four exponent bits, three fraction bits, no infinity; all ones is not a number; largest 448.
     */
    static final SmallFloat E4M3FN = new SmallFloat(4, 3, 7, 0x7E, 0x7F);

    /** Two exponent bits, one fraction bit; neither infinity nor not-a-number; largest 6. */
    static final SmallFloat E2M1 = new SmallFloat(2, 1, 1, 0x7, 0x7);

    private final float[] magnitudes; // of codes 0 .. largest, ascending
    private final int signBit;
    private final int notANumber;

    private SmallFloat(int exponentBits, int fractionBits, int bias, int largest, int notANumber) {
        this.signBit = 1 << (exponentBits + fractionBits);
        this.notANumber = notANumber;
        this.magnitudes = new float[largest + 1];
        for (int code = 0; code <= largest; code++) {
            int exponent = code >>> fractionBits;
            int fraction = code & ((1 << fractionBits) - 1);
            int significand = exponent == 0 ? fraction : fraction | 1 << fractionBits;
            magnitudes[code] = Math.scalb((float) significand, Math.max(exponent, 1) - bias - fractionBits);
        }
    }

    float decode(int code) {
        int magnitude = code & (signBit - 1);
        if (magnitude >= magnitudes.length) {
            return Float.NaN;
        }
        return (code & signBit) != 0 ? -magnitudes[magnitude] : magnitudes[magnitude];
    }

    /**
     * Nearest code, ties to the even one; beyond the largest saturates. A format without NaN gives
     * its largest for it.
     */
    int encode(double value) {
        if (Double.isNaN(value)) {
            return notANumber;
        }
        int sign = Double.doubleToRawLongBits(value) < 0 ? signBit : 0;
        double magnitude = Math.abs(value);
        int low = 0;
        int high = magnitudes.length - 1;
        if (magnitude >= magnitudes[high]) {
            return sign | high;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (magnitudes[middle] <= magnitude) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double below = magnitude - magnitudes[low];
        double above = magnitudes[high] - magnitude;
        boolean up = below > above || (below == above && (low & 1) == 1);
        return sign | (up ? high : low);
    }

    /** A bare power of two from 2^-127 to 2^127; all ones is not a number. */
    static float decodeE8M0(int code) {
        int exponent = code & 0xFF;
        return exponent == 0xFF ? Float.NaN : Math.scalb(1f, exponent - 127);
    }

    /**
     * Nearest power of two, ties to the even exponent code; saturates. Negative numbers have no
     * code: not a number.
     */
    static int encodeE8M0(double value) {
        if (Double.isNaN(value) || value < 0) {
            return 0xFF;
        }
        if (value <= 0x1p-127) {
            return 0;
        }
        if (value >= 0x1p127) {
            return 0xFE;
        }
        int exponent = Math.getExponent(value);
        double fraction = Math.scalb(value, -exponent); // 1 <= fraction < 2, the midpoint is 1.5
        int code = exponent + 127;
        boolean up = fraction > 1.5 || (fraction == 1.5 && (code & 1) == 1);
        return up ? code + 1 : code;
    }

    /**
     * A float that rounds further to any 16-bit format as the double itself would: an inexact
     * result keeps an odd last bit, so that it is never mistaken for a tie.
     */
    static float roundToOdd(double value) {
        float nearest = (float) value;
        if (nearest == value || Double.isNaN(value)) {
            return nearest;
        }
        float cut = Math.abs((double) nearest) > Math.abs(value) ? towardsZero(nearest) : nearest;
        return Float.intBitsToFloat(Float.floatToRawIntBits(cut) | 1);
    }

    private static float towardsZero(float value) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(value) - 1);
    }
}
