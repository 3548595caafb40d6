package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonDocument;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.ReadContext;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads swimlane records of every era, streaming: memory is what the table takes. Stateless; any
 * thread. Bad rows are skipped and become findings, as do rows stamped outside the run ({@link
 * StrayRows}); a cut file gives what stood before the cut.
 */
public final class SwimlaneReader {
    private static final Words TOP = Words.of(
            "chip_swimlane_level",
            "metadata",
            "aicore_tasks",
            "aicpu_tasks",
            "aicpu_scheduler_phases",
            "aicpu_orchestrator_phases",
            "host_orchestrator_phases",
            "host_device_uploads",
            "task_fanin",
            "l2_swimlane_level",
            "l2_perf_level",
            "version",
            "tasks",
            "aicpu_orchestrator",
            "core_to_thread",
            "failed_runs",
            "aicore_functions");

    private SwimlaneReader() {}

    /** The table, or empty when the file is no swimlane file of any era; findings say why. */
    public static Optional<SwimlaneTable> read(Path file, Findings findings) {
        return read(file, OptionalLong.empty(), findings);
    }

    /**
     * The same for a run whose length is known: rows further from all others than that are no part
     * of it.
     */
    public static Optional<SwimlaneTable> read(Path file, OptionalLong runNanos, Findings findings) {
        return read(file, runNanos, true, findings);
    }

    /**
     * The same, but it can leave out scheduler phases that have a separate table. Those of a
     * records file are always read.
     */
    public static Optional<SwimlaneTable> read(
            Path file, OptionalLong runNanos, boolean withPhases, Findings findings) {
        if (SwimlaneTables.isHead(file)) {
            return SwimlaneTables.read(file, runNanos, withPhases, findings);
        }
        SwimlaneDraft draft = new SwimlaneDraft(new ReadContext(JsonDocument.label(file), findings));
        boolean whole = JsonDocument.read(file, findings, scanner -> readTop(scanner, draft));
        return EraRules.finish(draft, whole, runNanos);
    }

    static void readTop(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            draft.context.damage("byte 0", scanner.takeProblem());
            return;
        }
        BitSet seen = new BitSet();
        int field = -1;
        while ((field = PresentFields.next(scanner, TOP, field + 1)) != JsonScanner.END) {
            if (field == Words.UNKNOWN) {
                draft.context.unknownKey(scanner, "the document");
                scanner.skipValue();
            } else if (seen.get(field)) {
                draft.context.damage(
                        "byte " + scanner.position(),
                        "key '" + TOP.text(field) + "' comes twice; the second was ignored");
                scanner.skipValue();
            } else {
                seen.set(field);
                readBlock(scanner, draft, field);
            }
        }
    }

    private static void readBlock(JsonScanner scanner, SwimlaneDraft draft, int field) throws IOException, JsonDamage {
        switch (TOP.text(field)) {
            case "chip_swimlane_level" -> draft.chipLevel = level(scanner, draft);
            case "l2_swimlane_level" -> draft.l2SwimlaneLevel = level(scanner, draft);
            case "l2_perf_level" -> draft.l2PerfLevel = level(scanner, draft);
            case "version" -> draft.version = level(scanner, draft);
            case "metadata" -> MetadataReader.read(scanner, draft);
            case "aicore_tasks" -> RowReader.readAicore(scanner, draft);
            case "aicpu_tasks" -> RowReader.readAicpu(scanner, draft);
            case "aicpu_scheduler_phases" -> SchedulerPhaseReader.read(scanner, draft);
            case "aicpu_orchestrator_phases" -> {
                draft.hasOrchestratorPhases = true;
                SubmitPhaseReader.read(scanner, draft, draft.orchestratorSubmits);
            }
            case "host_orchestrator_phases" -> SubmitPhaseReader.read(scanner, draft, draft.hostSubmits);
            case "host_device_uploads" -> SubmitPhaseReader.readUploads(scanner, draft);
            case "task_fanin" -> RowReader.readFanin(scanner, draft);
            case "tasks" -> MicrosecondTaskReader.read(scanner, draft);
            case "aicpu_orchestrator" -> SubmitPhaseReader.readSummary(scanner, draft);
            case "core_to_thread" -> draft.coreToThread = integers(scanner, draft);
            case "failed_runs" -> RowReader.readFailed(scanner, draft);
            case "aicore_functions" -> RowReader.readFunctions(scanner, draft);
            default -> throw new IllegalStateException("field=" + field);
        }
    }

    private static long level(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        long value = scanner.integer(0, Integer.MAX_VALUE);
        return draft.context.dropRow(scanner, "the level") ? SwimlaneDraft.ABSENT : value;
    }

    /** The thread of each core. No chip has more threads than cores; other numbers are damage and read as -1. */
    static List<Integer> integers(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        List<Integer> values = new ArrayList<>();
        if (scanner.beginArray()) {
            while (scanner.nextElement()) {
                int value = (int) scanner.integer(-1, AicoreRows.MAX_CORE);
                if (values.size() <= AicoreRows.MAX_CORE) {
                    values.add(value);
                }
            }
        }
        draft.context.dropRow(scanner, "a value");
        return values;
    }
}
