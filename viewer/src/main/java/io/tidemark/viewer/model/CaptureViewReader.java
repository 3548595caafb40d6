package io.tidemark.viewer.model;

import io.tidemark.capture.Capture;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.viewer.timeline.Lane;
import io.tidemark.viewer.timeline.Stretch;
import io.tidemark.viewer.timeline.Timeline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a capture into a {@link CaptureView}: joins, resolves kernels, lays out lanes. One thread
 * per capture, with others beside it: what the timeline asks for next (times of cores, counters) is
 * begun as soon as its source is there. Linear in rows and edges apart from sorting.
 */
public final class CaptureViewReader {
    private final Capture capture;
    private final NameTable names = new NameTable();
    private final KernelIndex kernels;

    private CaptureViewReader(Capture capture) {
        this.capture = capture;
        this.kernels = new KernelIndex(names, new KernelNames(capture.names()));
    }

    public static CaptureView read(Capture capture) {
        return new CaptureViewReader(capture).read();
    }

    private CaptureView read() {
        CaptureModel model = capture.model();
        Optional<SwimlaneTable> swimlane = capture.swimlane();
        Optional<DependencyGraph> graph = capture.dependencies();
        Optional<Certificate> certificate = capture.certificate();
        Optional<StatesSource> states =
                swimlane.filter(table -> table.aicore().size() > 0).map(table -> new StatesSource(model, certificate));
        HostPhases hostPhases = swimlane.map(table -> HostPhases.of(capture.hostPhases(), table))
                .orElseGet(() -> new HostPhases(List.of(), 0, 0));
        Optional<TimeAxis> axis = swimlane.map(table -> new TimeAxis(model.axis(), hostPhases));
        Optional<Ahead<int[]>> graphKernels = graph.map(known -> Ahead.of("name-kernels", known::distinctKernels));
        Runs runs = axis.map(time ->
                        Runs.of(model, capture.ending().openRuns(), time, kernels, open -> names.add(open.kernel())))
                .orElseGet(Runs::none);
        states.ifPresent(source -> Ahead.of("time-cores", source::get)); // the runs are there
        graphKernels.ifPresent(found -> nameKernels(found.get()));
        Optional<ArgsManifest> args = capture.args();
        args.ifPresent(this::nameKernels);
        Optional<ScopeTable> scopes = capture.scopes();
        Optional<PmuTable> pmu = capture.pmu();
        Optional<CounterSource> counters = swimlane.map(table -> new CounterSource(model, scopes, pmu));
        counters.ifPresent(source -> Ahead.of("count", source::get));
        ArgumentOrder argumentOrder = ArgumentOrder.of(args);
        Ahead<TaskIndex> tasks = Ahead.of("index-tasks", () -> TaskIndex.of(runs, graph, argumentOrder));
        int kernelNames = names.size();
        Optional<LaneAssembly> assembly = swimlane.map(table -> new LaneAssembly(table, axis.get(), names));
        List<Lane> lanes =
                assembly.map(found -> found.assemble(runs, hostPhases)).orElseGet(List::of);
        Verdict verdict = capture.verdict(); // after the parts, so that it knows what they met
        List<Certificate.Freeze> freezes = certificate.map(Certificate::freezes).orElseGet(List::of);
        Optional<StretchFinder> finder = axis.map(time -> new StretchFinder(lanes, time, certificate));
        List<Stretch> stretches = finder.map(f -> f.find(verdict, unreadRows(), freezes, hostPhases.dropped(), runs))
                .orElseGet(List::of);
        finder.ifPresent(f -> lanes.addAll(f.strips()));
        return new CaptureView(
                capture.directory(),
                label(capture.directory()),
                capture.ending(),
                verdict,
                certificate,
                capture.findings().kept(),
                capture.findings().unkept(),
                swimlane,
                axis,
                hostPhases,
                new Timeline(lanes, names.texts(), stretches),
                kernelNames,
                kernels,
                runs,
                graph,
                tasks.get(),
                args,
                argumentOrder,
                scopes,
                pmu,
                pmu.map(table -> new PmuSource(table, capture)),
                new SummarySource(capture, states),
                swimlane.filter(table -> table.aicore().size() > 0).map(table -> new CriticalSource(model)),
                assembly.map(LaneAssembly::coreLanes).orElseGet(CoreLanes::none),
                states,
                counters,
                swimlane.filter(table -> model.runs().timedCount() > 0)
                        .map(table -> new DifferenceSource(capture, label(capture.directory()))));
    }

    /** What reading lost of the swimlane's own file. */
    private List<Finding> unreadRows() {
        String file = capture.directory()
                .swimlane()
                .map(path -> path.getFileName().toString())
                .orElse("");
        return capture.findings().kept().stream()
                .filter(finding -> finding.file().equals(file))
                .filter(finding -> finding.severity() != Finding.Severity.NOTE)
                .toList();
    }

    private void nameKernels(int[] ids) {
        for (int kernel : ids) {
            kernels.add(kernel);
        }
    }

    private void nameKernels(ArgsManifest args) {
        for (int row = 0; row < args.size(); row++) {
            for (int kernel : args.functionIds(row)) {
                if (kernel >= 0) {
                    kernels.add(kernel);
                }
            }
        }
    }

    /**
     * What a capture is called: its own label, or the name of its directory when it stands alone.
     */
    public static String label(CaptureDirectory directory) {
        Path name = directory.root().toAbsolutePath().normalize().getFileName();
        boolean alone = directory.label().isEmpty() || directory.label().equals(".");
        return ShownText.of(alone && name != null ? name.toString() : directory.label());
    }
}
