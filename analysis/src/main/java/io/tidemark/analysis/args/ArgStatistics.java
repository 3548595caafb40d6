package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What a payload looks like from afar. Least, greatest and mean leave out NaN and infinities.
 *
 * @param least bits of the least finite element, meaningless when {@code finite} is 0
 * @param finite elements that are neither NaN nor infinite
 * @param digest CRC-32C of the payload bytes
 */
public record ArgStatistics(
        DType type,
        long count,
        long least,
        long greatest,
        double mean,
        long finite,
        long notANumber,
        long infinite,
        long zero,
        int digest) {
    private static final int STRIDE = 1 << 26; // a byte buffer cannot see more than 2 GiB at once

    public static ArgStatistics of(Elements elements) {
        DType type = elements.type();
        boolean wide = type == DType.INT64 || type == DType.UINT64;
        long least = 0;
        long greatest = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double sum = 0;
        long finite = 0;
        long notANumber = 0;
        long infinite = 0;
        long zero = 0;
        for (long index = 0; index < elements.count(); index++) {
            long raw = elements.raw(index);
            double value = type == DType.UNKNOWN ? raw : type.toDouble(raw);
            if (Double.isNaN(value)) {
                notANumber++;
                continue;
            }
            if (Double.isInfinite(value)) {
                infinite++;
                continue;
            }
            zero += value == 0 ? 1 : 0;
            if (finite == 0 || isLess(type, wide, raw, least, value, low)) {
                least = raw;
                low = value;
            }
            if (finite == 0 || isLess(type, wide, greatest, raw, high, value)) {
                greatest = raw;
                high = value;
            }
            finite++;
            sum += value;
        }
        return new ArgStatistics(
                type,
                elements.count(),
                least,
                greatest,
                finite == 0 ? Double.NaN : sum / finite,
                finite,
                notANumber,
                infinite,
                zero,
                digest(elements.bytes()));
    }

    public static int digest(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        for (long at = 0; at < bytes.byteSize(); at += STRIDE) {
            ByteBuffer part =
                    bytes.asSlice(at, Math.min(STRIDE, bytes.byteSize() - at)).asByteBuffer();
            crc.update(part);
        }
        return (int) crc.getValue();
    }

    public String leastText() {
        return finite == 0 ? "-" : Elements.text(type, least);
    }

    public String greatestText() {
        return finite == 0 ? "-" : Elements.text(type, greatest);
    }

    /** 64-bit integers are compared as such: a double would lose their last digits. */
    private static boolean isLess(DType type, boolean wide, long rawOne, long rawOther, double one, double other) {
        if (!wide) {
            return one < other;
        }
        return type == DType.UINT64 ? Long.compareUnsigned(rawOne, rawOther) < 0 : rawOne < rawOther;
    }
}
