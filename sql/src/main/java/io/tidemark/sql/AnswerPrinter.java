package io.tidemark.sql;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the rows of an answer. One thread. Texts of a capture cannot steer the terminal. */
final class AnswerPrinter {
    private static final int ROWS_TO_MEASURE = 1_000; // widths of a table come from its beginning
    private static final int WIDEST = 80;

    private final AnswerFormat format;
    private final PrintWriter out;
    private final long mostRows;
    private boolean isCut;

    AnswerPrinter(AnswerFormat format, PrintWriter out) {
        this(format, out, Long.MAX_VALUE);
    }

    /**
     * @param mostRows of an answer as JSON; what comes after them is not asked of the engine
     */
    AnswerPrinter(AnswerFormat format, PrintWriter out, long mostRows) {
        this.format = format;
        this.out = out;
        this.mostRows = mostRows;
    }

    /** Whether the last answer had more rows than are printed. */
    boolean isCut() {
        return isCut;
    }

    void print(ResultSet rows) throws SQLException {
        switch (format) {
            case TABLE -> printTable(rows);
            case CSV -> printCsv(rows);
            case JSON -> printJson(rows);
        }
        out.flush();
    }

    private static String[] heads(ResultSetMetaData meta) throws SQLException {
        String[] heads = new String[meta.getColumnCount()];
        for (int i = 0; i < heads.length; i++) {
            heads[i] = meta.getColumnLabel(i + 1);
        }
        return heads;
    }

    private static boolean[] numbers(ResultSetMetaData meta) throws SQLException {
        boolean[] numbers = new boolean[meta.getColumnCount()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = switch (meta.getColumnType(i + 1)) {
                case Types.TINYINT,
                        Types.SMALLINT,
                        Types.INTEGER,
                        Types.BIGINT,
                        Types.DECIMAL,
                        Types.NUMERIC,
                        Types.FLOAT,
                        Types.REAL,
                        Types.DOUBLE -> true;
                default -> meta.getColumnTypeName(i + 1).contains("HUGEINT");
            };
        }
        return numbers;
    }

    private void printTable(ResultSet rows) throws SQLException {
        String[] heads = heads(rows.getMetaData());
        boolean[] right = numbers(rows.getMetaData());
        int[] widths = new int[heads.length];
        List<String[]> first = new ArrayList<>();
        boolean more = false;
        while (first.size() < ROWS_TO_MEASURE && (more = rows.next())) {
            first.add(cells(rows, heads.length));
        }
        for (int i = 0; i < heads.length; i++) {
            widths[i] = heads[i].length();
            for (String[] row : first) {
                widths[i] = Math.clamp(row[i].length(), widths[i], Math.max(widths[i], WIDEST));
            }
        }
        line(heads, widths, right);
        String[] rule = new String[heads.length];
        for (int i = 0; i < rule.length; i++) {
            rule[i] = "-".repeat(widths[i]);
        }
        line(rule, widths, right);
        for (String[] row : first) {
            line(row, widths, right);
        }
        long count = first.size();
        while (more && rows.next()) {
            line(cells(rows, heads.length), widths, right);
            count++;
        }
        out.println("(" + count + (count == 1 ? " row)" : " rows)"));
    }

    private static String[] cells(ResultSet rows, int count) throws SQLException {
        String[] cells = new String[count];
        for (int i = 0; i < count; i++) {
            Object value = rows.getObject(i + 1);
            cells[i] = value == null ? "" : Plain.line(text(value));
        }
        return cells;
    }

    /** Numbers as every locale reads them, without an exponent where there is room. */
    private static String text(Object value) {
        if (value instanceof Double number && Double.isFinite(number)) {
            String plain = String.format(Locale.ROOT, "%.3f", number);
            return plain.endsWith(".000") ? plain.substring(0, plain.length() - 4) : plain;
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private void line(String[] cells, int[] widths, boolean[] right) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String pad = " ".repeat(Math.max(0, widths[i] - cells[i].length()));
            line.append(i == 0 ? "" : "  ");
            line.append(right[i] ? pad + cells[i] : cells[i] + pad);
        }
        out.println(line.toString().stripTrailing());
    }

    private void printCsv(ResultSet rows) throws SQLException {
        String[] heads = heads(rows.getMetaData());
        csvLine(heads);
        String[] cells = new String[heads.length];
        while (rows.next()) {
            for (int i = 0; i < cells.length; i++) {
                Object value = rows.getObject(i + 1);
                cells[i] = value == null ? "" : value instanceof String text ? CsvCell.inert(text) : exact(value);
            }
            csvLine(cells);
        }
    }

    private static String exact(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private void csvLine(String[] cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            String cell = cells[i];
            boolean quoted = cell.chars().anyMatch(c -> c == ',' || c == '"' || c < ' ');
            line.append(i == 0 ? "" : ",");
            line.append(quoted ? '"' + cell.replace("\"", "\"\"") + '"' : cell);
        }
        out.println(line);
    }

    private void printJson(ResultSet rows) throws SQLException {
        String[] heads = heads(rows.getMetaData());
        JsonWriter json = new JsonWriter(out, 2);
        json.beginArray();
        isCut = false;
        for (long row = 0; rows.next(); row++) {
            if (row == mostRows) {
                isCut = true;
                break;
            }
            json.beginObject();
            for (int i = 0; i < heads.length; i++) {
                member(json, heads[i], rows.getObject(i + 1));
            }
            json.endObject();
        }
        json.endArray().finish();
    }

    private static void member(JsonWriter json, String name, Object value) {
        switch (value) {
            case null -> json.name(name).value((String) null);
            case Boolean truth -> json.member(name, truth);
            case Integer number -> json.member(name, (long) number);
            case Long number -> json.member(name, (long) number);
            case Double number when Double.isFinite(number) -> json.member(name, (double) number);
            default -> json.member(name, exact(value));
        }
    }
}
