package io.tidemark.capture.swimlane.read;

import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.capture.json.JsonDamage;
import io.tidemark.capture.json.JsonScanner;
import io.tidemark.capture.json.PresentFields;
import io.tidemark.capture.json.Words;
import io.tidemark.capture.swimlane.PhaseWords;
import io.tidemark.capture.swimlane.SchedulerPhases;
import java.io.IOException;

/** Reads scheduler phases of every era; part of {@link SwimlaneReader}; one thread. */
final class SchedulerPhaseReader {
    private static final int MAX_LANES = 1024;
    private static final Words FIELDS = Words.of(
            "kind",
            "start_cycles",
            "end_cycles",
            "loop_iter",
            "tasks_processed",
            "pop_hit",
            "pop_miss",
            "shared_at_start",
            "shared_at_end",
            "task_id",
            "start_time_us",
            "end_time_us",
            "phase",
            "local_at_start",
            "local_at_end");
    private static final Words KINDS = Words.of(
            "complete",
            "dispatch",
            "resolve",
            "release",
            "dummy",
            "dummy_task",
            "early_dispatch",
            "async_poll",
            "drain",
            "drain_prepare",
            "drain_publish",
            "predicated_skip",
            "graph_prepare",
            "scan",
            "idle",
            "poll",
            "unknown");
    private static final long MAX_COUNT = 0xFFFF_FFFFL;

    private final JsonScanner scanner;
    private final SwimlaneDraft draft;
    private final SchedulerPhases phases;
    private final long[] depths = new long[4];
    private String kind = "unknown";
    private int kindGuess;
    private long start;
    private long end;
    private long loop;
    private long tasks;
    private long hits;
    private long misses;
    private boolean hasTasks;
    private boolean hasPops;
    private long task;
    private boolean hasTask;
    private long depthsAtStart;
    private long depthsAtEnd;

    private SchedulerPhaseReader(JsonScanner scanner, SwimlaneDraft draft) {
        this.scanner = scanner;
        this.draft = draft;
        this.phases = draft.schedulerPhases;
    }

    static void read(JsonScanner scanner, SwimlaneDraft draft) throws IOException, JsonDamage {
        draft.hasSchedulerPhases = true;
        if (!scanner.beginArray()) {
            draft.context.dropRow(scanner, "scheduler phases");
            return;
        }
        SchedulerPhaseReader reader = new SchedulerPhaseReader(scanner, draft);
        while (scanner.nextElement()) {
            if (draft.schedulerPhases.laneCount() == MAX_LANES) {
                draft.context.loss("", "more than " + MAX_LANES + " scheduler lanes; rest skipped");
                scanner.skipValue();
                continue;
            }
            draft.schedulerPhases.beginLane();
            if (scanner.beginArray()) {
                while (scanner.nextElement()) {
                    reader.readPhase();
                }
            }
            draft.context.dropRow(scanner, "scheduler lane");
        }
    }

    private void readPhase() throws IOException, JsonDamage {
        long at = scanner.position();
        kind = "unknown";
        start = -1;
        end = -1;
        loop = 0;
        tasks = 0;
        hasTasks = false;
        hits = 0;
        misses = 0;
        hasPops = false;
        hasTask = false;
        depthsAtStart = SchedulerPhases.NO_DEPTHS;
        depthsAtEnd = SchedulerPhases.NO_DEPTHS;
        if (scanner.beginObject()) {
            int field = -1;
            while ((field = PresentFields.next(scanner, FIELDS, guessAfter(field))) != JsonScanner.END) {
                readField(field);
            }
        }
        if (draft.context.dropRow(scanner, "scheduler phase")) {
            return;
        }
        if (start < 0 || end < 0) {
            draft.context.loss("byte " + at, "times missing; scheduler phase skipped");
            return;
        }
        add();
    }

    private void add() {
        phases.add(kind, start, end, (int) loop, (int) tasks);
        if (!hasTasks) {
            phases.noCountOfLast();
        }
        if (hasPops) {
            phases.popsOfLast((int) hits, (int) misses);
        }
        if (hasTask) {
            phases.taskOfLast(task);
        }
        if (depthsAtStart != SchedulerPhases.NO_DEPTHS && depthsAtEnd != SchedulerPhases.NO_DEPTHS) {
            phases.depthsOfLast(depthsAtStart, depthsAtEnd);
        }
        if (PhaseWords.kindOf(kind) == SchedPhaseKind.OTHER) {
            draft.context.noteOnce("scheduler phases of a kind not known here are kept as they are");
        }
    }

    private int guessAfter(int field) {
        return field == 4 && !"dispatch".equals(kind) ? 7 : field + 1;
    }

    private void readField(int field) throws IOException, JsonDamage {
        switch (field) {
            case 0, 12 -> readKind();
            case 1 -> start = scanner.integer(0, Long.MAX_VALUE);
            case 2 -> end = scanner.integer(0, Long.MAX_VALUE);
            case 3 -> loop = scanner.integer(0, MAX_COUNT);
            case 4 -> {
                tasks = scanner.integer(0, MAX_COUNT);
                hasTasks = true;
            }
            case 5 -> {
                hits = scanner.integer(0, MAX_COUNT);
                hasPops = true;
            }
            case 6 -> {
                misses = scanner.integer(0, MAX_COUNT);
                hasPops = true;
            }
            case 7 -> depthsAtStart = readDepths();
            case 8 -> depthsAtEnd = readDepths();
            case 9 -> readTask();
            case 10 -> start = MicrosecondTaskReader.tick(scanner.thousandths());
            case 11 -> end = MicrosecondTaskReader.tick(scanner.thousandths());
            case 13, 14 -> {
                draft.context.noteOnce("local queue depths of June 2026 files are not kept");
                scanner.skipValue();
            }
            default -> {
                draft.context.unknownKey(scanner, "a scheduler phase");
                scanner.skipValue();
            }
        }
    }

    private void readKind() throws IOException, JsonDamage {
        int word = scanner.word(KINDS, kindGuess);
        if (word == Words.UNKNOWN) {
            kind = draft.context.shortened(scanner.lastText(), 64, "phase names");
        } else {
            kind = KINDS.text(word);
            kindGuess = word;
        }
    }

    /** An id that is no number costs the phase its task, not its times. */
    private void readTask() throws IOException, JsonDamage {
        boolean sound = !scanner.hasProblem();
        task = scanner.unsigned();
        hasTask = true;
        if (sound && scanner.takeProblem() != null) {
            hasTask = false;
            draft.context.noteOnce("task ids of scheduler phases that are no number were ignored");
        }
    }

    private long readDepths() throws IOException, JsonDamage {
        boolean sound = !scanner.hasProblem();
        int count = scanner.row(depths, JsonScanner.SIGNED);
        if (count != 3) {
            if (sound) {
                scanner.takeProblem();
                draft.context.noteOnce("queue depths that are no list of three were ignored");
            }
            return SchedulerPhases.NO_DEPTHS;
        }
        for (int queue = 0; queue < 3; queue++) {
            if (depths[queue] < 0 || depths[queue] > SchedulerPhases.MAX_DEPTH) {
                draft.context.noteOnce("queue depths outside 0.." + SchedulerPhases.MAX_DEPTH + " were cut to it");
            }
        }
        return SchedulerPhases.pack(depths[0], depths[1], depths[2]);
    }
}
