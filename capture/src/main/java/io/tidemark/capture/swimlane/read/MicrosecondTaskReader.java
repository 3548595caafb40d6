package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.CoreType;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.io.IOException;

/**
 * Reads the task objects of eras A to E into the same columns as today's rows: microseconds become
 * nanosecond ticks, and each object one AICore and one AICPU row that share a made-up register id.
 * Part of {@link SwimlaneReader}; one thread.
 */
final class MicrosecondTaskReader {
    private static final Words FIELDS = Words.of(
            "task_id",
            "func_id",
            "core_id",
            "core_type",
            "ring_id",
            "start_time_us",
            "end_time_us",
            "duration_us",
            "kernel_ready_time_us",
            "dispatch_time_us",
            "finish_time_us",
            "fanout",
            "fanout_count");
    private static final Words CORE_TYPES = Words.of("aic", "aiv");
    private static final long MISSING = Long.MIN_VALUE;

    private final JsonScanner scanner;
    private final SwimlaneDraft draft;
    private long taskId;
    private long function;
    private long core;
    private int coreType;
    private long start;
    private long end;
    private long dispatch;
    private long finish;

    private MicrosecondTaskReader(JsonScanner scanner, SwimlaneDraft draft) {
        this.scanner = scanner;
        this.draft = draft;
    }

    static void read(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        draft.hasTasks = true;
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "tasks");
            return;
        }
        MicrosecondTaskReader reader = new MicrosecondTaskReader(scanner, draft);
        while (scanner.nextElement()) {
            reader.readTask();
        }
    }

    /** The tick of a time in thousandths of a microsecond. */
    static long tick(long thousandths) {
        return Math.max(0, SwimlaneTable.MICROSECOND_ORIGIN_TICK + thousandths);
    }

    private void readTask() throws IOException, JsonDamage {
        long at = scanner.position();
        taskId = 0;
        function = AicoreRows.NO_FUNCTION;
        core = MISSING;
        coreType = 1;
        start = MISSING;
        end = MISSING;
        dispatch = 0;
        finish = 0;
        draft.fanout.beginRow();
        int fanoutBefore = draft.fanout.size();
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, field + 1)) != JsonScanner.END) {
                readField(field);
            }
        }
        boolean bad = draft.context.dropRow(scanner, "task");
        if (!bad && (core == MISSING || start == MISSING || end == MISSING)) {
            draft.context.loss("byte " + at, "core or times missing; task skipped");
            bad = true;
        }
        if (bad) {
            draft.fanout.dropRow(fanoutBefore);
        } else {
            addRows();
        }
    }

    private void readField(int field) throws IOException, JsonDamage {
        switch (field) {
            case 0 -> taskId = scanner.unsigned();
            case 1 -> function = scanner.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case 2 -> core = scanner.integer(0, AicoreRows.MAX_CORE);
            case 3 -> coreType = scanner.word(CORE_TYPES, coreType);
            case 5 -> start = scanner.thousandths();
            case 6 -> end = scanner.thousandths();
            case 8 -> {
                draft.sawKernelReady = true;
                scanner.skipValue();
            }
            case 9 -> {
                draft.sawDispatchKeys = true;
                dispatch = scanner.thousandths();
            }
            case 10 -> finish = scanner.thousandths();
            case 11 -> readFanout();
            case Words.UNKNOWN -> {
                draft.context.unknownKey(scanner, "a task");
                scanner.skipValue();
            }
            default -> scanner.skipValue(); // ring, duration and the raw fanout count follow from the
            // rest
        }
    }

    private void readFanout() throws IOException, JsonDamage {
        draft.sawFanout = true;
        if (scanner.beginArray()) {
            while (scanner.nextElement()) {
                draft.fanout.add(scanner.unsigned());
            }
        }
    }

    private void addRows() {
        int row = draft.aicore.size();
        draft.aicore.add((int) core, taskId, row, tick(start), tick(end), 0);
        draft.aicore.functionOfLast(function < 0 ? AicoreRows.NO_FUNCTION : (int) function);
        boolean stamped = dispatch != 0 || finish != 0;
        draft.sawDispatchStamp |= stamped;
        draft.aicpu.add((int) core, row, stamped ? tick(dispatch) : 0, stamped ? tick(finish) : 0);
        while (draft.coreTypes.size() <= core) {
            draft.coreTypes.add(CoreType.AIV);
        }
        if (coreType == 0) {
            draft.coreTypes.set((int) core, CoreType.AIC);
        }
        draft.coreCount = draft.coreTypes.size();
    }
}
