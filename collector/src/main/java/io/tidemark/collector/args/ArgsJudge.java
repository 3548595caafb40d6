package io.tidemark.collector.args;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.collector.ChannelBooks;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns closed books and what the export found into one verdict. Any thread. Bytes that are not
 * those of the device, or a test pattern that did not come through, are not trusted; what is
 * honestly missing or marked is a gap.
 */
final class ArgsJudge {
    private static final int WHOLE_CHANNEL = -1;

    private ArgsJudge() {}

    /**
     * @param demandsRecords the run did something that this level must have recorded
     */
    static Verdict verdict(ChannelBooks books, ArgsSummary summary, boolean demandsRecords) {
        List<String> doubts = new ArrayList<>(books.contradictions());
        doubt(doubts, summary.brokenPatterns(), "test patterns did not come through");
        doubt(doubts, summary.mismatches(), "payloads are not the bytes that were copied");
        doubt(doubts, summary.damaged(), "records make no sense");
        if (demandsRecords && summary.entries() == 0 && books.missing() == 0) {
            doubts.add("args: expected data, got none");
        }
        if (!doubts.isEmpty()) {
            String more = doubts.size() == 1 ? "" : " (and " + (doubts.size() - 1) + " more)";
            return Verdict.untrusted(doubts.getFirst() + more, Basis.CERTIFICATE);
        }
        List<Gap> gaps = new ArrayList<>(books.gaps());
        gap(gaps, books, summary.truncated(), "payload truncated");
        gap(gaps, books, summary.overwritten(), "payload overwritten");
        gap(gaps, books, summary.changed(), "payload changed while it was copied");
        if (gaps.isEmpty() && books.missing() == 0) {
            return Verdict.complete(Basis.CERTIFICATE);
        }
        return Verdict.gaps(
                gaps,
                "args: %d of %d records are missing, %d payloads are not whole"
                        .formatted(
                                books.missing(),
                                books.reserved(),
                                summary.truncated() + summary.overwritten() + summary.changed()),
                Basis.CERTIFICATE);
    }

    private static void doubt(List<String> doubts, long count, String what) {
        if (count > 0) {
            doubts.add("args: " + count + " " + what);
        }
    }

    private static void gap(List<Gap> gaps, ChannelBooks books, long count, String cause) {
        if (count > 0) {
            gaps.add(new Gap(books.channel().word(), WHOLE_CHANNEL, 0, 0, count, cause));
        }
    }
}
