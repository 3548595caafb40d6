package io.tidemark.sql.mapped;

import io.tidemark.sql.mapped.RecordRows.Filler;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.TableSource;

/** A window on the records of one file. One thread. */
final class RecordCursor implements TableSource.Cursor {
    private final RecordRows rows;
    private final Filler[] fillers; // by column
    private final RecordBlock block;

    RecordCursor(RecordRows rows, Filler[] fillers) {
        this.rows = rows;
        this.fillers = fillers;
        block = rows.block();
    }

    @Override
    public void move(long from, int count) {
        rows.read(from, count, block);
    }

    @Override
    public void fill(int column, ColumnBuffer out) {
        fillers[column].fill(block, 0, out);
    }
}
