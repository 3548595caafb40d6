package io.tidemark.analysis.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A table whose columns are as wide as their widest cell. Keeps every row until it is printed; for
 * very long lists use {@link RowFormat}. Not thread-safe.
 */
public final class TextTable {
    private final String[] heads;
    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    /** One head per column; a leading {@code >} aligns the column right. */
    public TextTable(String... columns) {
        heads = new String[columns.length];
        right = new boolean[columns.length];
        for (int column = 0; column < columns.length; column++) {
            right[column] = columns[column].startsWith(">");
            heads[column] = right[column] ? columns[column].substring(1) : columns[column];
        }
    }

    public TextTable row(Object... cells) {
        if (cells.length != heads.length) {
            throw new IllegalArgumentException("cells=" + cells.length + " columns=" + heads.length);
        }
        String[] row = new String[cells.length];
        for (int column = 0; column < cells.length; column++) {
            row[column] = Plain.line(String.valueOf(cells[column]));
        }
        rows.add(row);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Head, rule and rows, each line indented by {@code indent} blanks. */
    public String text(int indent) {
        return text(indent, Terminals.ENDLESS);
    }

    /** The same for a terminal with this number of columns; texts that do not fit are cut. */
    public String text(int indent, int columns) {
        int[] widths = new int[heads.length];
        measure(widths, heads);
        rows.forEach(row -> measure(widths, row));
        if (columns != Terminals.ENDLESS) {
            boolean[] mayBeCut = new boolean[right.length];
            for (int column = 0; column < mayBeCut.length; column++) {
                mayBeCut[column] = !right[column] && !heads[column].isEmpty(); // a bar without a head is never cut
            }
            Terminals.fit(widths, mayBeCut, RowFormat.GAP.length(), columns - indent);
        }
        RowFormat format = new RowFormat(widths, right);
        StringBuilder text = new StringBuilder();
        text.repeat(' ', indent);
        format.append(text, cut(heads, widths));
        String[] rule = new String[heads.length];
        for (int column = 0; column < heads.length; column++) {
            rule[column] = "-".repeat(widths[column]);
        }
        text.repeat(' ', indent);
        format.append(text, rule);
        for (String[] row : rows) {
            text.repeat(' ', indent);
            format.append(text, cut(row, widths));
        }
        return text.toString();
    }

    private String[] cut(String[] cells, int[] widths) {
        String[] fitting = cells.clone();
        for (int column = 0; column < cells.length; column++) {
            if (!right[column] && cells[column].length() > widths[column]) {
                fitting[column] = cells[column].substring(0, widths[column] - 1) + "…";
            }
        }
        return fitting;
    }

    /** The same table for a Markdown page. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        markdownRow(text, heads);
        for (boolean isRight : right) {
            text.append(isRight ? "|---:" : "|:---");
        }
        text.append("|\n");
        rows.forEach(row -> markdownRow(text, row));
        return text.toString();
    }

    private static void markdownRow(StringBuilder text, String[] cells) {
        for (String cell : cells) {
            text.append("| ").append(Plain.markdown(cell)).append(' ');
        }
        text.append("|\n");
    }

    private static void measure(int[] widths, String[] cells) {
        for (int column = 0; column < cells.length; column++) {
            widths[column] = Math.max(widths[column], cells[column].length());
        }
    }
}
