package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.RunEvidence;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns closed books into one verdict. Any thread. Books that contradict themselves, or that are
 * empty where the run says that something happened, are not trusted; honest losses are gaps.
 */
public final class SwimlaneJudge {
    private SwimlaneJudge() {}

    public static Verdict verdict(ChannelBooks books, RunEvidence evidence) {
        List<String> doubts = new ArrayList<>(books.contradictions());
        for (ChannelLedger stream : books.streams()) {
            doubts.addAll(doubts(stream, evidence));
        }
        if (!doubts.isEmpty()) {
            String more = doubts.size() == 1 ? "" : " (and " + (doubts.size() - 1) + " more)";
            return Verdict.untrusted(doubts.getFirst() + more, Basis.CERTIFICATE);
        }
        if (books.missing() > 0) {
            return Verdict.gaps(
                    books.gaps(),
                    "%d of %d swimlane records are missing".formatted(books.missing(), books.reserved()),
                    Basis.CERTIFICATE);
        }
        return Verdict.complete(Basis.CERTIFICATE);
    }

    private static List<String> doubts(ChannelLedger stream, RunEvidence evidence) {
        List<String> doubts = new ArrayList<>();
        SwimlaneStream kind = kindOf(stream);
        long reserved = stream.present() + stream.missing() + stream.unaccounted();
        if (reserved == 0 && demands(evidence, kind)) {
            doubts.add(stream.stream() + ": expected data, got none");
            return doubts;
        }
        long expected = exactly(evidence, kind);
        if (expected >= 0 && reserved != expected) {
            doubts.add("%s: the run counted %d, the lanes reserved %d".formatted(stream.stream(), expected, reserved));
        }
        return doubts;
    }

    /** True if records of this kind must exist. */
    private static boolean demands(RunEvidence evidence, SwimlaneStream kind) {
        return switch (kind) {
            case AICORE_TASK, AICPU_TASK, FANIN -> evidence.subtasks() > 0;
            case AICPU_SCHED_PHASE -> evidence.dispatched() > 0;
            case AICPU_ORCH_PHASE, HOST_PHASE -> evidence.submits() > 0;
            case MARKER -> evidence.retired() > 0;
        };
    }

    /** How many records of this kind a whole capture holds; -1 if the counts do not say it. */
    private static long exactly(RunEvidence evidence, SwimlaneStream kind) {
        return switch (kind) {
            case AICORE_TASK, AICPU_TASK -> evidence.subtasks();
            case AICPU_ORCH_PHASE -> evidence.submits();
            case MARKER -> evidence.retired();
            case AICPU_SCHED_PHASE, HOST_PHASE, FANIN -> -1;
        };
    }

    private static SwimlaneStream kindOf(ChannelLedger stream) {
        for (SwimlaneStream kind : SwimlaneStream.values()) {
            if (kind.label().equals(stream.stream())) {
                return kind;
            }
        }
        throw new IllegalArgumentException("stream=" + stream.stream());
    }
}
