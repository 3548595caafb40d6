package io.tidemark.sql.mapped;

import io.tidemark.capture.table.TableFile;
import io.tidemark.sql.table.ColumnBuffer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The records of a mapped table file as rows, in the order of the file. The heap has three numbers
 * per chunk. Immutable; any thread may read.
 */
final class RecordRows {
    /** Puts one column of the records of a block into a buffer. */
    @FunctionalInterface
    interface Filler {
        /**
         * @param to where the first goes
         */
        void fill(RecordBlock records, int to, ColumnBuffer out);
    }

    private final MemorySegment bytes;
    private final int recordBytes;
    private final OptionalInt kernels;
    private final long[] firstRows; // of each chunk, and the number of all rows behind them
    private final long[] recordsAt;
    private final int[] lanes;

    /**
     * @param laneCount rows of further lanes are left out, as the readers do
     */
    RecordRows(TableFile table, int laneCount) {
        bytes = table.bytes();
        recordBytes = table.recordBytes();
        kernels = table.kernels();
        int count = table.chunkCount();
        long[] first = new long[count + 1];
        long[] at = new long[count];
        int[] lane = new int[count];
        int used = 0;
        for (int i = 0; i < count; i++) {
            int ofChunk = table.lane(i);
            if (ofChunk < laneCount) {
                first[used + 1] = first[used] + table.records(i);
                at[used] = table.recordsAt(i);
                lane[used++] = ofChunk;
            }
        }
        firstRows = used == count ? first : Arrays.copyOf(first, used + 1);
        recordsAt = used == count ? at : Arrays.copyOf(at, used);
        lanes = used == count ? lane : Arrays.copyOf(lane, used);
    }

    long size() {
        return firstRows[firstRows.length - 1];
    }

    OptionalInt kernels() {
        return kernels;
    }

    RecordBlock block() {
        return new RecordBlock(recordBytes);
    }

    /** Hands over all records, a block at a time, which is filled again after that. */
    void eachBlock(Consumer<RecordBlock> taker) {
        RecordBlock block = block();
        for (long from = 0; from < size(); from += ColumnBuffer.CAPACITY) {
            read(from, (int) Math.min(ColumnBuffer.CAPACITY, size() - from), block);
            taker.accept(block);
        }
    }

    /** Fills a block with the records of these rows. */
    void read(long from, int count, RecordBlock out) {
        out.clear();
        int chunk = count == 0 ? 0 : chunkOf(from);
        int done = 0;
        while (done < count) {
            long row = from + done;
            int here = (int) Math.min(count - done, firstRows[chunk + 1] - row);
            if (here > 0) {
                long at = recordsAt[chunk] + (row - firstRows[chunk]) * recordBytes;
                out.add(bytes, at, here, lanes[chunk]);
                done += here;
            }
            chunk++;
        }
    }

    private int chunkOf(long row) {
        int low = 0;
        int high = recordsAt.length - 1;
        while (low < high) { // the last chunk that begins at or before the row
            int middle = (low + high + 1) >>> 1;
            if (firstRows[middle] <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
