package io.tidemark.sql.table;

import java.util.List;

/** A table as people see it: what SQL, Parquet files and docs/tables are made from. Immutable. */
public record TableSpec(String name, String meaning, List<ColumnSpec> columns) {
    public TableSpec {
        columns = List.copyOf(columns);
    }

    /** Index of a column that the table has. */
    public int column(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        throw new IllegalArgumentException("table=" + name + " column=" + column);
    }
}
