package io.tidemark.collector.swimlane;

import io.tidemark.abi.swimlane.BufferKind;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.collector.ChannelBooks;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns closed books into one verdict. Any thread. Books that contradict themselves, or that are
 * empty where the run says that something happened, are not trusted; honest losses are gaps.
 */
public final class SwimlaneJudge {
    private SwimlaneJudge() {}

    public static Verdict verdict(ChannelBooks books, SwimlaneExpectation expectation) {
        List<String> doubts = new ArrayList<>(books.contradictions());
        for (ChannelLedger stream : books.streams()) {
            doubts.addAll(doubts(stream, expectation));
        }
        if (!doubts.isEmpty()) {
            String more = doubts.size() == 1 ? "" : " (and " + (doubts.size() - 1) + " more)";
            return Verdict.untrusted(doubts.getFirst() + more, Basis.CERTIFICATE);
        }
        if (books.missing() > 0) {
            return Verdict.gaps(
                    books.gaps(),
                    "%d of %d swimlane records are missing"
                            .formatted(books.missing(), books.reserved()),
                    Basis.CERTIFICATE);
        }
        return Verdict.complete(Basis.CERTIFICATE);
    }

    private static List<String> doubts(ChannelLedger stream, SwimlaneExpectation expectation) {
        List<String> doubts = new ArrayList<>();
        BufferKind kind = kindOf(stream);
        long reserved = stream.present() + stream.missing() + stream.unaccounted();
        if (reserved == 0 && expectation.demands(kind)) {
            doubts.add(stream.stream() + ": expected data, got none");
            return doubts;
        }
        long expected = expectation.exactly(kind);
        if (expected >= 0 && reserved != expected) {
            doubts.add(
                    "%s: the run counted %d, the lanes reserved %d"
                            .formatted(stream.stream(), expected, reserved));
        }
        return doubts;
    }

    private static BufferKind kindOf(ChannelLedger stream) {
        for (BufferKind kind : BufferKind.values()) {
            if (kind.label().equals(stream.stream())) {
                return kind;
            }
        }
        throw new IllegalArgumentException("stream=" + stream.stream());
    }
}
