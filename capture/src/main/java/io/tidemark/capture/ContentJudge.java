package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.args.ArgsHeader;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Finding.Severity;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.finding.Verdict.Basis;
import io.tidemark.capture.finding.Verdict.Gap;
import io.tidemark.capture.graph.TopologicalOrder;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.scope.ScopeHeader;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.HostCapture;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Judges a capture without certificate from what it contains: its own counters of lost records,
 * rows without partner, files that were cut. It can prove a loss, never the absence of one; hence
 * the label on the verdict. One use, one thread.
 */
final class ContentJudge {
    private final Capture capture;
    private final Set<Channel> channels;
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private String contradiction;

    ContentJudge(Capture capture, Set<Channel> channels) {
        this.capture = capture;
        this.channels = channels;
    }

    Verdict judge() {
        if (capture.directory().isEmpty()) {
            return Verdict.untrusted("no capture files found", Basis.CONTENTS);
        }
        if (channels.contains(SwimlaneChannel.CHANNEL)) {
            capture.swimlane().ifPresent(this::judgeSwimlane);
        }
        if (channels.contains(ArgsChannel.CHANNEL)) {
            capture.args().ifPresent(this::judgeArgs);
        }
        if (channels.contains(ScopeChannel.CHANNEL)) {
            capture.scopes().ifPresent(this::judgeScopes);
        }
        if (channels.contains(DepsChannel.CHANNEL)) {
            capture.dependencies().ifPresent(this::judgeGraph);
        }
        if (channels.contains(PmuChannel.CHANNEL)) {
            capture.pmu();
        }
        if (channels.contains(SwimlaneChannel.CHANNEL) && channels.contains(DepsChannel.CHANNEL)) {
            judgeRuns();
        }
        capture.names(); // every report shows them
        judgeFindings();
        if (contradiction != null) {
            return Verdict.untrusted(contradiction, Basis.CONTENTS);
        }
        return gaps.isEmpty()
                ? Verdict.complete(Basis.CONTENTS)
                : Verdict.gaps(gaps, String.join("; ", reasons), Basis.CONTENTS);
    }

    private void judgeSwimlane(SwimlaneTable table) {
        RowPairs pairs = RowPairs.of(table);
        lost(SwimlaneChannel.CHANNEL, pairs.aicpuMisses(), "dispatches without a core's record");
        if (table.level() > 1) {
            lost(SwimlaneChannel.CHANNEL, pairs.aicoreMisses(), "core records without a dispatch");
        }
        judgeDuplicates(table, pairs);
        judgeLevel(table);
        int backward = 0;
        for (int row = 0; row < table.aicore().size(); row++) {
            backward += table.aicore().endTick(row) < table.aicore().startTick(row) ? 1 : 0;
        }
        if (backward > 0) {
            contradict(backward + " core records end before they start");
        }
        if (table.hostSubmits().size() > 0 && table.orchestratorSubmits().size() > 0) {
            contradict("both the host and the device claim to have orchestrated");
        }
        table.metadata().hostCapture().ifPresent(this::judgeHostCapture);
    }

    private void judgeDuplicates(SwimlaneTable table, RowPairs pairs) {
        int row = pairs.firstDuplicateRow();
        if (row >= 0) {
            capture.findings()
                    .loss(
                            swimlaneFile(),
                            "AICore row " + row,
                            "%d records share a join key with a later one, the first on core %d with register id %d"
                                    .formatted(
                                            pairs.duplicateKeys(),
                                            table.aicore().core(row),
                                            table.aicore().registerTaskId(row)));
        }
    }

    /** A level promises rows; a file that has runs but none of those lost them. */
    private void judgeLevel(SwimlaneTable table) {
        if (table.aicore().size() == 0) {
            return;
        }
        boolean rawTicks = !table.era().inMicroseconds();
        boolean submits = table.orchestratorSubmits().size() > 0 || table.hostSubmits().size() > 0;
        if (table.level() >= 2 && table.aicpu().size() == 0) {
            missing("no dispatch rows at level " + table.level());
        }
        if (table.level() >= 3 && table.schedulerPhases().size() == 0) {
            missing("no scheduler phases at level " + table.level());
        }
        if (table.level() >= 4 && !submits && rawTicks) {
            missing("no orchestrator phases at level 4"); // before June 2026 they never came
        }
    }

    private void missing(String what) {
        gaps.add(new Gap(SwimlaneChannel.CHANNEL.word(), -1, 0, 0, -1, what));
        reasons.add(what);
    }

    private String swimlaneFile() {
        return capture.directory()
                .swimlane()
                .map(file -> file.getFileName().toString())
                .orElse("swimlane");
    }

