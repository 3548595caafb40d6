package io.tidemark.sql.engine;

import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A table of all captures as a function of the engine. Each of the engine's threads takes a stretch
 * of rows of its own; only columns that the query names are filled. A capture is opened when its
 * turn comes.
 */
final class ScanFunction {
    /** Rows that a thread takes at a time: large enough that taking them costs nothing. */
    private static final long STRETCH_ROWS = 64L * ColumnBuffer.CAPACITY;

    /** Captures whose texts are looked up before a query: more would make it begin late. */
    private static final int MOST_LISTED = 64;

    /** What the engine asks for when a query names no column, only counts rows. */
    private static final int NO_COLUMN = -1;

    private final TableDefinition<?> table;
    private final List<ColumnSpec> columnsOfTable;
    private final List<SqlCapture> captures;
    private final int threads;
    private final TextSet[] texts; // by column, null where it is not enumerated or not yet made

    ScanFunction(TableDefinition<?> table, List<SqlCapture> captures, int threads) {
        this.table = table;
        columnsOfTable = table.spec().columns();
        this.captures = captures;
        this.threads = threads;
        texts = new TextSet[table.columnCount()];
    }

    /** Tells the engine of the columns. */
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
                : EngineLibrary.createEnumType(texts[column].texts(), texts[column].texts().size());
    }

    /** Null where a capture does not say which texts there are. */
    private TextSet texts(int column) {
        if (captures.isEmpty() || captures.size() > MOST_LISTED) {
            return null;
        }
        List<String> all = new ArrayList<>();
        for (SqlCapture capture : captures) {
            Optional<List<String>> some = capture.mapped(table).flatMap(rows -> rows.texts(column));
            if (some.isEmpty()) {
                return null;
            }
            all.addAll(some.get());
        }
        return new TextSet(all);
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

    /** One query's pass over the captures; threads take stretches from it. */
    final class Scan {
        private final int[] columns;
        private final BitSet wanted = new BitSet();
        private int nextCapture;
        private TableSource source;
        private SqlCapture capture;
        private long nextRow;

        Scan(int[] columns) {
            this.columns = columns;
            for (int column : columns) {
                if (column != NO_COLUMN) {
                    wanted.set(column);
                }
            }
        }

        /** False when there are no rows left. */
        private synchronized boolean take(Stretch stretch) {
            while (source == null || nextRow >= source.rows()) {
                if (nextCapture >= captures.size()) {
                    return false;
                }
                capture = captures.get(nextCapture++);
                Optional<TableSource> opened = capture.open(table, wanted);
                source = opened.orElse(null);
                nextRow = 0;
            }
            stretch.source = source;
            stretch.capture = capture;
            stretch.next = nextRow;
            nextRow = Math.min(source.rows(), nextRow + STRETCH_ROWS);
            stretch.end = nextRow;
            return true;
        }

        /** Fills a chunk of the engine; the answer is how many rows it has, 0 at the end. */
        int fill(Stretch stretch, long chunk) {
            if (stretch.next >= stretch.end && !take(stretch)) {
                return 0;
            }
            int count = (int) Math.min(ColumnBuffer.CAPACITY, stretch.end - stretch.next);
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
                default -> stretch.source.fill(column, stretch.next, count, buffer);
            }
            VectorWriter.write(vector, columnsOfTable.get(column), texts[column], buffer, count);
        }
    }

    /** The rows that one thread is working on, and its buffer. */
    static final class Stretch {
        private final ColumnBuffer buffer = new ColumnBuffer();
        private TableSource source;
        private SqlCapture capture;
        private long next;
        private long end;
    }
}
