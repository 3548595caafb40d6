package io.tidemark.sql;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/**
 * A table of all captures as a function of the engine. The engine calls it from as many threads as
 * it has, each with a stretch of rows of its own; only columns that the query names are filled. A
 * capture is opened when its turn comes.
 */
final class ScanFunction
        implements DuckDBTableFunction<String, ScanFunction.Scan, ScanFunction.Stretch> {
    /** Rows that a thread takes at a time: large enough that taking them costs nothing. */
    private static final long STRETCH_ROWS = 64L * ColumnBuffer.CAPACITY;

    /** What the engine asks for when a query names no column, only counts rows. */
    private static final int NO_COLUMN = -1;

    private final TableDefinition<?> table;
    private final List<SqlCapture> captures;
    private final int threads;

    ScanFunction(TableDefinition<?> table, List<SqlCapture> captures, int threads) {
        this.table = table;
        this.captures = captures;
        this.threads = threads;
    }

    /** One query's pass over the captures; threads take stretches from it. */
    static final class Scan {
        private final List<SqlCapture> captures;
        private final TableDefinition<?> table;
        private final int[] columns;
        private final BitSet wanted;
        private int nextCapture;
        private TableSource source;
        private SqlCapture capture;
        private long nextRow;

        Scan(List<SqlCapture> captures, TableDefinition<?> table, int[] columns) {
            this.captures = captures;
            this.table = table;
            this.columns = columns;
            wanted = new BitSet();
            for (int column : columns) {
                if (column != NO_COLUMN) {
                    wanted.set(column);
                }
            }
        }

        /** False when there are no rows left. */
        synchronized boolean take(Stretch stretch) {
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
    }

    /** The rows that one thread is working on, and its buffer. */
    static final class Stretch {
        private final ColumnBuffer buffer = new ColumnBuffer();
        private TableSource source;
        private SqlCapture capture;
        private long next;
        private long end;
    }

    @Override
    public String bind(DuckDBTableFunctionBindInfo bind) {
        for (ColumnSpec column : table.spec().columns()) {
            bind.addResultColumn(column.name(), DuckDBColumnType.valueOf(column.type().name()));
        }
        return table.name();
    }

    @Override
    public Scan init(DuckDBTableFunctionInitInfo init) {
        init.setMaxThreads(threads);
        int[] columns = new int[(int) init.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            long index = init.getColumnIndex(i);
            columns[i] = index >= 0 && index < table.columnCount() ? (int) index : NO_COLUMN;
        }
        return new Scan(captures, table, columns);
    }

    @Override
    public Stretch localInit(DuckDBTableFunctionInitInfo init) {
        return new Stretch();
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter chunk) {
        Scan scan = call.getInitData();
        Stretch stretch = call.getLocalInitData();
        if (stretch.next >= stretch.end && !scan.take(stretch)) {
            return 0;
        }
        int count = (int) Math.min(ColumnBuffer.CAPACITY, stretch.end - stretch.next);
        for (int i = 0; i < scan.columns.length; i++) {
            int column = scan.columns[i];
            if (column == NO_COLUMN) {
                continue;
            }
            stretch.buffer.clear();
            switch (column) {
                case TableDefinition.CAPTURE -> stretch.capture.fillName(stretch.buffer, count);
                case TableDefinition.RANK -> stretch.capture.fillRank(stretch.buffer, count);
                default -> stretch.source.fill(column, stretch.next, count, stretch.buffer);
            }
            VectorWriter.write(chunk.vector(i), table.type(column), stretch.buffer, count);
        }
        stretch.next += count;
        return count;
    }
}
