package io.tidemark.sql;

import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.tables.CaptureTables;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Writes every table of captures to files: Parquet with zstd in directories by capture and rank, or
 * one CSV file per table. It gets a session of one capture after the other, so that only one of them is in memory,
 * whatever their number. One thread. No other writer may use its directory.
 */
final class TableExport {
    /** What the files are. */
    enum Format {
        PARQUET,
        CSV
    }

    private static final String PART = ".part"; // what one capture adds to a CSV file

    private final Path directory;
    private final Format format;
    private final Map<String, Long> rows = new LinkedHashMap<>(); // by table

    TableExport(Path directory, Format format) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.format = format;
    }

    /**
     * Adds what a session holds.
     *
     * @param progress gets the share of its tables that were written
     */
    void add(SqlSession session, DoubleConsumer progress) throws SqlProblem, IOException {
        int written = 0;
        for (TableDefinition<?> table : CaptureTables.all()) {
            progress.accept((double) written++ / CaptureTables.all().size());
            String name = table.name();
            rows.merge(name, format == Format.PARQUET ? parquet(session, name) : csv(session, table), Long::sum);
        }
    }

    private long parquet(SqlSession session, String name) throws SqlProblem {
        return session.write(
                "copy (select * from %s) to '%s' (format parquet, compression zstd, partition_by (capture, rank), append)"
                        .formatted(name, quoted(directory.resolve(name))));
    }

    private long csv(SqlSession session, TableDefinition<?> table) throws SqlProblem, IOException {
        Path whole = directory.resolve(table.name() + ".csv");
        Path part = directory.resolve(table.name() + PART);
        long count = session.write("copy (select %s from %s) to '%s' (format csv, header %s)"
                .formatted(CsvCell.select(table.spec()), table.name(), quoted(part), !Files.exists(whole)));
        try (OutputStream out = Files.newOutputStream(whole, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            Files.copy(part, out);
        }
        Files.delete(part);
        return count;
    }

    private static String quoted(Path path) {
        return path.toString().replace("'", "''");
    }

    /** Says how many rows each table has. */
    void print(PrintWriter out) {
        rows.forEach((table, count) -> out.println("%s: %d rows".formatted(table, count)));
    }
}
