package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.HostUpload;
import io.tidemark.capture.swimlane.OrchestratorSummary;
import io.tidemark.capture.swimlane.SubmitPhases;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what orchestrators did, on device or host, in every era; part of {@link SwimlaneReader}.
 */
final class SubmitPhaseReader {
    private static final int MAX_LANES = 1024;
    private static final int MAX_UPLOADS = 1_000_000;
    private static final int MAX_SUMMARY_PHASES = 64;
    private static final long MAX_COUNT = 0xFFFF_FFFFL;
    private static final Words FIELDS = Words.of(
            "submit_idx",
            "task_id",
            "start_cycles",
            "end_cycles",
            "start_host_ns",
            "end_host_ns",
            "phase",
            "start_time_us",
            "end_time_us",
            "detail");
    private static final Words SUMMARY = Words.of("start_time_us", "end_time_us", "submit_count", "phase_us");
    private static final Words NO_WORDS = Words.of();

    private final JsonScanner scanner;
    private final SwimlaneDraft draft;
    private String phase = "";
    private long start;
    private long end;
    private long submit;
    private long task;
    private long detail;

    private SubmitPhaseReader(JsonScanner scanner, SwimlaneDraft draft) {
        this.scanner = scanner;
        this.draft = draft;
    }

    /** Lists of lists, or the flat list of files before March 2026, which is one lane. */
    static void read(JsonScanner scanner, SwimlaneDraft draft, SubmitPhases target) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "orchestrator phases");
            return;
        }
        SubmitPhaseReader reader = new SubmitPhaseReader(scanner, draft);
        while (scanner.nextElement()) {
            if (scanner.nextKind() == '{') {
                if (target.laneCount() == 0) {
                    target.beginLane();
                }
                reader.addTo(target);
            } else if (target.laneCount() == MAX_LANES) {
                draft.context.loss("", "more than " + MAX_LANES + " orchestrator lanes; rest skipped");
                scanner.skipValue();
            } else {
                target.beginLane();
                if (scanner.beginArray()) {
                    while (scanner.nextElement()) {
                        reader.addTo(target);
                    }
                }
                draft.context.dropRow(scanner, "orchestrator lane");
            }
        }
    }

    static void readUploads(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "uploads");
            return;
        }
        SubmitPhaseReader reader = new SubmitPhaseReader(scanner, draft);
        int skipped = 0;
        while (scanner.nextElement()) {
            boolean good = reader.readOne("upload");
            if (good && draft.hostUploads.size() == MAX_UPLOADS) {
                skipped++;
            } else if (good) {
                draft.hostUploads.add(new HostUpload(reader.phase, reader.start, reader.end, reader.detail));
            }
        }
        if (skipped > 0) {
            draft.context.loss("", skipped + " uploads beyond the first " + MAX_UPLOADS + " were skipped");
        }
    }

    private void addTo(SubmitPhases target) throws IOException, JsonDamage {
        if (readOne("orchestrator phase")) {
            target.add(phase, start, end, (int) submit, task);
        }
    }

    private boolean readOne(String what) throws IOException, JsonDamage {
        long at = scanner.position();
        phase = SubmitPhases.SUBMIT;
        start = -1;
        end = -1;
        submit = 0;
        task = TaskId.NONE;
        detail = 0;
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, field + 1)) != JsonScanner.END) {
                readField(field, what);
            }
        }
        if (draft.context.dropRow(scanner, what)) {
            return false;
        }
        if (start < 0 || end < 0) {
            draft.context.loss("byte " + at, "times missing; " + what + " skipped");
            return false;
        }
        return true;
    }

    private void readField(int field, String what) throws IOException, JsonDamage {
        switch (field) {
            case 0 -> submit = scanner.integer(0, MAX_COUNT);
            case 1 -> task = scanner.unsigned();
            case 2, 4 -> start = scanner.integer(0, Long.MAX_VALUE);
            case 3, 5 -> end = scanner.integer(0, Long.MAX_VALUE);
            case 6 -> {
                phase = draft.context.shortened(scanner.text(), 64, "phase names");
            }
            case 7 -> start = MicrosecondTaskReader.tick(scanner.thousandths());
            case 8 -> end = MicrosecondTaskReader.tick(scanner.thousandths());
            case 9 -> detail = scanner.unsigned();
            default -> {
                draft.context.unknownKey(scanner, "an " + what);
                scanner.skipValue();
            }
        }
    }

    /** The accumulated times of era A. */
    static void readSummary(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        long start = 0;
        long end = 0;
        long submits = 0;
        Map<String, Long> phases = new LinkedHashMap<>();
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, SUMMARY, field + 1)) != JsonScanner.END) {
                switch (field) {
                    case 0 -> start = MicrosecondTaskReader.tick(scanner.thousandths());
                    case 1 -> end = MicrosecondTaskReader.tick(scanner.thousandths());
                    case 2 -> submits = scanner.integer();
                    case 3 -> readSummaryPhases(scanner, phases);
                    default -> {
                        draft.context.unknownKey(scanner, "aicpu_orchestrator");
                        scanner.skipValue();
                    }
                }
            }
        }
        if (!draft.context.dropRow(scanner, "orchestrator summary")) {
            draft.orchestratorSummary = Optional.of(new OrchestratorSummary(start, end, submits, phases));
        }
    }

    private static void readSummaryPhases(JsonScanner scanner, Map<String, Long> phases)
            throws IOException, JsonDamage {
        if (!scanner.beginObject()) {
            return;
        }
        while (scanner.nextField(NO_WORDS, 0) != JsonScanner.END) {
            String name = scanner.lastText();
            long nanos = scanner.thousandths();
            if (phases.size() < MAX_SUMMARY_PHASES) {
                phases.put(name, nanos);
            }
        }
    }
}
