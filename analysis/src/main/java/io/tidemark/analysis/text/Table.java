package io.tidemark.analysis.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A table of a report: rows of one type, and for each column where its value comes from. A column has a head for
 * people, a key for programs, or both. Values are asked for while the table is written. Not thread-safe.
 *
 * @param <R> what a row is about
 */
public final class Table<R> {
    /**
     * @param head for people; empty is a column without a head; null is none
     * @param key for programs; null is none
     */
    record Column<R>(String head, String key, Quantity quantity, Function<? super R, ?> value) {}

    private final String key;
    private final List<R> rows;
    private final List<Column<R>> columns = new ArrayList<>();
    private final List<Object[]> footers = new ArrayList<>();
    private Function<? super R, Map<String, ?>> members = row -> Map.of();
    private List<R> shown;
    private boolean showsEmpty = true;

    private Table(String key, List<R> rows) {
        this.key = key;
        this.rows = rows;
        this.shown = rows;
    }

    /** For people and programs, who find an array of objects by this key. */
    public static <R> Table<R> of(String key, List<R> rows) {
        return new Table<>(key, rows);
    }

    /** For people only. */
    public static <R> Table<R> shown(List<R> rows) {
        return new Table<>(null, rows);
    }

    /** For programs only. */
    public static <R> Table<R> data(String key, List<R> rows) {
        return new Table<>(key, rows).showing(null);
    }

    /** A column for both. */
    public Table<R> column(String head, String name, Quantity quantity, Function<? super R, ?> value) {
        columns.add(new Column<>(head, name, quantity, value));
        return this;
    }

    /** A column for people. */
    public Table<R> shown(String head, Quantity quantity, Function<? super R, ?> value) {
        return column(head, null, quantity, value);
    }

    /** A column for programs. */
    public Table<R> data(String name, Function<? super R, ?> value) {
        return column(null, name, Quantity.TEXT, value);
    }

    /** Further members of each object, for programs. */
    public Table<R> members(Function<? super R, Map<String, ?>> more) {
        members = more;
        return this;
    }

    /** The rows that people see, if not all; null for none. */
    public Table<R> showing(List<R> some) {
        shown = some;
        return this;
    }

    /** A last row for people: a value or null for each of their columns, in order. */
    public Table<R> footer(Object... cells) {
        footers.add(cells);
        return this;
    }

    /** Without rows people see nothing, not even heads. */
    public Table<R> hiddenWhenEmpty() {
        showsEmpty = false;
        return this;
    }

    /** The table for people; null where they have none. */
    TextTable forPeople() {
        if (shown == null || !showsEmpty && shown.isEmpty()) {
            return null;
        }
        List<Column<R>> visible =
                columns.stream().filter(column -> column.head() != null).toList();
        TextTable table = new TextTable(visible.stream()
                .map(column -> (column.quantity().isRight() ? ">" : "") + column.head())
                .toArray(String[]::new));
        for (R row : shown) {
            table.row(visible.stream()
                    .map(column -> column.quantity().text(column.value().apply(row)))
                    .toArray());
        }
        for (Object[] footer : footers) {
            String[] cells = new String[footer.length];
            for (int at = 0; at < cells.length; at++) {
                cells[at] = footer[at] instanceof String text
                        ? text
                        : visible.get(at).quantity().text(footer[at]);
            }
            table.row((Object[]) cells);
        }
        return table;
    }

    void write(JsonWriter json) {
        if (key == null) {
            return;
        }
        json.name(key).beginArray();
        for (R row : rows) {
            json.beginObject();
            for (Column<R> column : columns) {
                if (column.key() != null) {
                    json.name(column.key()).tree(column.value().apply(row));
                }
            }
            members.apply(row).forEach((name, value) -> json.name(name).tree(value));
            json.endObject();
        }
        json.endArray();
    }
}
