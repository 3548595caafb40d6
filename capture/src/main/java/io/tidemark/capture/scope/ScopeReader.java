package io.tidemark.capture.scope;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonLines;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads {@code scope_stats.jsonl}, versions 4 to 6, line by line. One use, one thread. */
public final class ScopeReader {
    private static final Words HEADER = Words.of(
            "version", "fatal", "dropped", "total", "task_window_max", "heap_max", "dep_pool_max", "tensormap_max");
    private static final Words SAMPLE = Words.of(
            "site",
            "phase",
            "depth",
            "ring",
            "task_window_start",
            "task_window_end",
            "heap_start",
            "heap_end",
            "dep_pool_start",
            "dep_pool_end",
            "tensormap");
    private static final Words PHASES = Words.of("begin", "end");
    private static final int MAX_SITE = 256;
    private static final int RINGS = 4;
    private static final int NEEDED = 0b1011; // site, phase and ring: without them nothing pairs

    private final ReadContext context;
    private ScopeTable table;

    private ScopeReader(ReadContext context) {
        this.context = context;
    }

    /** The table; empty, with a finding, when the first line is no header. */
    public static Optional<ScopeTable> read(Path file, Findings findings) {
        ScopeReader reader = new ScopeReader(new ReadContext(JsonDocument.label(file), findings));
        JsonLines.read(file, reader.context, reader::readLine);
        if (reader.table == null) {
            reader.context.damage("", "no scope statistics: the header line is missing");
        } else if (ScopeTables.isHead(file)) {
            ScopeTables.addSamples(file, reader.table, reader.context);
        }
        return Optional.ofNullable(reader.table);
    }

    private void readLine(JsonScanner scanner, long number) throws IOException, JsonDamage {
        if (table == null) {
            readHeader(scanner, number);
        } else {
            readSample(scanner, number);
        }
    }

    private void readHeader(JsonScanner scanner, long number) throws IOException, JsonDamage {
        long[] values = new long[HEADER.size()];
        boolean fatal = false;
        List<Long> window = List.of();
        List<Long> heap = List.of();
        List<Long> pool = List.of();
        if (!scanner.beginObject()) {
            return;
        }
        int field = -1;
        while ((field = PresentFields.next(scanner, HEADER, field + 1)) != JsonScanner.END) {
            switch (field) {
                case 0, 2, 3, 7 -> values[field] = scanner.integer();
                case 1 -> fatal = scanner.bool();
                case 4 -> window = numbers(scanner);
                case 5 -> heap = numbers(scanner);
                case 6 -> pool = numbers(scanner);
                default -> {
                    context.unknownKey(scanner, "the header");
                    scanner.skipValue();
                }
            }
        }
        long version = values[0];
        if (version < 4 || version > 6) {
            context.damage("line " + number, "version " + version + ", known are 4 to 6");
            version = Math.clamp(version, 4, 6);
        }
        table = new ScopeTable(
                new ScopeHeader((int) version, fatal, values[2], values[3], window, heap, pool, values[7]));
    }

    /** Capacities of the rings; one number alone holds for all of them. */
    private static List<Long> numbers(JsonScanner scanner) throws IOException, JsonDamage {
        if (scanner.nextKind() != '[') {
            long every = scanner.integer();
            return scanner.hasProblem() ? List.of() : Collections.nCopies(RINGS, every);
        }
        long[] row = new long[64];
        int count = scanner.row(row, JsonScanner.SIGNED);
        List<Long> values = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            values.add(row[at]);
        }
        return values;
    }

    private void readSample(JsonScanner scanner, long number) throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            return;
        }
        String site = "";
        boolean begin = false;
        long[] values = new long[SAMPLE.size()];
        int seen = 0;
        int field = -1;
        while ((field = PresentFields.next(scanner, SAMPLE, guessAfter(field))) != JsonScanner.END) {
            seen |= field < 0 ? 0 : 1 << field;
            switch (field) {
                case 0 -> site = context.shortened(scanner.text(), MAX_SITE, "sites of scopes");
                case 1 -> begin = scanner.word(PHASES, 0) == 0;
                case 2, 3 -> values[field] = scanner.integer(0, Byte.MAX_VALUE);
                case Words.UNKNOWN -> {
                    context.unknownKey(scanner, "a sample");
                    scanner.skipValue();
                }
                default -> values[field] = scanner.integer();
            }
        }
        if (scanner.hasProblem()) {
            return; // the caller says so
        }
        if ((seen & NEEDED) != NEEDED) {
            context.loss("line " + number, "site, phase or ring missing; the sample was skipped");
            return;
        }
        table.add(new ScopeSample(
                site,
                begin,
                (int) values[2],
                (int) values[3],
                values[4],
                values[5],
                values[6],
                values[7],
                values[8],
                values[9],
                values[10]));
    }

    private int guessAfter(int field) {
        return field == 7 && !table.header().mayHaveDepPool() ? 10 : field + 1;
    }
}
