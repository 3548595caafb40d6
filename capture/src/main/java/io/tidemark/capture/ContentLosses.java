package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Finding.Severity;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.capture.finding.Verdict.Gap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What checks found missing or contradictory, and the verdict on it. One thread. */
final class ContentLosses {
    private static final long UNCOUNTED = -1;

    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private String contradiction;

    /** Adds records that are known to be missing, if there are any. */
    void lost(Channel channel, long count, String what) {
        if (count > 0) {
            gap(channel, count, what, count + " " + what);
        }
    }

    /** Adds a loss of unknown size. */
    void missing(Channel channel, String what) {
        gap(channel, UNCOUNTED, what, what);
    }

    void gap(Channel channel, long count, String cause, String reason) {
        gaps.add(new Gap(channel.word(), -1, 0, 0, count, cause));
        reasons.add(reason);
    }

    /** Adds a contradiction that no run can have written; the first one is reported. */
    void contradict(String reason) {
        if (contradiction == null) {
            contradiction = reason;
        }
    }

    /** Adds the findings of readers; of a file with losses the first one is reported. */
    void add(Findings findings) {
        Set<String> filesWithLoss = new HashSet<>();
        for (Finding finding : findings.kept()) {
            if (finding.severity() == Severity.DAMAGE) {
                contradict(finding.toString());
            } else if (finding.severity() == Severity.LOSS && filesWithLoss.add(finding.file())) {
                gaps.add(new Gap(finding.file(), -1, 0, 0, UNCOUNTED, finding.reason()));
                reasons.add(finding.toString());
            }
        }
    }

    Verdict verdict() {
        if (contradiction != null) {
            return Verdict.untrusted(contradiction, Basis.CONTENTS);
        }
        return gaps.isEmpty()
                ? Verdict.complete(Basis.CONTENTS)
                : Verdict.gaps(gaps, String.join("; ", reasons), Basis.CONTENTS);
    }
}
