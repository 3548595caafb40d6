package io.tidemark.capture.table;

import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.layout.FieldLine;
import io.tidemark.abi.layout.FieldType;
import io.tidemark.abi.layout.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The schema of the records of a table file: the parsed schema text of the file. The first line has
 * the stream and the record; each line after it is a column: name, type, elements, offset, unit,
 * meaning, with a tab between two. Immutable.
 */
public record TableSchema(String stream, String record, List<FieldLine> columns) {
    private static final String TAB = "\t";

    public TableSchema {
        columns = List.copyOf(columns);
    }

    public static TableSchema of(RecordStream stream) {
        return new TableSchema(
                stream.name(), stream.layout().name(), stream.layout().fields());
    }

    public Optional<FieldLine> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.join(TAB, stream, record)).append('\n');
        for (FieldLine column : columns) {
            text.append(String.join(
                    TAB,
                    column.name(),
                    lower(column.type()),
                    Integer.toString(column.elements()),
                    Integer.toString(column.offset()),
                    lower(column.unit()),
                    column.meaning()));
            text.append('\n');
        }
        return text.toString();
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a schema that this or a later version wrote. A column of an unknown type is left out.
     *
     * @param recordBytes a column that does not lie inside a record is left out too
     * @throws IllegalArgumentException if it is no schema
     */
    static TableSchema parse(String text, int recordBytes) {
        List<String> lines = text.lines().toList();
        String[] head = lines.isEmpty() ? new String[0] : lines.getFirst().split(TAB, -1);
        if (head.length < 2) {
            throw new IllegalArgumentException("its schema has no first line");
        }
        List<FieldLine> columns = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            column(line.split(TAB, 6), recordBytes).ifPresent(columns::add);
        }
        return new TableSchema(head[0], head[1], columns);
    }

    private static Optional<FieldLine> column(String[] cells, int recordBytes) {
        if (cells.length < 6) {
            throw new IllegalArgumentException("a line of its schema has too few cells");
        }
        FieldType type = constant(FieldType.values(), cells[1]);
        int elements = Integer.parseInt(cells[2]);
        int offset = Integer.parseInt(cells[3]);
        Unit unit = constant(Unit.values(), cells[4]);
        if (type == null || elements < 1 || offset < 0 || (long) elements * type.sizeBytes() + offset > recordBytes) {
            return Optional.empty();
        }
        return Optional.of(new FieldLine(cells[0], type, elements, offset, unit == null ? Unit.COUNT : unit, cells[5]));
    }

    private static <E extends Enum<E>> E constant(E[] values, String word) {
        for (E value : values) {
            if (lower(value).equals(word)) {
                return value;
            }
        }
        return null;
    }
}
