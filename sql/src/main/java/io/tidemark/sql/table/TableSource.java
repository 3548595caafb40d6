package io.tidemark.sql.table;

/**
 * The rows of one table of one capture. Any thread may read at any time; nothing changes after the
 * source was opened.
 */
public interface TableSource {
    long rows();

    /**
     * Puts {@code count} cells of a column, those from row {@code from} on, at the places 0 to
     * count - 1 of the buffer, which is empty.
     */
    void fill(int column, long from, int count, ColumnBuffer out);
}
