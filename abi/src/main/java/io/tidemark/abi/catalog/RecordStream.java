package io.tidemark.abi.catalog;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgumentRecord;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.pmu.PmuRecord;
import io.tidemark.abi.scope.ScopeKind;
import io.tidemark.abi.spool.FreezeRecord;
import io.tidemark.abi.swimlane.BufferKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One stream of records that a table file can hold: a buffer kind of a channel, or the freezes of a
 * channel. Immutable.
 *
 * @param label the word of the kind; {@link #name} is the whole name
 * @param beginColumn when a record begins; empty for records without a stamp
 * @param endColumn when it ends; the same column for a moment
 */
public record RecordStream(
        Channel channel,
        int kind,
        String label,
        RecordLayout layout,
        String beginColumn,
        String endColumn) {
    /** The kind of the stream of {@link FreezeRecord}s that each channel has. */
    public static final int FREEZE_KIND = 0xFFFF;

    private static final List<RecordStream> ALL = all();

    private static List<RecordStream> all() {
        List<RecordStream> all = new ArrayList<>();
        for (BufferKind kind : BufferKind.values()) {
            all.add(swimlane(kind));
        }
        all.add(new RecordStream(Channel.ARGS, 0, "args", ArgumentRecord.LAYOUT, "", ""));
        all.add(scope(ScopeKind.SAMPLE, "tick"));
        all.add(scope(ScopeKind.SITE, ""));
        all.add(new RecordStream(Channel.DEPS, 0, "submit_slot", SubmitSlot.LAYOUT, "", ""));
        all.add(
                new RecordStream(
                        Channel.PMU, 0, "counters", PmuRecord.LAYOUT, "startTick", "startTick"));
        for (Channel channel : Channel.values()) {
            all.add(
                    new RecordStream(
                            channel,
                            FREEZE_KIND,
                            "freeze",
                            FreezeRecord.LAYOUT,
                            "beginTick",
                            "endTick"));
        }
        return List.copyOf(all);
    }

    private static RecordStream swimlane(BufferKind kind) {
        String begin =
                switch (kind) {
                    case AICPU_TASK -> "dispatchTick";
                    case AICORE_TASK, AICPU_SCHED_PHASE, AICPU_ORCH_PHASE -> "startTick";
                    case MARKER -> "tick";
                    case HOST_PHASE -> "startNanos";
                    case FANIN -> "";
                };
        String end =
                switch (kind) {
                    case AICPU_TASK -> "finishTick";
                    case AICORE_TASK, AICPU_SCHED_PHASE, AICPU_ORCH_PHASE -> "endTick";
                    case MARKER -> "tick";
                    case HOST_PHASE -> "endNanos";
                    case FANIN -> "";
                };
        return new RecordStream(
                Channel.SWIMLANE, kind.code(), kind.label(), kind.record(), begin, end);
    }

    private static RecordStream scope(ScopeKind kind, String column) {
        return new RecordStream(
                Channel.SCOPE, kind.code(), kind.label(), kind.record(), column, column);
    }

    /** The streams that this version knows. */
    public static List<RecordStream> known() {
        return ALL;
    }

    public static Optional<RecordStream> of(Channel channel, int kind) {
        return ALL.stream().filter(s -> s.channel == channel && s.kind == kind).findFirst();
    }

    /** Channel and kind in words, as in {@code swimlane.aicore_task}; the file has this name. */
    public String name() {
        return channel.word() + "." + label;
    }
}
