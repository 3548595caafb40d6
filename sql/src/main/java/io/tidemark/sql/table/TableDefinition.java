package io.tidemark.sql.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A table and where its cells come from: declared once, with its documentation. Immutable once
 * built. Every table begins with the columns {@link #CAPTURE} and {@link #RANK}.
 *
 * @param <T> the part of a capture that holds the rows
 */
public final class TableDefinition<T> {
    /** Index of the column with the name of the capture. */
    public static final int CAPTURE = 0;

    /** Index of the column with the rank. */
    public static final int RANK = 1;

    /** Writes one cell. */
    @FunctionalInterface
    public interface Cell<T> {
        void write(T rows, int row, ColumnBuffer out, int at);
    }

    private final String name;
    private final String meaning;
    private final Function<SqlCapture, Optional<T>> part;
    private final ToIntFunction<T> size;
    private final List<ColumnSpec> columns = new ArrayList<>();
    private final List<Cell<T>> cells = new ArrayList<>();
    private BiFunction<SqlCapture, TableSpec, Optional<? extends MappedSource>> files =
            (capture, spec) -> Optional.empty();

    private TableDefinition(
            String name, String meaning, Function<SqlCapture, Optional<T>> part, ToIntFunction<T> size) {
        this.name = name;
        this.meaning = meaning;
        this.part = part;
        this.size = size;
        add("capture", ColumnType.VARCHAR, "", "name of the capture", null);
        add("rank", ColumnType.INTEGER, "", "rank of the capture, null where it has none", null);
    }

    public static <T> TableDefinition<T> named(
            String name, String meaning, Function<SqlCapture, Optional<T>> part, ToIntFunction<T> size) {
        return new TableDefinition<>(name, meaning, part, size);
    }

    private TableDefinition<T> add(String column, ColumnType type, String unit, String text, Cell<T> cell) {
        columns.add(new ColumnSpec(column, type, unit, text));
        cells.add(cell);
        return this;
    }

    public TableDefinition<T> bigint(String column, String unit, String text, Cell<T> cell) {
        return add(column, ColumnType.BIGINT, unit, text, cell);
    }

    public TableDefinition<T> integer(String column, String unit, String text, Cell<T> cell) {
        return add(column, ColumnType.INTEGER, unit, text, cell);
    }

    public TableDefinition<T> real(String column, String unit, String text, Cell<T> cell) {
        return add(column, ColumnType.DOUBLE, unit, text, cell);
    }

    public TableDefinition<T> flag(String column, String text, Cell<T> cell) {
        return add(column, ColumnType.BOOLEAN, "", text, cell);
    }

    public TableDefinition<T> text(String column, String text, Cell<T> cell) {
        return add(column, ColumnType.VARCHAR, "", text, cell);
    }

    /** A text of which mapped files may know all that there are. */
    public TableDefinition<T> listedText(String column, String text, Cell<T> cell) {
        return add(column, ColumnType.ENUM, "", text, cell);
    }

    /** Says that the table can also be read from mapped files, for captures that have them. */
    public TableDefinition<T> mapped(BiFunction<SqlCapture, TableSpec, Optional<? extends MappedSource>> opened) {
        files = opened;
        return this;
    }

    public String name() {
        return name;
    }

    public TableSpec spec() {
        return new TableSpec(name, meaning, columns);
    }

    public ColumnType type(int column) {
        return columns.get(column).type();
    }

    public int columnCount() {
        return columns.size();
    }

    /** Index of a column that the table has. */
    public int column(String column) {
        return spec().column(column);
    }

    /** The rows in the mapped files; empty where the capture has none that will do. */
    Optional<? extends MappedSource> map(SqlCapture capture) {
        return files.apply(capture, spec());
    }

    /** The rows that the readers find; empty where the capture has no such part. */
    public Optional<TableSource> open(SqlCapture capture) {
        return part.apply(capture).map(rows -> new ReadRows(rows, size.applyAsInt(rows)));
    }

    /** Rows of a part that was read as a whole. */
    private final class ReadRows implements TableSource {
        private final T rows;
        private final int count;

        ReadRows(T rows, int count) {
            this.rows = rows;
            this.count = count;
        }

        @Override
        public long rows() {
            return count;
        }

        @Override
        public Cursor cursor() {
            return new ReadCursor();
        }

        /** Asks for each cell. */
        private final class ReadCursor implements Cursor {
            private int first;
            private int number;

            @Override
            public void move(long from, int window) {
                first = (int) from;
                number = window;
            }

            @Override
            public void fill(int column, ColumnBuffer out) {
                Cell<T> cell = cells.get(column);
                for (int i = 0; i < number; i++) {
                    cell.write(rows, first + i, out, i);
                }
            }
        }
    }
}
