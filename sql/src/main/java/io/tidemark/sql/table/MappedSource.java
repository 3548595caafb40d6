package io.tidemark.sql.table;

import java.util.BitSet;

/** Rows in the mapped files of a capture, which hold some columns of their table. */
public interface MappedSource extends TableSource {
    /** Whether the files have these columns. */
    boolean holds(BitSet wanted);
}
