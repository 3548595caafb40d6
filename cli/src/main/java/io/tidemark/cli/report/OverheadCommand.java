package io.tidemark.cli.report;

import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.CompatOverhead;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.overhead.Overhead;
import io.tidemark.analysis.overhead.OverheadReport;
import io.tidemark.analysis.overhead.OverheadSections;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Report;
import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Ticker;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what cores lose to schedulers, orchestrator and dependencies. */
@Command(
        name = "overhead",
        mixinStandardHelpOptions = true,
        description = "Show what the cores lose to schedulers, orchestrator and dependencies, in six parts.")
public final class OverheadCommand implements Callable<Integer> {
    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Option(names = "--compat", description = "Compute the numbers that the older report prints, its defects included.")
    private boolean compat;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found = Runs.find(captures.from(sources).withModel(!compat));
        return json
                ? captures.forEachJson(found, Runs.CHANNELS, captures.out(), Runs.guarded(this::write))
                : captures.forEach(found, Runs.CHANNELS, captures.out(), Runs.guarded(captures, this::print));
    }

    private int print(Capture capture) {
        OverheadReport report = report(capture);
        ConditionsText.printBanner(capture, captures.out());
        captures.print(OverheadSections.of(report));
        return exitCode(report);
    }

    private int write(Capture capture, JsonWriter writer) {
        OverheadReport report = report(capture);
        ConditionsText.member(capture, writer);
        new Report()
                .object("overhead", inside -> inside.all(OverheadSections.of(report)))
                .write(writer);
        return exitCode(report);
    }

    private OverheadReport report(Capture capture) {
        String label = CaptureArgument.label(capture.directory());
        try (Ticker _ = captures.working("adding up what the cores lose")) {
            return compat
                    ? compatReport(label, capture)
                    : Overhead.of(label, Runs.model(capture), capture.certificate());
        }
    }

    private static OverheadReport compatReport(String label, Capture capture) {
        Optional<DependencyGraph> graph = CompatModel.graphOf(capture);
        if (graph.isEmpty()) {
            throw UserError.failed(capture.directory().root()
                    + " holds no usable deps.json, which --compat needs; record one with"
                    + " --dep-gen, or leave out --compat.");
        }
        CaptureModel model = CompatModel.of(Runs.table(capture), graph, capture.names());
        if (model.runs().size() == 0) {
            throw UserError.failed(
                    capture.directory().root() + " holds no core record with a dispatch; leave out --compat.");
        }
        return CompatOverhead.of(label, model);
    }

    /** Today's report stops without scheduler phases; the default one says what it left out. */
    private int exitCode(OverheadReport report) {
        if (compat && report.loops().isEmpty()) {
            captures.err()
                    .println("tidemark: the capture holds no scheduler phases, which parts 5 and 6 of"
                            + " --compat need; record with --chip-swimlane=3 or more.");
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }
}
