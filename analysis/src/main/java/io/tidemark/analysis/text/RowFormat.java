package io.tidemark.analysis.text;

/**
 * Pads the cells of one row to fixed widths, for tables too long to keep. A cell wider than its
 * column pushes the rest to the right rather than being cut. Not thread-safe.
 */
public final class RowFormat {
    static final String GAP = "  ";

    private final int[] widths;
    private final boolean[] right;

    RowFormat(int[] widths, boolean[] right) {
        this.widths = widths;
        this.right = right;
    }

    /**
     * One text per column: a leading {@code >} aligns right; a trailing number after a colon is the
     * width ({@code ">count:8"}).
     */
    public static RowFormat of(String... columns) {
        int[] widths = new int[columns.length];
        boolean[] right = new boolean[columns.length];
        for (int column = 0; column < columns.length; column++) {
            String spec = columns[column];
            right[column] = spec.startsWith(">");
            widths[column] = Integer.parseInt(spec.substring(spec.lastIndexOf(':') + 1));
        }
        return new RowFormat(widths, right);
    }

    public void append(StringBuilder line, String... cells) {
        int wanted = 0;
        int start = line.length();
        for (int column = 0; column < cells.length; column++) {
            if (column > 0) {
                line.append(GAP);
                wanted += GAP.length();
            }
            String cell = cells[column];
            int late = Math.max(0, line.length() - start - wanted); // an earlier cell was too wide
            int padding = Math.max(0, widths[column] - cell.length() - late);
            if (right[column]) {
                line.repeat(' ', padding).append(cell);
            } else {
                line.append(cell);
                if (column < cells.length - 1) {
                    line.repeat(' ', padding);
                }
            }
            wanted += widths[column];
        }
        while (line.length() > start && line.charAt(line.length() - 1) == ' ') {
            line.setLength(line.length() - 1);
        }
        line.append('\n');
    }
}
