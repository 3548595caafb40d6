package io.tidemark.abi;

import java.util.Locale;

/**
 * Element types of tensors and scalars, with the codes and names that captures carry. A raw word
 * holds one element in its low bits. Pure and immutable: any thread may call it.
 *
 * <p>Floats are rounded to nearest, ties to even. Types without an infinity saturate. Integers take
 * the low bits of a long and clamp a double.
 */
public enum DType {
    // spotless:off
    FLOAT32  ( 0, 32),
    FLOAT16  ( 1, 16),
    INT32    ( 2, 32),
    INT16    ( 3, 16),
    INT8     ( 4,  8),
    UINT8    ( 5,  8),
    BFLOAT16 ( 6, 16),
    INT64    ( 7, 64),
    UINT64   ( 8, 64),
    UINT16   ( 9, 16),
    UINT32   (10, 32),
    BOOL     (11,  8),
    FP8E4M3FN(12,  8),
    FP8E8M0  (13,  8),
    FP4E2M1  (14,  4), // two to a byte, the element with the even index in the low half
    UNKNOWN  (-1,  0);
    // spotless:on

    private static final DType[] BY_CODE = new DType[15];

    static {
        for (DType type : values()) {
            if (type.code >= 0) {
                BY_CODE[type.code] = type;
            }
        }
    }

    private final int code;
    private final int bits;

    DType(int code, int bits) {
        this.code = code;
        this.bits = bits;
    }

    public int code() {
        return code;
    }

    public int bits() {
        return bits;
    }

    /** Bytes that hold one element alone; a packed FP4 pair counts one byte, UNKNOWN none. */
    public int bytes() {
        return (bits + 7) >>> 3;
    }

    /** Bytes that hold this many consecutive elements, a half-filled last byte included. */
    public long bytesFor(long elements) {
        return bits >= 8 ? elements * (bits >>> 3) : (elements * bits + 7) >>> 3;
    }

    public boolean isFloating() {
        return switch (this) {
            case FLOAT32, FLOAT16, BFLOAT16, FP8E4M3FN, FP8E8M0, FP4E2M1 -> true;
            default -> false;
        };
    }

    /** The type of a code found in a record or file; an unassigned code is {@link #UNKNOWN}. */
    public static DType ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    /** The type of a name in any letter case; an unassigned name is {@link #UNKNOWN}. */
    public static DType ofName(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        for (DType type : BY_CODE) {
            if (type.name().equals(upper)) {
                return type;
            }
        }
        return UNKNOWN;
    }

    /** The value of a raw word; bits above the element are ignored. UNKNOWN reads as zero. */
    public double toDouble(long raw) {
        return switch (this) {
            case FLOAT32, FLOAT16, BFLOAT16, FP8E4M3FN, FP8E8M0, FP4E2M1 -> toFloat(raw);
            case UINT64 -> unsignedToDouble(raw);
            default -> toLong(raw);
        };
    }

    /** As {@link #toDouble}, rounded to a float where the element has more digits. */
    public float toFloat(long raw) {
        return switch (this) {
            case FLOAT32 -> Float.intBitsToFloat((int) raw);
            case FLOAT16 -> Float.float16ToFloat((short) raw);
            case BFLOAT16 -> Float.intBitsToFloat((int) raw << 16);
            case FP8E4M3FN -> SmallFloat.E4M3FN.decode((int) raw);
            case FP8E8M0 -> SmallFloat.decodeE8M0((int) raw);
            case FP4E2M1 -> SmallFloat.E2M1.decode((int) raw);
            case UINT64 -> (float) unsignedToDouble(raw);
            default -> (float) toLong(raw);
        };
    }

    /** Integers exactly (UINT64 as its 64 bits); floating types cut towards zero. */
    public long toLong(long raw) {
        return switch (this) {
            case INT32 -> (int) raw;
            case INT16 -> (short) raw;
            case INT8 -> (byte) raw;
            case UINT8 -> raw & 0xFFL;
            case UINT16 -> raw & 0xFFFFL;
            case UINT32 -> raw & 0xFFFF_FFFFL;
            case INT64, UINT64 -> raw;
            case BOOL -> (raw & 0xFF) != 0 ? 1 : 0;
            case UNKNOWN -> 0;
            default -> (long) toFloat(raw);
        };
    }

    /**
     * The raw word of a value. A scalar argument given as a double becomes the FLOAT32 nearest to
     * it, so that a reader of the low four bytes reads that number.
     */
    public long fromDouble(double value) {
        return switch (this) {
            case FLOAT32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
            case FLOAT16 -> Float.floatToFloat16(SmallFloat.roundToOdd(value)) & 0xFFFFL;
            case BFLOAT16 -> bfloat16Of(SmallFloat.roundToOdd(value));
            case FP8E4M3FN -> SmallFloat.E4M3FN.encode(value);
            case FP8E8M0 -> SmallFloat.encodeE8M0(value);
            case FP4E2M1 -> SmallFloat.E2M1.encode(value);
            case INT32 -> clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE) & 0xFFFF_FFFFL;
            case INT16 -> clamp(value, Short.MIN_VALUE, Short.MAX_VALUE) & 0xFFFFL;
            case INT8 -> clamp(value, Byte.MIN_VALUE, Byte.MAX_VALUE) & 0xFFL;
            case UINT8 -> clamp(value, 0, 0xFFL);
            case UINT16 -> clamp(value, 0, 0xFFFFL);
            case UINT32 -> clamp(value, 0, 0xFFFF_FFFFL);
            case INT64 -> (long) value;
            case UINT64 -> unsignedFromDouble(value);
            case BOOL -> value != 0 ? 1 : 0; // not a number counts as true, as in C
            case UNKNOWN -> 0;
        };
    }

    /**
     * As {@link #fromDouble} for a float; the same bits, faster where kernels convert whole rows.
     */
    public long fromFloat(float value) {
        return switch (this) {
            case FLOAT32 -> Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
            case FLOAT16 -> Float.floatToFloat16(value) & 0xFFFFL;
            case BFLOAT16 -> bfloat16Of(value);
            default -> fromDouble(value);
        };
    }

    /**
     * The raw word of an integer: the low bits for integer types, the nearest number for floating
     * ones.
     */
    public long fromLong(long value) {
        return switch (this) {
            case INT64, UINT64 -> value;
            case INT32, UINT32 -> value & 0xFFFF_FFFFL;
            case INT16, UINT16 -> value & 0xFFFFL;
            case INT8, UINT8 -> value & 0xFFL;
            case BOOL -> value != 0 ? 1 : 0;
            case FLOAT32 -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
            default -> fromDouble(value);
        };
    }

    private static long bfloat16Of(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return ((bits >>> 16) & 0xFFFF) | 0x40; // quiet: a payload in the low half must not become infinity
        }
        return ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16) & 0xFFFF;
    }

    private static long clamp(double value, long low, long high) {
        return Math.clamp((long) value, low, high);
    }

    private static double unsignedToDouble(long raw) {
        // halving with the lost bit kept rounds once, as a direct conversion would
        return raw >= 0 ? raw : 2.0 * ((raw >>> 1) | (raw & 1));
    }

    private static long unsignedFromDouble(double value) {
        if (!(value > 0)) {
            return 0;
        }
        if (value < 0x1p63) {
            return (long) value;
        }
        return value >= 0x1p64 ? -1L : (long) (value - 0x1p63) + Long.MIN_VALUE;
    }
}
