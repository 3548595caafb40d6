package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.analysis.deps.DepsDot;
import io.tidemark.analysis.deps.DepsJson;
import io.tidemark.analysis.deps.DepsReport;
import io.tidemark.analysis.deps.DepsText;
import io.tidemark.analysis.deps.EdgeMode;
import io.tidemark.analysis.deps.race.RaceJson;
import io.tidemark.analysis.deps.race.RaceReport;
import io.tidemark.analysis.deps.race.RaceSearch;
import io.tidemark.analysis.deps.race.RaceText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who waits for whom, and why; and who should but does not. */
@Command(
        name = "deps",
        mixinStandardHelpOptions = true,
        description = "Show the task graph with the reason for every edge, or the races in it.")
public final class DepsCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = Set.of(DepsChannel.CHANNEL);
    private static final Set<Channel> BOTH = Set.of(DepsChannel.CHANNEL, SwimlaneChannel.CHANNEL);
    private static final String IDS_ONLY =
            "edges by id alone, from the swimlane: reasons, arguments and tensors are missing; --dep-gen records them";
    private static final int MOST_RACES = 100_000;

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Option(
            names = "--edge-mode",
            defaultValue = "full",
            paramLabel = "MODE",
            description = "full, reduced (without edges that others imply), omitted (only those),"
                    + " reduced_dataflow or omitted_dataflow (buffer edges too, where the data"
                    + " flow proves them implied). Default: full.")
    private EdgeMode mode;

    @Option(
            names = "--races",
            description = "List pairs of tasks with no order between them that touch the same bytes, one"
                    + " of them writing, and edges between tasks that share no such byte."
                    + " Exit code 1 if there is a race, 3 if the capture does not tell.")
    private boolean races;

    @Mixin
    private GonePage page;

    @ArgGroup
    private Form form = new Form();

    /** Which output is wanted; lines without one. */
    static final class Form {
        @Option(names = "--json", description = "Print JSON for programs.")
        private boolean json;

        @Option(names = "--dot", description = "Print the graph in Graphviz' language.")
        private boolean dot;
    }

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found = captures.from(sources)
                .find(
                        directory -> hasFile(directory) || directory.swimlane().isPresent(),
                        "no dependency graph (deps.json); record one with --dep-gen");
        Set<Channel> channels = found.stream().allMatch(this::hasFile) ? CHANNELS : BOTH;
        if (form.json) {
            return captures.forEachJson(found, channels, captures.out(), this::json);
        }
        PrintWriter verdicts = form.dot ? captures.err() : captures.out();
        return captures.forEach(found, channels, verdicts, capture -> {
            if (hasIdsOnly(capture) && !needsDetail()) {
                verdicts.println("note: " + IDS_ONLY);
            }
            return print(capture);
        });
    }

    private boolean hasFile(CaptureDirectory directory) {
        return sources.hasDependencies() || directory.dependencies().isPresent();
    }

    private boolean hasIdsOnly(Capture capture) {
        return !hasFile(capture.directory()) && capture.dependencies().isPresent();
    }

    private boolean needsDetail() {
        return races || mode.provesDataflow();
    }

    private int print(Capture capture) throws IOException {
        DepsReport report = report(capture);
        PrintWriter out = captures.out();
        if (report.order().hasCycle()) {
            captures.err()
                    .println("tidemark: the graph has a cycle, %s; nothing in it can be reduced or ordered."
                            .formatted(report.cycleText()));
        }
        if (races) {
            RaceReport found = search(report);
            RaceText.print(report, found, out);
            return exitCode(found);
        }
        if (form.dot) {
            DepsDot.print(report, out);
        } else {
            new DepsText(report, out).print();
        }
        return report.order().hasCycle() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    private int json(Capture capture, JsonWriter json) throws IOException {
        DepsReport report = report(capture);
        if (races) {
            RaceReport found = search(report);
            RaceJson.members(json, report, found);
            return exitCode(found);
        }
        json.member("ids_only", hasIdsOnly(capture) && !needsDetail());
        DepsJson.members(json, report);
        return report.order().hasCycle() ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    private DepsReport report(Capture capture) {
        return DepsReport.of(capture, mode, races)
                .orElseThrow(() -> hasIdsOnly(capture) ? missing(capture) : noGraph(capture));
    }

    private UserError noGraph(Capture capture) {
        return UserError.incomplete(capture.directory().root()
                + (hasFile(capture.directory())
                        ? " holds no graph that can be read."
                        : " holds no edges: the swimlane has them from"
                                + " level 2 on, --dep-gen records the"
                                + " whole graph."));
    }

    private UserError missing(Capture capture) {
        return UserError.incomplete("%s has %s; %s cannot do without."
                .formatted(
                        capture.directory().root(),
                        IDS_ONLY,
                        races ? "--races" : "a mode that looks at the data flow"));
    }

    /** Only races that the declared directions make certain fail the command. */
    private static int exitCode(RaceReport found) {
        return found.races().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static RaceReport search(DepsReport report) {
        if (report.order().hasCycle()) {
            throw UserError.incomplete("the graph has a cycle, %s; without an order there are no races to find."
                    .formatted(report.cycleText()));
        }
        return RaceSearch.run(report, MOST_RACES);
    }
}
