package io.tidemark.capture.pmu;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.LineReader;
import io.tidemark.capture.json.ReadContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code pmu.csv}: comma-separated, no quoting, counter columns between {@code
 * pmu_total_cycles} and {@code event_type}. An empty cell is a counter that the platform does not
 * have. One use, one thread.
 */
public final class PmuReader {
    private static final List<String> LEADING =
            List.of("thread_id", "core_id", "task_id", "func_id", "core_type", "pmu_total_cycles");
    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final int MAX_COUNTERS = 64;

    private final ReadContext context;
    private PmuTable table;
    private int columns;

    private PmuReader(ReadContext context) {
        this.context = context;
    }

    /** The table; empty, with a finding, when the first line is no header. */
    public static Optional<PmuTable> read(Path file, Findings findings) {
        if (PmuTables.isHead(file)) {
            return PmuTables.read(file, findings);
        }
        PmuReader reader = new PmuReader(new ReadContext(JsonDocument.label(file), findings));
        try (LineReader lines = new LineReader(JsonDocument.open(file), MAX_LINE_BYTES)) {
            boolean good = true;
            while (good && lines.next()) {
                good = reader.readLine(lines);
            }
        } catch (IOException unreadable) {
            reader.context.damage("", "cannot be read: " + JsonDocument.reason(unreadable));
        }
        if (reader.table == null) {
            reader.context.damage("", "no counter file: the header line is missing");
        }
        return Optional.ofNullable(reader.table);
    }

    private boolean readLine(LineReader lines) {
        if (lines.isBlank()) {
            return true;
        }
        String where = "line " + lines.number();
        if (lines.isTooLong()) {
            context.loss(where, "longer than 1 MiB; the line was skipped");
            return true;
        }
        String line = new String(lines.bytes(), lines.begin(), lines.end() - lines.begin(), StandardCharsets.ISO_8859_1)
                .strip();
        String[] cells = line.split(",", -1);
        if (table == null) {
            return readHeader(cells);
        }
        readRow(cells, where);
        return true;
    }

    private boolean readHeader(String[] cells) {
        int last = cells.length - 1;
        boolean known = cells.length > LEADING.size()
                && cells.length <= LEADING.size() + MAX_COUNTERS + 1
                && Arrays.asList(cells).subList(0, LEADING.size()).equals(LEADING)
                && cells[last].equals("event_type");
        if (known) {
            columns = cells.length;
            table = new PmuTable(Arrays.asList(cells).subList(LEADING.size(), last));
        }
        return known;
    }

    private void readRow(String[] cells, String where) {
        if (cells.length != columns) {
            context.loss(where, cells.length + " columns, expected " + columns + "; the row was skipped");
            return;
        }
        try {
            long[] counters = new long[table.counterNames().size()];
            long known = 0;
            for (int at = 0; at < counters.length; at++) {
                String cell = cells[LEADING.size() + at];
                if (!cell.isEmpty()) {
                    counters[at] = Long.parseUnsignedLong(cell);
                    known |= 1L << at;
                }
            }
            table.add(new PmuRow(
                    Integer.parseInt(cells[0]),
                    Integer.parseInt(cells[1]),
                    taskId(cells[2]),
                    Integer.parseInt(cells[3]),
                    Integer.parseInt(cells[4]),
                    Long.parseUnsignedLong(cells[5]),
                    counters,
                    known,
                    Integer.parseInt(cells[columns - 1])));
        } catch (NumberFormatException noNumber) {
            context.loss(where, "a cell is no number in range; the row was skipped");
        }
    }

    private static long taskId(String cell) {
        return cell.startsWith("0x") ? Long.parseUnsignedLong(cell.substring(2), 16) : Long.parseUnsignedLong(cell);
    }
}
