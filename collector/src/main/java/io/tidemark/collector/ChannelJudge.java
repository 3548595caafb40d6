package io.tidemark.collector;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns closed books into one verdict. Any thread. Books that contradict themselves are not
 * trusted, nor are those that the channel itself has doubts about; honest losses are gaps.
 */
public final class ChannelJudge {
    private ChannelJudge() {}

    /**
     * @param doubts of the channel, most telling first
     */
    public static Verdict verdict(ChannelBooks books, List<String> doubts) {
        List<String> all = new ArrayList<>(books.contradictions());
        all.addAll(doubts);
        if (!all.isEmpty()) {
            String more = all.size() == 1 ? "" : " (and " + (all.size() - 1) + " more)";
            return Verdict.untrusted(all.getFirst() + more, Basis.CERTIFICATE);
        }
        if (books.missing() > 0) {
            return Verdict.gaps(
                    books.gaps(),
                    "%d of %d %s records are missing"
                            .formatted(
                                    books.missing(),
                                    books.reserved(),
                                    books.channel().word()),
                    Basis.CERTIFICATE);
        }
        return Verdict.complete(Basis.CERTIFICATE);
    }
}
