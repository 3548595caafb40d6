package io.tidemark.sql.engine;

import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * A table of all captures as a function of the engine. Each of the engine's threads takes a
 * separate stretch of rows. Only columns that the query names are filled.
 */
final class ScanFunction {
    /** Rows that a thread takes at a time: large enough that taking them costs nothing. */
    private static final long STRETCH_ROWS = 64L * ColumnBuffer.CAPACITY;

    /** A byte of a table file becomes about two of the heap. */
    private static final long MOST_BYTES_IN_HAND = Runtime.getRuntime().maxMemory() / 16;

    /** What the engine asks for when a query names no column, only counts rows. */
    private static final int NO_COLUMN = -1;

    private final TableDefinition<?> table;
    private final List<ColumnSpec> columnsOfTable;
    private final List<SqlCapture> captures;
    private final int threads;
    private final DoubleConsumer progress;
    private final TextSet[] texts; // by column, null if the column is not enumerated or its set is not yet made

    ScanFunction(TableDefinition<?> table, List<SqlCapture> captures, int threads, DoubleConsumer progress) {
        this.table = table;
        columnsOfTable = table.spec().columns();
        this.captures = captures;
        this.threads = threads;
        this.progress = progress;
        texts = new TextSet[table.columnCount()];
    }

    /** Declares the columns to the engine. */
    void bind(long info) {
        for (int column = 0; column < table.columnCount(); column++) {
            ColumnSpec spec = columnsOfTable.get(column);
            long type = type(column, spec.type());
            EngineLibrary.addColumn(info, spec.name(), type);
            EngineLibrary.destroyType(type);
        }
    }

    private long type(int column, ColumnType type) {
        if (type != ColumnType.ENUM) {
            return EngineLibrary.createType(type.code());
        }
        if (texts[column] == null) {
            texts[column] = texts(column);
        }
        return texts[column] == null
                ? EngineLibrary.createType(ColumnType.VARCHAR.code())
                : EngineLibrary.createEnumType(
                        texts[column].texts(), texts[column].texts().size());
    }

    /**
     * Null where a capture does not say which texts there are. All captures are opened for it, as
     * the query would do later.
     */
    private TextSet texts(int column) {
        if (captures.isEmpty()) {
            return null;
        }
        Set<String> all = ConcurrentHashMap.newKeySet();
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean isListed = new AtomicBoolean(true);
        Runnable lookUp = () -> {
            int place;
            while (isListed.get() && (place = next.getAndIncrement()) < captures.size()) {
                captures.get(place)
                        .mapped(table)
                        .flatMap(rows -> rows.texts(column))
                        .ifPresentOrElse(all::addAll, () -> isListed.set(false));
            }
        };
        if (captures.size() == 1 || threads == 1) {
            lookUp.run();
        } else {
            CompletableFuture<?>[] others = new CompletableFuture<?>[threads - 1];
            Arrays.setAll(others, i -> CompletableFuture.runAsync(lookUp));
            lookUp.run();
            CompletableFuture.allOf(others).join();
        }
        return isListed.get() ? new TextSet(all) : null;
    }

    /** A query begins. */
    Scan init(long info) {
        EngineLibrary.setThreads(info, threads);
        long[] asked = EngineLibrary.columns(info);
        int[] columns = new int[asked.length];
        for (int i = 0; i < columns.length; i++) {
            boolean known = asked[i] >= 0 && asked[i] < table.columnCount();
            columns[i] = known ? (int) asked[i] : NO_COLUMN;
        }
        return new Scan(columns);
    }

    /**
     * One query's pass over the captures; threads take stretches from it. The thread that takes a capture opens it
     * while the others continue. This requires that the files of all open captures are a small part of the heap.
     * Otherwise the next capture waits until the rows of the earlier ones are taken.
     */
    final class Scan {
        private final int[] columns;
        private final BitSet wanted = new BitSet();
        private final Deque<Opened> opened = new ArrayDeque<>(); // those with rows to take
        private int nextCapture;
        private int opening; // captures that a thread is about to open
        private long bytesInHand; // of files of open captures

