package io.tidemark.sql.mapped;

import io.tidemark.capture.table.StoredChunk;
import io.tidemark.capture.table.TableFile;
import io.tidemark.sql.table.ColumnBuffer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;

/**
 * The records of a mapped table file as rows, in the order of the file. The heap has a line per
 * chunk. Immutable; any thread may read.
 */
final class RecordRows {
    /** Puts one column of records that lie one behind the other into a buffer. */
    @FunctionalInterface
    interface Filler {
        /**
         * @param records begins with the first of them
         * @param to where the first goes
         */
        void fill(MemorySegment records, int lane, int to, int count, ColumnBuffer out);
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
        List<StoredChunk> chunks =
                table.chunks().stream().filter(chunk -> chunk.lane() < laneCount).toList();
        bytes = table.bytes();
        recordBytes = table.recordBytes();
        kernels = table.kernels();
        firstRows = new long[chunks.size() + 1];
        recordsAt = new long[chunks.size()];
        lanes = new int[chunks.size()];
        for (int i = 0; i < chunks.size(); i++) {
            firstRows[i + 1] = firstRows[i] + chunks.get(i).records();
            recordsAt[i] = chunks.get(i).recordsAt();
            lanes[i] = chunks.get(i).lane();
        }
    }

    long size() {
        return firstRows[firstRows.length - 1];
    }

    OptionalInt kernels() {
        return kernels;
    }

    /** Fills the places from {@code to} on with the rows from {@code from} on. */
    void fill(Filler filler, long from, int to, int count, ColumnBuffer out) {
        int chunk = chunkOf(from);
        int done = 0;
        while (done < count) {
            long row = from + done;
            int here = (int) Math.min(count - done, firstRows[chunk + 1] - row);
            long at = recordsAt[chunk] + (row - firstRows[chunk]) * recordBytes;
            filler.fill(
                    bytes.asSlice(at, (long) here * recordBytes),
                    lanes[chunk],
                    to + done,
                    here,
                    out);
            done += here;
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
