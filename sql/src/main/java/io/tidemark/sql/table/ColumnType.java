package io.tidemark.sql.table;

/** What a cell of a table holds. The names are those of the engine. */
public enum ColumnType {
    BIGINT(5),
    INTEGER(4),
    DOUBLE(11),
    BOOLEAN(1),
    VARCHAR(17),

    /** A text out of a list that is known when a query begins; compares and sorts like a text. */
    ENUM(23);

    private final int code;

    ColumnType(int code) {
        this.code = code;
    }

    /** Number of the type in the engine's C interface (duckdb_type). */
    public int code() {
        return code;
    }
}
