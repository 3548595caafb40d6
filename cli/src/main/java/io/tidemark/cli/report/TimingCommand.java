package io.tidemark.cli.report;

import io.tidemark.analysis.compat.CompatTiming;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Units;
import io.tidemark.analysis.timing.BindLog;
import io.tidemark.analysis.timing.BindReport;
import io.tidemark.analysis.timing.BindText;
import io.tidemark.analysis.timing.HostSwimlane;
import io.tidemark.analysis.timing.InvocationTrace;
import io.tidemark.analysis.timing.OverlapCheck;
import io.tidemark.analysis.timing.RoundsTable;
import io.tidemark.analysis.timing.SpanTree;
import io.tidemark.analysis.timing.TimingReport;
import io.tidemark.analysis.timing.TimingText;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.NewestCapture;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.capture.strace.StraceLog;
import io.tidemark.capture.strace.StraceReader;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.OutputFile;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Where the time between the calls went, from the span markers of a log. */
@Command(
        name = "timing",
        mixinStandardHelpOptions = true,
        description = "Show the times that a log's [STRACE] markers hold.")
public final class TimingCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "LOG",
            description = "A log, or a directory that holds one. Without it: the newest capture under"
                    + " outputs/. Tidemark's own runs write no log.")
    private Path path;

    @ArgGroup
    private Form form = new Form();

    /** Which table is wanted; times per span name without one. */
    static final class Form {
        @Option(names = "--rounds", description = "One row per run of the callable that ran most.")
        private boolean rounds;

        @Option(names = "--tree", description = "Spans inside each other, with median times.")
        private boolean tree;

        @Option(names = "--bind", description = "Phases of preparing a host-built graph.")
        private boolean bind;

        @Option(names = "--assert-overlap", description = "Check that runs were pipelined; exit 1 where they were not.")
        private boolean overlap;
    }

    @Option(
            names = "--require-hidden-prepare",
            description = "With --assert-overlap: a run must be prepared before the one in front of it ends.")
    private boolean hidden;

    @Option(names = "--ranks", paramLabel = "N", description = "With --bind: ranks in the log.")
    private int ranks;

    @Option(names = "--passes", paramLabel = "N", description = "With --bind: passes per rank.")
    private int passes;

    @Option(names = "--keep-first", description = "With --bind: count the cold passes, too.")
    private boolean keepFirst;

    @Option(names = "--trace", paramLabel = "FILE", description = "Write a trace, a lane per run.")
    private Path trace;

    @Option(names = "--swimlane", paramLabel = "FILE", description = "Write a trace of the host's threads.")
    private Path swimlane;

    @Option(
            names = "--host-phase-records",
            paramLabel = "FILE",
            description = "With --swimlane: a file of recorded prepare phases.")
    private List<Path> phaseRecords = List.of();

    @Option(
            names = "--compat",
            description = "Numbers as older tools print them: means cut to nanoseconds, repeats of a span"
                    + " ignored, trimmed means.")
    private boolean compat;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path log = log();
        if (form.bind) {
            return bind(log);
        }
        Findings findings = new Findings();
        StraceLog spans = StraceReader.read(log, findings);
        printVerdict(spans, findings);
        if (spans.spans().isEmpty()) {
            throw UserError.failed(log + " holds no [STRACE] markers.");
        }
        TimingReport report = TimingReport.of(spans);
        int code = spans.tornRecords() > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
        if (form.overlap) {
            return Math.max(code, overlap(report));
        }
        printTable(report);
        writeTraces(log, spans, report, findings);
        return code;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** With JSON on stdout people read stderr. */
    private PrintWriter remarks() {
        return json ? spec.commandLine().getErr() : out();
    }

    private void printVerdict(StraceLog log, Findings findings) {
        long whole = log.spans().size();
        remarks()
                .println(
                        log.tornRecords() == 0
                                ? "COMPLETE (%s, none torn)".formatted(Units.plural(whole, "marker"))
                                : "GAPS: %d of %d markers are torn and left out"
                                        .formatted(log.tornRecords(), whole + log.tornRecords()));
        for (Finding finding : findings.kept()) {
            if (finding.severity() == Finding.Severity.DAMAGE) {
                remarks().println("damage: " + finding);
            }
        }
    }

    private void printTable(TimingReport report) {
        if (json) {
            JsonWriter writer = new JsonWriter(out(), 4);
            writer.beginObject();
            TimingText.members(writer, report, figures());
            writer.endObject().finish();
        } else if (report.callables().isEmpty()) {
            out().println("no span belongs to a run of a callable");
        } else if (form.rounds) {
            printRounds(report.callables().getFirst());
        } else if (form.tree) {
            report.callables().forEach(callable -> new SpanTree(callable).print(out()));
        } else {
            TimingText.print(report, figures(), out());
        }
    }

    private TimingText.Figures figures() {
        return compat ? CompatTiming.FIGURES : TimingText.Figures.DEFAULT;
    }

    private void printRounds(io.tidemark.analysis.timing.Callable callable) {
        if (compat) {
            CompatTiming.printRounds(callable, out());
        } else {
            new RoundsTable(callable).print(out());
        }
    }

    private int overlap(TimingReport report) {
        OverlapCheck.Result result = OverlapCheck.of(report, hidden);
        result.failure().ifPresent(sentence -> {
            throw UserError.failed("runs did not overlap: " + sentence + ".");
        });
        out().println("overlap holds for %s".formatted(Units.plural(result.pairs(), "pair") + " of runs"));
        return ExitCode.OK;
    }

    private void writeTraces(Path log, StraceLog spans, TimingReport report, Findings findings) throws IOException {
        if (trace != null) {
            OutputFile.write(trace, writer -> InvocationTrace.write(report, writer));
            remarks().println("wrote " + trace);
        }
        if (swimlane == null) {
            return;
        }
        if (spans.spans().stream().allMatch(span -> span.onDeviceClock())) {
            throw UserError.failed(log + " holds no span of a host thread to draw.");
        }
        List<HostPhasePass> recorded = new ArrayList<>();
        phaseRecords.forEach(file -> recorded.addAll(HostPhaseReader.read(file, findings)));
        BindLog lines = BindLog.read(log);
        HostSwimlane.Counts[] counts = new HostSwimlane.Counts[1];
        OutputFile.write(swimlane, writer -> counts[0] = HostSwimlane.write(spans, lines.phases(), recorded, writer));
        remarks()
                .println("wrote %s: %d host spans, %d prepare phases, %d device spans"
                        .formatted(
                                swimlane,
                                counts[0].hostSpans(),
                                counts[0].bindLines() + counts[0].phaseRecords(),
                                counts[0].deviceSpans()));
        if (counts[0].homelessPasses() > 0) {
            remarks()
                    .println("note: %d recorded passes belong to no run of this log and were left out"
                            .formatted(counts[0].homelessPasses()));
        }
    }

    private int bind(Path log) throws IOException {
        BindReport report = BindReport.of(BindLog.read(log), ranks, passes, keepFirst);
        if (report.passes() == 0) {
            throw UserError.failed(log + " holds no 'bind phase=' lines of a built graph.");
        }
        if (report.warm() == 0) {
            throw UserError.failed("every pass is the first of its rank; --keep-first shows them.");
        }
        if (json) {
            JsonWriter writer = new JsonWriter(out());
            writer.beginObject();
            BindText.members(writer, report);
            writer.endObject().finish();
        } else {
            BindText.print(report, out());
        }
        return ExitCode.OK;
    }

    private Path log() throws IOException {
        if (path != null && Files.isRegularFile(path)) {
            return path;
        }
        if (path != null && !Files.exists(path)) {
            throw UserError.usage(path + " does not exist; name a log, or a directory with one.");
        }
        Path root = path == null ? Path.of("outputs") : path;
        CaptureDirectory directory = path == null
                ? CaptureFinder.newest(root)
                        .map(NewestCapture::capture)
                        .orElseThrow(() -> UserError.usage("there is no capture under outputs/; name a log."))
                : CaptureFinder.at(path);
        if (directory.logs().isEmpty()) {
            throw UserError.failed(directory.root()
                    + " holds no .log file; name one of the older tools, Tidemark's own runs write none.");
        }
        CaptureArgument.printEnding(
                StoredCapture.open(directory).ending(), "", spec.commandLine().getErr());
        Path newest = directory.logs().getFirst();
        spec.commandLine().getErr().println("tidemark: reading " + newest);
        return newest;
    }
}
