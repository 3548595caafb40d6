package io.tidemark.sql.table;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Rows in the mapped files of a capture, which hold some columns of their table. */
public interface MappedSource extends TableSource {
    /** Whether the files have these columns. */
    boolean holds(BitSet wanted);

    /** All texts that a column has, perhaps some more; empty where the files do not say. */
    default Optional<List<String>> texts(int column) {
        return Optional.empty();
    }
}
