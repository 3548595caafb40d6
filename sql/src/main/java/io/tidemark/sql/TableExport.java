package io.tidemark.sql;

import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.tables.CaptureTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes every table of a session to files: Parquet with zstd in directories by capture and rank,
 * or one CSV file per table. One thread. It writes into a directory of its own.
 */
final class TableExport {
    /** What the files are. */
    enum Format {
        PARQUET,
        CSV
    }

    private final SqlSession session;
    private final Path directory;
    private final PrintWriter out;

    TableExport(SqlSession session, Path directory, PrintWriter out) {
        this.session = session;
        this.directory = directory;
        this.out = out;
    }

    void write(Format format) throws SqlProblem, IOException {
        Files.createDirectories(directory);
        for (TableDefinition<?> table : CaptureTables.all()) {
            String name = table.name();
            boolean parquet = format == Format.PARQUET;
            Path target = directory.resolve(parquet ? name : name + ".csv");
            String how = parquet
                    ? "format parquet, compression zstd, partition_by (capture, rank)"
                    : "format csv, header true";
            long rows = session.write("copy (select %s from %s) to '%s' (%s)"
                    .formatted(
                            parquet ? "*" : CsvCell.select(table.spec()),
                            name,
                            target.toString().replace("'", "''"),
                            how));
            out.println("%s: %d rows".formatted(name, rows));
        }
    }
}
