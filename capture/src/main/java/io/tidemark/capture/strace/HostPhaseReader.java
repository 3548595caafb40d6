package io.tidemark.capture.strace;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonLines;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.strace.HostPhasePass.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads {@code host_phase_records.jsonl}: one prepare pass per line. One use, one thread. */
public final class HostPhaseReader {
    private static final int MAX_PHASES = 4_000_000; // over all passes; the pool of one holds 12288
    private static final Words PASS = Words.of("pid", "inv", "clock", "dropped", "records");
    private static final Words PHASE = Words.of("phase", "start_ns", "end_ns", "detail", "tid");
    private static final Words NAMES =
            Words.of(Stream.concat(HostPhasePass.STAGES.stream(), HostPhasePass.OPERATIONS.stream())
                    .toArray(String[]::new));

    private final ReadContext context;
    private final List<HostPhasePass> passes = new ArrayList<>();
    private int phaseCount;

    private HostPhaseReader(ReadContext context) {
        this.context = context;
    }

    public static List<HostPhasePass> read(Path file, Findings findings) {
        HostPhaseReader reader = new HostPhaseReader(new ReadContext(JsonDocument.label(file), findings));
        JsonLines.read(file, reader.context, (scanner, number) -> reader.readPass(scanner));
        return List.copyOf(reader.passes);
    }

    private void readPass(JsonScanner scanner) throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            return;
        }
        long[] values = new long[PASS.size()];
        String clock = "";
        List<Phase> phases = List.of();
        int field = -1;
        while ((field = scanner.nextField(PASS, field + 1)) != JsonScanner.END) {
            switch (field) {
                case 0, 1, 3 -> values[field] = scanner.unsigned();
                case 2 -> clock = scanner.text();
                case 4 -> phases = readPhases(scanner);
                default -> {
                    context.unknownKey(scanner, "a pass");
                    scanner.skipValue();
                }
            }
        }
        if (!scanner.hasProblem()) {
            passes.add(new HostPhasePass(values[0], values[1], clock, values[3], phases));
        }
    }

    private List<Phase> readPhases(JsonScanner scanner) throws IOException, JsonDamage {
        List<Phase> phases = new ArrayList<>();
        if (scanner.beginArray()) {
            while (scanner.nextElement()) {
                Phase phase = readPhase(scanner);
                boolean bad = context.dropRow(scanner, "host phase");
                if (!bad && phaseCount++ < MAX_PHASES) {
                    phases.add(phase);
                }
            }
        }
        if (phaseCount > MAX_PHASES) {
            context.loss("", "more than " + MAX_PHASES + " host phases; the rest was skipped");
        }
        return phases;
    }

    private Phase readPhase(JsonScanner scanner) throws IOException, JsonDamage {
        String name = "unknown";
        long[] values = new long[PHASE.size()];
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = scanner.nextField(PHASE, field + 1)) != JsonScanner.END) {
                if (field == 0) {
                    int word = scanner.word(NAMES, -1);
                    name = word < 0 ? scanner.lastText() : NAMES.text(word);
                } else if (field > 0) {
                    values[field] = field == 3 ? scanner.unsigned() : scanner.integer();
                } else {
                    context.unknownKey(scanner, "a host phase");
                    scanner.skipValue();
                }
            }
        }
        return new Phase(name, values[1], values[2], values[3], values[4]);
    }
}