        Scan(int[] columns) {
            this.columns = columns;
            for (int column : columns) {
                if (column != NO_COLUMN) {
                    wanted.set(column);
                }
            }
        }

        /** False when there are no rows left. */
        private boolean take(Stretch stretch) {
            while (true) {
                SqlCapture mine;
                long bytes;
                synchronized (this) {
                    while (opened.isEmpty() && opening > 0 && !hasRoomForNext()) {
                        await();
                    }
                    if (!opened.isEmpty()) {
                        give(stretch);
                        return true;
                    }
                    if (nextCapture >= captures.size()) {
                        return false;
                    }
                    mine = captures.get(nextCapture++);
                    bytes = mine.fileBytes();
                    bytesInHand += bytes;
                    opening++;
                }
                open(mine, bytes);
            }
        }

        /** False also where there is no next capture. */
        private boolean hasRoomForNext() {
            return nextCapture < captures.size()
                    && bytesInHand + captures.get(nextCapture).fileBytes() <= MOST_BYTES_IN_HAND;
        }

        private void open(SqlCapture capture, long bytes) {
            Optional<TableSource> source = Optional.empty();
            try {
                source = capture.open(table, wanted);
            } finally {
                synchronized (this) {
                    source.filter(rows -> rows.rows() > 0)
                            .ifPresentOrElse(
                                    rows -> opened.add(new Opened(capture, rows, bytes)), () -> bytesInHand -= bytes);
                    opening--;
                    notifyAll();
                }
            }
        }

        private void await() {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the query was interrupted", interrupted);
            }
        }

        private void give(Stretch stretch) {
            Opened first = opened.getFirst();
            if (stretch.source != first.source) {
                stretch.cursor = first.source.cursor();
            }
            stretch.source = first.source;
            stretch.capture = first.capture;
            stretch.next = first.nextRow;
            first.nextRow = Math.min(first.source.rows(), first.nextRow + STRETCH_ROWS);
            stretch.end = first.nextRow;
            int behind = nextCapture - opening - opened.size();
            progress.accept((behind + (double) first.nextRow / first.source.rows()) / captures.size());
            if (stretch.end == first.source.rows()) {
                opened.removeFirst();
                bytesInHand -= first.bytes;
            }
        }

        /** Fills a chunk of the engine; the answer is how many rows it has, 0 at the end. */
        int fill(Stretch stretch, long chunk) {
            if (stretch.next >= stretch.end && !take(stretch)) {
                return 0;
            }
            int count = (int) Math.min(ColumnBuffer.CAPACITY, stretch.end - stretch.next);
            if (!wanted.isEmpty()) {
                stretch.cursor.move(stretch.next, count);
            }
            for (int i = 0; i < columns.length; i++) {
                if (columns[i] != NO_COLUMN) {
                    fill(stretch, columns[i], count, EngineLibrary.vector(chunk, i));
                }
            }
            stretch.next += count;
            return count;
        }

        private void fill(Stretch stretch, int column, int count, long vector) {
            ColumnBuffer buffer = stretch.buffer;
            buffer.clear();
            switch (column) {
                case TableDefinition.CAPTURE -> stretch.capture.fillName(buffer, count);
                case TableDefinition.RANK -> stretch.capture.fillRank(buffer, count);
                default -> stretch.cursor.fill(column, buffer);
            }
            stretch.writer.write(vector, columnsOfTable.get(column), texts[column], buffer, count);
        }
    }

    /** A capture's rows, of which some are taken. */
    private static final class Opened {
        final SqlCapture capture;
        final TableSource source;
        final long bytes; // of its files
        long nextRow;

        Opened(SqlCapture capture, TableSource source, long bytes) {
            this.capture = capture;
            this.source = source;
            this.bytes = bytes;
        }
    }

    /** The rows that one thread is working on, and its buffers. */
    static final class Stretch {
        private final ColumnBuffer buffer = new ColumnBuffer();
        private final VectorWriter writer = new VectorWriter();
        private TableSource source;
        private TableSource.Cursor cursor;
        private SqlCapture capture;
        private long next;
        private long end;
    }
}
