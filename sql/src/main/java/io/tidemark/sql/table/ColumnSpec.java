package io.tidemark.sql.table;

/**
 * One column of a table as people see it. Immutable.
 *
 * @param unit what a number counts; empty for texts
 * @param meaning a few words; they say when a cell is null
 */
public record ColumnSpec(String name, ColumnType type, String unit, String meaning) {}