    private void judgeHostCapture(HostCapture host) {
        if (!"complete".equals(host.status())) {
            long missing = host.droppedRecords().orElse(-1);
            gaps.add(
                    new Gap(
                            SwimlaneChannel.CHANNEL.word(),
                            -1,
                            0,
                            0,
                            missing,
                            "host capture " + host.status()));
            reasons.add("the host's own recording is " + host.status());
        }
    }

    private void judgeArgs(ArgsManifest manifest) {
        ArgsHeader header = manifest.header();
        lost(ArgsChannel.CHANNEL, header.droppedRecords(), "arguments dropped");
        lost(ArgsChannel.CHANNEL, header.droppedOverwrite(), "payloads overwritten");
        if (header.total() >= 0 && header.total() != manifest.size()) {
            lost(
                    ArgsChannel.CHANNEL,
                    Math.abs(header.total() - manifest.size()),
                    "arguments counted but not listed, or the reverse");
        }
        long needed = 0;
        for (int row = 0; row < manifest.size(); row++) {
            needed = Math.max(needed, manifest.payloadOffset(row) + manifest.payloadBytes(row));
        }
        long present = capture.directory().argsPayload().map(ContentJudge::size).orElse(0L);
        if (needed > present) {
            gaps.add(new Gap(ArgsChannel.CHANNEL.word(), -1, 0, 0, -1, "payload file too short"));
            reasons.add("payload file has " + present + " of " + needed + " bytes");
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }

    private void judgeScopes(ScopeTable table) {
        ScopeHeader header = table.header();
        lost(ScopeChannel.CHANNEL, header.dropped(), "scope samples dropped");
        long unlisted = header.total() - header.dropped() - table.size();
        if (unlisted != 0) {
            lost(ScopeChannel.CHANNEL, Math.abs(unlisted), "scope samples counted but not listed");
        }
        if (header.fatal()) {
            capture.findings().note("scope_stats.jsonl", "", "the device latched a fatal error");
        }
    }

    private void judgeGraph(DependencyGraph graph) {
        int[] cycle = TopologicalOrder.of(graph.links()).cycle();
        if (cycle.length > 0) {
            String first = TaskId.label(graph.taskId(cycle[0]));
            String text = "dependency cycle of " + cycle.length + " tasks through " + first;
            capture.findings().damage("deps.json", "", text);
        }
    }

    /**
     * A submitted task with a kernel ran on a core, unless a scheduler says its predicate was
     * false.
     */
    private void judgeRuns() {
        Optional<SwimlaneTable> table = capture.swimlane();
        Optional<DependencyGraph> graph = capture.dependencies();
        if (table.isEmpty() || graph.isEmpty() || table.get().level() < 3) {
            return; // below level 3 nothing says what was skipped
        }
        BitSet seen = new BitSet();
        AicoreRows runs = table.get().aicore();
        for (int row = 0; row < runs.size(); row++) {
            see(seen, graph.get(), runs.taskId(row));
        }
        SchedulerPhases phases = table.get().schedulerPhases();
        for (int row = 0; row < phases.size(); row++) {
            if (phases.hasTask(row)) {
                see(seen, graph.get(), phases.taskId(row));
            }
        }
        int unseen = 0;
        for (int node = 0; node < graph.get().taskCount(); node++) {
            boolean kernels = graph.get().hasKernels(node);
            boolean expected = kernels && graph.get().kind(node) == NodeKind.SUBMIT;
            unseen += expected && !seen.get(node) ? 1 : 0;
        }
        lost(SwimlaneChannel.CHANNEL, unseen, "submitted tasks that no core recorded");
    }

    private static void see(BitSet seen, DependencyGraph graph, long taskId) {
        int node = graph.nodeOf(taskId);
        if (node != DependencyGraph.NO_NODE) {
            seen.set(node);
        }
    }

    private void lost(Channel channel, long count, String what) {
        if (count > 0) {
            gaps.add(new Gap(channel.word(), -1, 0, 0, count, what));
            reasons.add(count + " " + what);
        }
    }

    private void contradict(String reason) {
        if (contradiction == null) {
            contradiction = reason;
        }
    }

    private void judgeFindings() {
        Set<String> filesWithLoss = new HashSet<>();
        for (Finding finding : capture.findings().kept()) {
            if (finding.severity() == Severity.DAMAGE) {
                contradict(finding.toString());
            } else if (finding.severity() == Severity.LOSS && filesWithLoss.add(finding.file())) {
                gaps.add(new Gap(finding.file(), -1, 0, 0, -1, finding.reason()));
                reasons.add(finding.toString());
            }
        }
    }
}
