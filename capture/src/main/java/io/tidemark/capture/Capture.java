package io.tidemark.capture;

import io.tidemark.abi.Channel;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One capture as analyses see it. A part is read when first asked for and then kept; a part that is
 * absent or unreadable is empty, and {@link #findings} says why. One thread at a time.
 */
public interface Capture {
    CaptureDirectory directory();

    Optional<SwimlaneTable> swimlane();

    /** The graph without arguments and regions, which only a graph viewer needs. */
    Optional<DependencyGraph> dependencies();

    /**
     * The graph with arguments, tensors and regions; read afresh, not kept. Only a dependency file
     * has them.
     */
    Optional<DependencyGraph> dependenciesWithDetail();

    Optional<ArgsManifest> args();

    Optional<ScopeTable> scopes();

    Optional<PmuTable> pmu();

    /** Passes of a host-built graph; empty when none were recorded. */
    List<HostPhasePass> hostPhases();

    /** The newest name map, or {@link NameMap#EMPTY}. */
    NameMap names();

    /** Runs, tasks, graph and names, joined once and shared by everything that reads them. */
    CaptureModel model();

    Optional<Certificate> certificate();

    /** How the run ended, told first by every report on one that did not end well. */
    RunEnding ending();

    /** What reading met so far; grows as parts are read. */
    Findings findings();

    /**
     * The judgement: by the certificate, checked against the files, or where there is none by
     * reading everything the capture holds. Costs a pass over the files the first time.
     */
    Verdict verdict();

    /** The judgement over some channels only, for commands that use no others. */
    Verdict verdict(Set<Channel> channels);
}
