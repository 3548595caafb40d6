package io.tidemark.viewer.model;

import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.viewer.timeline.Timeline;
import java.util.List;
import java.util.Optional;

/**
 * One capture, read and joined: all that its pages show. Immutable; any number of requests read it
 * at once.
 *
 * @param label what the capture is called
 * @param unkeptFindings findings that were counted only
 * @param kernelNames how many of the timeline's first names are kernels
 * @param kernelNameById name index by kernel id; kernels the graph or a dump names are all there
 * @param axis empty when there is no swimlane
 * @param hostPhases what the host did to prepare the run
 * @param critical empty when nothing ran
 * @param pmuReport hardware counters per kernel
 * @param coreLanes which lane shows which core
 * @param states what the cores did or waited for; empty when nothing ran
 * @param counters counts and rates over time; empty when there is no swimlane
 * @param difference what compares it with another capture; empty when nothing ran
 * @param summary what to look at first, worked out when someone asks
 */
public record CaptureView(
        CaptureDirectory directory,
        String label,
        RunEnding ending,
        Verdict verdict,
        Optional<Certificate> certificate,
        List<Finding> findings,
        long unkeptFindings,
        Optional<SwimlaneTable> swimlane,
        Optional<TimeAxis> axis,
        HostPhases hostPhases,
        Timeline timeline,
        int kernelNames,
        KernelIndex kernelNameById,
        Runs runs,
        Optional<DependencyGraph> graph,
        TaskIndex tasks,
        Optional<ArgsManifest> args,
        ArgumentOrder argumentOrder,
        Optional<ScopeTable> scopes,
        Optional<PmuTable> pmu,
        Optional<PmuSource> pmuReport,
        SummarySource summary,
        Optional<CriticalSource> critical,
        CoreLanes coreLanes,
        Optional<StatesSource> states,
        Optional<CounterSource> counters,
        Optional<DifferenceSource> difference) {
    public CaptureView {
        findings = List.copyOf(findings);
    }
}
