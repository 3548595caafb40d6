package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import java.util.List;
import java.util.Set;

/**
 * Judges a capture without certificate from its contents: its own counters of lost records, rows
 * without partner, files that were cut. It can prove a loss, never the absence of one, so the
 * verdict has a label. Pure but for the findings of the capture.
 */
final class ContentJudge {
    /** One for each channel, and those that compare channels. */
    static final List<ContentCheck> CHECKS = List.of(
            new ContentCheck(SwimlaneChannel.CHANNEL, SwimlaneContent::check),
            new ContentCheck(ArgsChannel.CHANNEL, ArgsContent::check),
            new ContentCheck(ScopeChannel.CHANNEL, ScopeContent::check),
            new ContentCheck(DepsChannel.CHANNEL, DepsContent::check),
            new ContentCheck(PmuChannel.CHANNEL, (capture, losses) -> capture.pmu()),
            new ContentCheck(Set.of(SwimlaneChannel.CHANNEL, DepsChannel.CHANNEL), RunsContent::check));

    private ContentJudge() {}

    static Verdict judge(Capture capture, Set<Channel> channels) {
        if (capture.directory().isEmpty()) {
            return Verdict.untrusted("no capture files found", Basis.CONTENTS);
        }
        ContentLosses losses = new ContentLosses();
        for (ContentCheck check : CHECKS) {
            if (channels.containsAll(check.channels())) {
                check.check().accept(capture, losses);
            }
        }
        capture.names(); // every report shows them
        losses.add(capture.findings());
        return losses.verdict();
    }
}
