package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import java.util.List;
import java.util.Set;

/**
 * Judges a capture without certificate from what it contains: its own counters of lost records,
 * rows without partner, files that were cut. It can prove a loss, never the absence of one; hence
 * the label on the verdict. Pure but for the findings of the capture.
 */
final class ContentJudge {
    /** One for each channel, and those that compare channels. */
    static final List<ContentCheck> CHECKS =
            List.of(
                    new SwimlaneContent(),
                    new ArgsContent(),
                    new ScopeContent(),
                    new DepsContent(),
                    new PmuContent(),
                    new RunsContent());

    private ContentJudge() {}

    static Verdict judge(Capture capture, Set<Channel> channels) {
        if (capture.directory().isEmpty()) {
            return Verdict.untrusted("no capture files found", Basis.CONTENTS);
        }
        ContentLosses losses = new ContentLosses();
        for (ContentCheck check : CHECKS) {
            if (channels.containsAll(check.channels())) {
                check.check(capture, losses);
            }
        }
        capture.names(); // every report shows them
        losses.add(capture.findings());
        return losses.verdict();
    }
}
