package io.tidemark.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0 over bytes that come in pieces of any length. Both halves compute it: the device
 * over the bytes it copies, the host over the bytes it writes. Allocates nothing after construction; one thread
 * at a time.
 */
public final class PayloadDigest {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE_BYTES = 32;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt HALF = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment rest = OffHeap.unowned(STRIPE_BYTES);
    private int restBytes;
    private long totalBytes;
    private long first;
    private long second;
    private long third;
    private long fourth;

    public PayloadDigest() {
        reset();
    }

    /** Starts anew. */
    public PayloadDigest reset() {
        first = PRIME_1 + PRIME_2;
        second = PRIME_2;
        third = 0;
        fourth = -PRIME_1;
        restBytes = 0;
        totalBytes = 0;
        return this;
    }

    public PayloadDigest update(MemorySegment segment, long at, long sizeBytes) {
        long next = at;
        long end = at + sizeBytes;
        totalBytes += sizeBytes;
        if (restBytes > 0) {
            long taken = Math.min(STRIPE_BYTES - restBytes, sizeBytes);
            keep(segment, next, (int) taken);
            next += taken;
            if (restBytes < STRIPE_BYTES) {
                return this;
            }
            stripes(rest, 0, STRIPE_BYTES);
            restBytes = 0;
        }
        long whole = (end - next) / STRIPE_BYTES * STRIPE_BYTES;
        stripes(segment, next, next + whole);
        keep(segment, next + whole, (int) (end - next - whole));
        return this;
    }

    private void keep(MemorySegment segment, long at, int sizeBytes) {
        MemorySegment.copy(segment, at, rest, restBytes, sizeBytes);
        restBytes += sizeBytes;
    }

    private void stripes(MemorySegment segment, long from, long to) {
        long one = first;
        long two = second;
        long three = third;
        long four = fourth;
        for (long at = from; at < to; at += STRIPE_BYTES) {
            one = round(one, segment.get(WORD, at));
            two = round(two, segment.get(WORD, at + 8));
            three = round(three, segment.get(WORD, at + 16));
            four = round(four, segment.get(WORD, at + 24));
        }
        first = one;
        second = two;
        third = three;
        fourth = four;
    }

    /** The digest of all bytes since {@link #reset}; more may follow. */
    public long value() {
        long hash = PRIME_5;
        if (totalBytes >= STRIPE_BYTES) {
            hash = Long.rotateLeft(first, 1)
                    + Long.rotateLeft(second, 7)
                    + Long.rotateLeft(third, 12)
                    + Long.rotateLeft(fourth, 18);
            hash = merge(merge(merge(merge(hash, first), second), third), fourth);
        }
        hash += totalBytes;
        int at = 0;
        for (; at + 8 <= restBytes; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, rest.get(WORD, at)), 27) * PRIME_1 + PRIME_4;
        }
        if (at + 4 <= restBytes) {
            long half = rest.get(HALF, at) & 0xFFFF_FFFFL;
            hash = Long.rotateLeft(hash ^ half * PRIME_1, 23) * PRIME_2 + PRIME_3;
            at += 4;
        }
        for (; at < restBytes; at++) {
            long one = rest.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
            hash = Long.rotateLeft(hash ^ one * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }
}
