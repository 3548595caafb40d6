package io.tidemark.sql.mapped;

import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * The edges of a capture without a dependency file, straight from the mapped file in which each
 * task names its producers: by their ids alone, without a reason. A record has up to six edges, so
 * opening counts them once; the heap has a number for every block of records. Immutable; any
 * thread.
 */
public final class MappedEdges implements MappedSource {
    private static final int WORDS = FaninRecord.LAYOUT.sizeBytes() / Long.BYTES;
    private static final int HEAD = RecordBlock.word(FaninRecord.HEAD);
    private static final int BLOCK = ColumnBuffer.CAPACITY;

    private final RecordRows records;
    private final long[] firstEdges; // of each block of records, and the number of all behind them
    private final int predColumn;
    private final int succColumn;

    private MappedEdges(RecordRows records, TableSpec table) {
        this.records = records;
        predColumn = table.column("pred");
        succColumn = table.column("succ");
        int blocks = (int) ((records.size() + BLOCK - 1) / BLOCK);
        firstEdges = new long[blocks + 1];
        RecordBlock block = records.block();
        for (int i = 0; i < blocks; i++) {
            read(i, block);
            long edges = 0;
            for (int record = 0; record < block.size(); record++) {
                edges += producers(block.words[record * WORDS + HEAD]);
            }
            firstEdges[i + 1] = firstEdges[i] + edges;
        }
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedEdges> open(SqlCapture capture, TableSpec table) {
        if (capture.directory().dependencies().isPresent()) {
            return Optional.empty(); // the file has the reasons as well
        }
        return SwimlaneFiles.of(capture)
                .flatMap(files -> files.open(SwimlaneStream.FANIN, 1))
                .filter(rows -> rows.size() > 0)
                .map(rows -> new MappedEdges(rows, table));
    }

    private void read(int block, RecordBlock out) {
        long from = (long) block * BLOCK;
        records.read(from, (int) Math.min(BLOCK, records.size() - from), out);
    }

    /** How many edges the record with this head has. */
    private static int producers(long head) {
        boolean isForgotten = (head >>> 32 & 0xFF) == FaninRecord.FORGOTTEN;
        return isForgotten ? 0 : (int) Math.min(head >>> 40 & 0xFF, FaninRecord.MOST_PRODUCERS);
    }

    @Override
    public boolean holds(BitSet wanted) {
        return true;
    }

    @Override
    public long rows() {
        return firstEdges[firstEdges.length - 1];
    }

    @Override
    public Cursor cursor() {
        return new EdgeCursor();
    }

    /** The edges of a window, taken out of the records around it. */
    private final class EdgeCursor implements Cursor {
        private final RecordBlock block = records.block();
        private final long[] preds = new long[ColumnBuffer.CAPACITY];
        private final long[] succs = new long[ColumnBuffer.CAPACITY];
        private int held = -1; // which block of records is at hand
        private int count;

        @Override
        public void move(long from, int window) {
            count = 0;
            int at = Arrays.binarySearch(firstEdges, from);
            at = at >= 0 ? at : -at - 2; // the last that begins at or before it
            long next = from;
            while (count < window) {
                if (firstEdges[at + 1] > next) {
                    take(at, next - firstEdges[at], window);
                    next = firstEdges[at + 1];
                }
                at++;
            }
        }

        private void take(int which, long skipped, int window) {
            if (held != which) {
                read(which, block);
                held = which;
            }
            long toSkip = skipped;
            for (int record = 0; record < block.size() && count < window; record++) {
                long head = block.words[record * WORDS + HEAD];
                int producers = producers(head);
                if (toSkip >= producers) {
                    toSkip -= producers;
                    continue;
                }
                int rings = (int) (head >>> 48);
                long own = FaninRecord.taskId(-1, head & 0xFFFF_FFFFL, rings);
                for (int i = (int) toSkip; i < producers && count < window; i++) {
                    preds[count] = FaninRecord.taskId(i, producer(record, i), rings);
                    succs[count++] = own;
                }
                toSkip = 0;
            }
        }

        private long producer(int record, int which) {
            int at = (int) FaninRecord.PRODUCER_LOCALS.offset() / Integer.BYTES + which;
            long word = block.words[record * WORDS + at / 2];
            return word >>> Integer.SIZE * (at % 2) & 0xFFFF_FFFFL;
        }

        @Override
        public void fill(int column, ColumnBuffer out) {
            if (column == predColumn || column == succColumn) {
                System.arraycopy(column == predColumn ? preds : succs, 0, out.words, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                out.putNull(i);
            }
        }
    }
}
