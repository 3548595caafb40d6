package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.TaskFanin;
import java.io.IOException;

/** Reads the tuple rows of eras F and G; part of {@link SwimlaneReader}. */
final class RowReader {
    private static final int TASK_COLUMN = 1 << 1;
    private static final int KIND_COLUMN = 1 << 1;
    private static final int MAX_FUNCTION = Short.MAX_VALUE;
    private static final long MAX_REGISTER_ID = 0xFFFF_FFFFL;

    private RowReader() {}

    /**
     * {@code [core, task, register id, start, end, receive to start]}; the sixth may be missing.
     */
    static void readAicore(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        draft.hasAicoreRows = true;
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "aicore_tasks");
            return;
        }
        long[] row = new long[8];
        while (scanner.nextElement()) {
            long at = scanner.position();
            int columns = scanner.row(row, TASK_COLUMN);
            boolean isKept = false;
            if (columns < 0) {
                draft.context.dropRow(scanner, "AICore row");
            } else if (columns < 5) {
                draft.context.loss("byte " + at, columns + " columns, expected 6; AICore row skipped");
            } else {
                isKept = addAicore(draft, row, columns, at);
            }
            draft.functions.row(isKept);
        }
    }

    /** Whether the row is good. */
    private static boolean addAicore(SwimlaneDraft draft, long[] row, int columns, long at) {
        boolean good = isCore(row[0]) && isRegisterId(row[2]) && row[3] >= 0 && row[4] >= 0;
        if (!good) {
            draft.context.loss("byte " + at, "number out of range; AICore row skipped");
            return false;
        }
        long receiveToStart = columns > 5 ? row[5] : 0;
        boolean possible = receiveToStart >= 0
                && receiveToStart <= Integer.MAX_VALUE
                && (receiveToStart <= row[3] || row[3] == 0); // 0 is "no stamp"
        if (!possible) { // the run itself is good: start and end are stamped apart from it
            draft.context.loss("byte " + at, "received before time began; the receive time was ignored");
            receiveToStart = 0;
        }
        if (columns == 5) {
            draft.context.noteOnce("AICore rows have five columns: receive times are not recorded");
        } else if (columns > 6) {
            draft.context.noteOnce("AICore rows have more than six columns; the rest was ignored");
        }
        draft.aicore.add((int) row[0], row[1], (int) row[2], row[3], row[4], (int) receiveToStart);
        return true;
    }

    /** {@code [how many rows, function]}, in the order of the AICore rows. */
    static void readFunctions(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "aicore_functions");
            return;
        }
        long[] row = new long[8];
        while (scanner.nextElement()) {
            long at = scanner.position();
            int columns = scanner.row(row, JsonScanner.SIGNED);
            boolean good = columns == 2
                    && row[0] >= 1
                    && row[0] <= Integer.MAX_VALUE
                    && row[1] >= AicoreRows.NO_FUNCTION
                    && row[1] <= MAX_FUNCTION;
            if (columns < 0) {
                draft.context.dropRow(scanner, "functions of AICore rows");
                draft.functions.spoil();
            } else if (good) {
                draft.functions.add((int) row[0], (int) row[1]);
            } else {
                draft.context.loss("byte " + at, "number out of range; kernels are not known");
                draft.functions.spoil();
            }
        }
    }

    /** {@code [task, kind, producer, ...]}, in submit order. */
    static void readFanin(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        draft.sawFanin = true;
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "task_fanin");
            return;
        }
        long[] row = new long[9];
        int forgotten = 0;
        long forgottenFrom = 0;
        while (scanner.nextElement()) {
            long at = scanner.position();
            int columns = scanner.row(row, ~KIND_COLUMN);
            if (columns < 0) {
                draft.context.dropRow(scanner, "fan-in row");
            } else if (columns < 2 || columns > 2 + TaskFanin.MOST_PER_ROW) {
                draft.context.loss("byte " + at, columns + " columns, expected 2 to 8; fan-in row skipped");
            } else if (row[1] < 0 || row[1] > TaskFanin.CONTINUED) {
                draft.context.loss("byte " + at, "number out of range; fan-in row skipped");
            } else {
                if (row[1] == TaskFanin.FORGOTTEN) {
                    forgottenFrom = forgotten == 0 ? row[0] : forgottenFrom;
                    forgotten += columns - 2;
                }
                draft.fanin.beginRow(row[0], (int) row[1]);
                for (int column = 2; column < columns; column++) {
                    draft.fanin.add(row[column]);
                }
            }
        }
        sayForgotten(draft, forgotten, forgottenFrom);
    }

    /** That the recorder ran out of room for writers, and from where on edges are missing. */
    static void sayForgotten(SwimlaneDraft draft, int forgotten, long from) {
        if (forgotten > 0) {
            draft.context.loss(
                    "task " + from,
                    "from this task on, edges to "
                            + forgotten
                            + " writers are missing: more regions were written than the recorder"
                            + " remembers");
        }
    }

    /** {@code [core, register id, dispatch, finish]}. */
    static void readAicpu(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "aicpu_tasks");
            return;
        }
        long[] row = new long[8];
        while (scanner.nextElement()) {
            long at = scanner.position();
            int columns = scanner.row(row, JsonScanner.SIGNED);
            if (columns < 0) {
                draft.context.dropRow(scanner, "AICPU row");
            } else if (columns != 4) {
                draft.context.loss("byte " + at, columns + " columns, expected 4; AICPU row skipped");
            } else if (!isCore(row[0]) || !isRegisterId(row[1]) || row[2] < 0 || row[3] < 0) {
                draft.context.loss("byte " + at, "number out of range; AICPU row skipped");
            } else {
                draft.aicpu.add((int) row[0], (int) row[1], row[2], row[3]);
            }
        }
    }

    /** {@code [core, register id]}. */
    static void readFailed(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "failed_runs");
            return;
        }
        long[] row = new long[8];
        while (scanner.nextElement()) {
            long at = scanner.position();
            int columns = scanner.row(row, JsonScanner.SIGNED);
            if (columns < 0) {
                draft.context.dropRow(scanner, "failed run");
            } else if (columns < 2 || !isCore(row[0]) || !isRegisterId(row[1])) {
                draft.context.loss("byte " + at, "no core and register id; failed run skipped");
            } else {
                draft.aicore.addFailed((int) row[0], (int) row[1]);
            }
        }
    }

    private static boolean isCore(long value) {
        return value >= 0 && value <= AicoreRows.MAX_CORE;
    }

    private static boolean isRegisterId(long value) {
        return value >= 0 && value <= MAX_REGISTER_ID;
    }
}
