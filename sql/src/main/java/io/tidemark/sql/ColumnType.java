package io.tidemark.sql;

/** What a cell of a table holds. The names are those of the engine. */
public enum ColumnType {
    BIGINT,
    INTEGER,
    DOUBLE,
    BOOLEAN,
    VARCHAR
}
