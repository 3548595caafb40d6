package io.tidemark.capture.swimlane.read;

import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.AicpuRows;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneEra;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides which era a file is of and turns a draft into a table; part of {@link SwimlaneReader}.
 */
final class EraRules {
    private EraRules() {}

    static Optional<SwimlaneTable> finish(SwimlaneDraft draft, boolean whole, OptionalLong runNanos) {
        Optional<SwimlaneEra> era = era(draft);
        if (era.isEmpty()) {
            draft.context.damage(
                    "",
                    whole
                            ? "no swimlane file of any era: neither a level, a version nor tasks"
                            : "cut before its era could be told");
            return Optional.empty();
        }
        if (!era.get().inMicroseconds() && draft.clockHz <= 0) {
            draft.context.damage("", "metadata gives no clock frequency, so its ticks cannot be read as time");
            return Optional.empty();
        }
        draft.functions.giveTo(draft);
        StrayRows.setAside(draft, clockHz(draft, era.get()), runNanos);
        sayWhatIsMissing(draft, era.get());
        return Optional.of(table(draft, era.get()));
    }

    private static Optional<SwimlaneEra> era(SwimlaneDraft draft) {
        if (draft.chipLevel >= 0) {
            return Optional.of(SwimlaneEra.G);
        }
        if (draft.l2SwimlaneLevel >= 0) {
            boolean rows = draft.hasAicoreRows || draft.hasMetadata;
            return Optional.of(rows ? SwimlaneEra.F : SwimlaneEra.E);
        }
        if (draft.l2PerfLevel >= 0) {
            return Optional.of(SwimlaneEra.D);
        }
        if (isUnlabelled(draft)) {
            draft.context.noteOnce("it does not say its level; taken from the content");
            return Optional.of(SwimlaneEra.G);
        }
        if (!draft.hasTasks) {
            return Optional.empty();
        }
        return Optional.of(draft.version < 0 ? SwimlaneEra.C : versioned(draft));
    }

    /** Metadata and rows as of today, without the level that a file of today begins with. */
    private static boolean isUnlabelled(SwimlaneDraft draft) {
        boolean rows = draft.hasAicoreRows
                || draft.aicpu.size() > 0
                || draft.schedulerPhases.size() > 0
                || draft.orchestratorSubmits.size() > 0
                || draft.hostSubmits.size() > 0;
        return draft.hasMetadata && rows && !draft.hasTasks && draft.version < 0;
    }

    /** Version 1 and 2 meant a schema until May 2026 and a level after it; the content decides. */
    private static SwimlaneEra versioned(SwimlaneDraft draft) {
        if (draft.version == 0) {
            return SwimlaneEra.PROPOSAL;
        }
        boolean phases = draft.hasSchedulerPhases || draft.hasOrchestratorPhases;
        if (draft.orchestratorSummary.isPresent() || draft.sawKernelReady) {
            return SwimlaneEra.A;
        }
        if (draft.version == 2) {
            return phases ? SwimlaneEra.A : SwimlaneEra.B;
        }
        if (draft.version == 1) {
            boolean zeroStamps = draft.sawDispatchKeys && !draft.sawDispatchStamp;
            return zeroStamps && !phases ? SwimlaneEra.B : SwimlaneEra.A;
        }
        return SwimlaneEra.B;
    }

    private static SwimlaneTable table(SwimlaneDraft draft, SwimlaneEra era) {
        boolean unstamped = era.inMicroseconds() && !draft.sawDispatchStamp;
        AicpuRows aicpu = unstamped ? new AicpuRows() : draft.aicpu;
        long declared = declaredLevel(draft, era);
        boolean valid = declared >= 1 && declared <= 4;
        if (!valid && declared >= 0) {
            draft.context.damage("", "level is " + declared + ", expected 1 to 4; taken from the content instead");
        }
        int level = valid ? (int) declared : contentLevel(draft, aicpu);
        return new SwimlaneTable(
                era,
                level,
                !valid,
                draft.metadata(clockHz(draft, era)),
                draft.aicore,
                aicpu,
                draft.schedulerPhases,
                draft.orchestratorSubmits,
                draft.hostSubmits,
                List.copyOf(draft.hostUploads),
                draft.orchestratorSummary,
                draft.sawFanout ? Optional.of(draft.fanout) : Optional.empty(),
                draft.sawFanin ? Optional.of(draft.fanin) : Optional.empty());
    }

