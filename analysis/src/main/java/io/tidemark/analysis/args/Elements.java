package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import io.tidemark.analysis.text.Numbers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Payload bytes seen as elements of a type. An unknown type is shown byte by byte. Immutable.
 *
 * @param count elements, never more than the bytes hold
 */
public record Elements(DType type, MemorySegment bytes, long count) {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** As many elements as were promised and as the bytes hold. */
    public static Elements of(DType type, MemorySegment bytes, long promised) {
        long held = type == DType.UNKNOWN ? bytes.byteSize() : bytes.byteSize() * 8 / type.bits();
        return new Elements(type, bytes, type == DType.UNKNOWN ? held : Math.min(held, Math.max(promised, 0)));
    }

    /** The element's bits in the low end of a long. */
    public long raw(long index) {
        return switch (type.bits()) {
            case 64 -> bytes.get(LONG, index * 8);
            case 32 -> bytes.get(INT, index * 4) & 0xFFFF_FFFFL;
            case 16 -> bytes.get(SHORT, index * 2) & 0xFFFFL;
            case 4 -> (bytes.get(ValueLayout.JAVA_BYTE, index >>> 1) >>> ((index & 1) * 4)) & 0xFL;
            default -> bytes.get(ValueLayout.JAVA_BYTE, index) & 0xFFL;
        };
    }

    public double value(long index) {
        return type == DType.UNKNOWN ? raw(index) : type.toDouble(raw(index));
    }

    public String text(long index) {
        return text(type, raw(index));
    }

    /** One element as people read it, with as many digits as its type carries. */
    public static String text(DType type, long raw) {
        return switch (type) {
            case FLOAT32 -> Numbers.general(type.toDouble(raw), 6);
            case FLOAT16 -> Numbers.general(type.toDouble(raw), 4);
            case BFLOAT16, FP8E4M3FN, FP8E8M0 -> Numbers.general(type.toDouble(raw), 3);
            case FP4E2M1 -> Numbers.general(type.toDouble(raw), 2);
            case UINT64 -> Long.toUnsignedString(raw);
            case BOOL -> type.toLong(raw) != 0 ? "True" : "False";
            case UNKNOWN -> "0x%02x".formatted(raw);
            default -> Long.toString(type.toLong(raw));
        };
    }
}
