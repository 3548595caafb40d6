package io.tidemark.sql.table;

/**
 * The rows of one table of one capture. Any thread may open a cursor at any time; nothing changes
 * after the source was opened.
 */
public interface TableSource {
    long rows();

    /** Reads the rows for one thread. */
    Cursor cursor();

    /** A window on the rows of a table. One thread. */
    interface Cursor {
        /**
         * Moves the window to the rows from {@code from} on.
         *
         * @param count at most {@link ColumnBuffer#CAPACITY}
         */
        void move(long from, int count);

        /** Puts the cells of a column of the window at the places 0 to count - 1 of the buffer. */
        void fill(int column, ColumnBuffer out);
    }
}