    private static long clockHz(SwimlaneDraft draft, SwimlaneEra era) {
        return era.inMicroseconds() ? SwimlaneTable.MICROSECOND_CLOCK_HZ : draft.clockHz;
    }

    private static long declaredLevel(SwimlaneDraft draft, SwimlaneEra era) {
        return switch (era) {
            case G -> draft.chipLevel;
            case E, F -> draft.l2SwimlaneLevel;
            case D -> draft.l2PerfLevel;
            case B -> draft.version;
            case PROPOSAL -> draft.version + 1;
            case A, C -> SwimlaneDraft.ABSENT;
        };
    }

    private static int contentLevel(SwimlaneDraft draft, AicpuRows aicpu) {
        if (draft.orchestratorSubmits.size() > 0 || draft.hostSubmits.size() > 0) {
            return 4;
        }
        if (draft.hasSchedulerPhases) {
            return 3;
        }
        return aicpu.size() > 0 ? 2 : 1;
    }

    private static void sayWhatIsMissing(SwimlaneDraft draft, SwimlaneEra era) {
        long level = declaredLevel(draft, era);
        if (level >= 3 && !draft.hasSchedulerPhases) {
            draft.context.noteOnce("level " + level + " without scheduler phases");
        }
        boolean submits = draft.orchestratorSubmits.size() > 0 || draft.hostSubmits.size() > 0;
        if (level >= 4 && !submits) {
            draft.context.noteOnce("level 4 without orchestrator phases");
        }
        if (era.ordinal() <= SwimlaneEra.B.ordinal() && !draft.sawFanout) {
            draft.context.noteOnce("tasks of this era usually name their successors; these do not");
        }
        if (draft.hasAicoreRows) {
            sayWhatHasNoTime(draft);
            sayWhatHasNoTime(draft, draft.orchestratorSubmits);
            sayWhatHasNoTime(draft, draft.hostSubmits);
        }
    }

    private static void sayWhatHasNoTime(SwimlaneDraft draft, SubmitPhases submits) {
        if (submits.isTimed()) {
            return;
        }
        int count = 0;
        int first = -1;
        for (int row = submits.size() - 1; row >= 0; row--) {
            if (submits.start(row) <= 0 || submits.end(row) < submits.start(row)) {
                count++;
                first = row;
            }
        }
        draft.context.loss(
                "row " + first + " of the submits",
                "%d of %d submits have no start, or no end after it; the first from %d to %d"
                        .formatted(count, submits.size(), submits.start(first), submits.end(first)));
    }

    /**
     * Reports rows without a time. A tick counter is never 0 in a run; only eras with microseconds
     * begin at 0.
     */
    private static void sayWhatHasNoTime(SwimlaneDraft draft) {
        AicoreRows rows = draft.aicore;
        if (rows.isTimed()) {
            return;
        }
        int count = 0;
        int first = -1;
        for (int row = rows.size() - 1; row >= 0; row--) {
            if (rows.startTick(row) <= 0 || rows.endTick(row) < rows.startTick(row)) {
                count++;
                first = row;
            }
        }
        draft.context.loss(
                "row " + first + " of the AICore rows",
                "%d of %d AICore rows have no start, or no end after it, and are in no figure of time; the first on core %d from %d to %d"
                        .formatted(count, rows.size(), rows.core(first), rows.startTick(first), rows.endTick(first)));
    }
}
