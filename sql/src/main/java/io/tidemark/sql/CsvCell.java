package io.tidemark.sql;

import io.tidemark.sql.table.ColumnSpec;
import io.tidemark.sql.table.ColumnType;
import io.tidemark.sql.table.TableSpec;
import java.util.regex.Pattern;

/**
 * Texts of CSV files that a spreadsheet would take for a formula: an apostrophe is put before them.
 * Numbers are not changed. Stateless.
 */
final class CsvCell {
    private static final String FORMULA = "^[=+@\\t\\r-]";
    private static final Pattern BEGIN = Pattern.compile(FORMULA);

    private CsvCell() {}

    static String inert(String text) {
        return BEGIN.matcher(text).find() ? "'" + text : text;
    }

    /** The columns of a table for a select, of which texts are inert. */
    static String select(TableSpec table) {
        StringBuilder replaced = new StringBuilder();
        for (ColumnSpec column : table.columns()) {
            if (column.type() == ColumnType.VARCHAR || column.type() == ColumnType.ENUM) {
                replaced.append(replaced.isEmpty() ? "" : ", ");
                replaced.append(
                        "case when regexp_matches(%1$s::varchar, '%2$s') then '''' || %1$s else %1$s::varchar end as %1$s"
                                .formatted(column.name(), FORMULA));
            }
        }
        return "* replace (" + replaced + ")";
    }
}
