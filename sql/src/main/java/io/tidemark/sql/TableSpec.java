package io.tidemark.sql;

import java.util.List;

/** A table as people see it: what SQL, Parquet files and docs/tables are made from. Immutable. */
public record TableSpec(String name, String meaning, List<ColumnSpec> columns) {
    public TableSpec {
        columns = List.copyOf(columns);
    }
}
