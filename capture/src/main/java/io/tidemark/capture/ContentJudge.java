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
    static final List<ChannelJudge> JUDGES =
            List.of(
                    new SwimlaneJudge(),
                    new ArgsJudge(),
                    new ScopeJudge(),
                    new DepsJudge(),
                    new PmuJudge(),
                    new RunsJudge());

    private ContentJudge() {}

    static Verdict judge(Capture capture, Set<Channel> channels) {
        if (capture.directory().isEmpty()) {
            return Verdict.untrusted("no capture files found", Basis.CONTENTS);
        }
        Losses losses = new Losses();
        for (ChannelJudge judge : JUDGES) {
            if (channels.containsAll(judge.channels())) {
                judge.judge(capture, losses);
            }
        }
        capture.names(); // every report shows them
        losses.add(capture.findings());
        return losses.verdict();
    }
}
