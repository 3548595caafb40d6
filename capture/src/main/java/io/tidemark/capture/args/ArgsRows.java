package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgumentRecord;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The records of a dump, one row each: the position of the record in the spool, the position of its
 * bytes in the payload file, and the marks of the reader. Columns of primitives; 21 bytes a row.
 * One thread.
 */
final class ArgsRows {
    private long[] recordAt = new long[1024];
    private long[] payloadAt = new long[1024];
    private byte[] marks = new byte[1024];
    private int size;

    void add(long spoolAt, long binAt, int markBits) {
        if (size == recordAt.length) {
            recordAt = Arrays.copyOf(recordAt, 2 * size);
            payloadAt = Arrays.copyOf(payloadAt, 2 * size);
            marks = Arrays.copyOf(marks, 2 * size);
        }
        recordAt[size] = spoolAt;
        payloadAt[size] = binAt;
        marks[size++] = (byte) markBits;
    }

    int size() {
        return size;
    }

    long recordAt(int row) {
        return recordAt[row];
    }

    long payloadAt(int row) {
        return payloadAt[row];
    }

    /** What was found out about it, in bits of {@code RecordDecoder}. */
    int marks(int row) {
        return marks[row];
    }

    /** The rows by task, stage, argument and role, all unsigned; equal ones stay as they came. */
    int[] manifestOrder(MemorySegment records) {
        int[] from = new int[size];
        for (int row = 0; row < size; row++) {
            from[row] = row;
        }
        int[] to = new int[size];
        for (int width = 1; width < size; width *= 2) {
            for (int left = 0; left < size; left += 2 * width) {
                int middle = Math.min(left + width, size);
                merge(records, from, to, left, middle, Math.min(middle + width, size));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void merge(MemorySegment records, int[] from, int[] to, int left, int middle, int end) {
        int low = left;
        int high = middle;
        for (int at = left; at < end; at++) {
            boolean takeLow = low < middle && (high >= end || !isBefore(records, from[high], from[low]));
            to[at] = takeLow ? from[low++] : from[high++];
        }
    }

    private boolean isBefore(MemorySegment records, int row, int other) {
        long at = recordAt[row];
        long otherAt = recordAt[other];
        int byTask = Long.compareUnsigned(
                ArgumentRecord.TASK_ID.get(records, at), ArgumentRecord.TASK_ID.get(records, otherAt));
        return byTask != 0 ? byTask < 0 : minor(records, at) < minor(records, otherAt);
    }

    private static long minor(MemorySegment records, long at) {
        return (long) ArgumentRecord.STAGE.get(records, at) << 40
                | ArgumentRecord.ARGUMENT_INDEX.get(records, at) << 8
                | ArgumentRecord.ROLE.get(records, at);
    }
}
