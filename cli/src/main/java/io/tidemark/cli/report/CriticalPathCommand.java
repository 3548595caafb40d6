package io.tidemark.cli.report;

import io.tidemark.analysis.compat.CompatCriticalPath;
import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.trace.CompatTrace;
import io.tidemark.analysis.convert.TraceConverter;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.criticalpath.CriticalPath;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.CriticalPathSections;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.Plain;
import io.tidemark.analysis.text.Progress;
import io.tidemark.analysis.text.Report;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.OutputFile;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.Ticker;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the chain of tasks a run had to wait for, in theory and as it happened. */
@Command(
        name = "critical-path",
        mixinStandardHelpOptions = true,
        description = "Find the chain of tasks that determined the length of a run, what it waited for, and"
                + " how short the run could have been.")
public final class CriticalPathCommand implements Callable<Integer> {
    private static final String REPORT = "critical_path_report.md";

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Option(names = "--compat", description = "Compute the numbers that the older tool prints, its defects included.")
    private boolean compat;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Also write the whole report and two traces that show the paths into DIR.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "json|pftrace",
            defaultValue = "json",
            description = "Format of the traces. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Option(
            names = "--steps",
            paramLabel = "N|all",
            defaultValue = "40",
            description = "Steps of the observed path to print, half of them its first and half its last; 0"
                    + " for none. Default: ${DEFAULT-VALUE}.")
    private String steps;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "25",
            description = "Kernel families in the report. Default: ${DEFAULT-VALUE}.")
    private int top;

    @Override
    public Integer call() throws IOException {
        if (top < 1) {
            throw UserError.usage("--top " + top + " shows nothing; give 1 or more.");
        }
        int mostSteps = mostSteps();
        if (compat && format == Format.PFTRACE) {
            throw UserError.usage("--compat describes today's JSON and cannot be combined with --format pftrace.");
        }
        List<CaptureDirectory> found = Runs.find(captures.from(sources).withModel(!compat));
        return json
                ? captures.forEachJson(
                        found,
                        Runs.CHANNELS,
                        captures.out(),
                        Runs.guarded((capture, writer) -> write(capture, writer, found.size())))
                : captures.forEach(
                        found,
                        Runs.CHANNELS,
                        captures.out(),
                        Runs.guarded(captures, capture -> print(capture, mostSteps, found.size())));
    }

    private int mostSteps() {
        if (steps.equalsIgnoreCase("all")) {
            return Integer.MAX_VALUE;
        }
        if (!steps.matches("[0-9]{1,9}")) {
            throw UserError.usage("--steps " + steps + " is no number of steps; give 0 to 999999999, or all.");
        }
        return Integer.parseInt(steps);
    }

    private int print(Capture capture, int mostSteps, int count) throws IOException {
        CriticalPathReport report = report(capture);
        ConditionsText.printBanner(capture, captures.out());
        captures.print(CriticalPathSections.of(report, mostSteps, "--steps all"));
        if (out != null) {
            writeFiles(capture, report, count);
        }
        return ExitCode.OK;
    }

    private int write(Capture capture, JsonWriter writer, int count) throws IOException {
        CriticalPathReport report = report(capture);
        ConditionsText.member(capture, writer);
        new Report()
                .object("critical_path", inside -> inside.all(CriticalPathSections.of(report, 0, "")))
                .write(writer);
        if (out != null) {
            writeFiles(capture, report, count);
        }
        return ExitCode.OK;
    }

    private CriticalPathReport report(Capture capture) {
        String label = CaptureArgument.label(capture.directory());
        if (!compat) {
            try (Ticker _ = captures.working("looking for the longest chain")) {
                return CriticalPath.of(label, Runs.model(capture));
            }
        }
        return CompatCriticalPath.of(
                label,
                Runs.table(capture),
                CompatModel.graphOf(capture)
                        .orElseThrow(() -> UserError.failed(capture.directory().root()
                                + " holds no usable deps.json, which --compat"
                                + " needs; leave out --compat.")),
                capture.names());
    }

    private void writeFiles(Capture capture, CriticalPathReport report, int count) throws IOException {
        OutputDirectory.make(out);
        Path page = OutputFile.of(out.resolve(REPORT), capture.directory(), count);
        OutputFile.write(page, writer -> {
            PrintWriter printer = new PrintWriter(writer);
            if (capture.ending().isBad()) {
                printer.println("**" + Plain.markdown(capture.ending().line()) + "**\n");
            }
            CriticalPathSections.page(report, top).printMarkdown(2, printer);
            printer.flush();
        });
        say(page);
        List<Long> observed = report.steps().stream().map(PathStep::taskId).toList();
        writeTrace(capture, "CPM_static", report.staticPath(), count);
        writeTrace(capture, "CPM_observed", observed, count);
    }

    private void writeTrace(Capture capture, String stem, Collection<Long> path, int count) throws IOException {
        Path file = OutputFile.of(out.resolve(stem + format.suffix()), capture.directory(), count);
        Consumer<String> warnings = warning -> captures.err().println("warning: " + warning);
        try (Progress progress = new Progress(captures.progressTerminal(), stem)) {
            if (compat) {
                CaptureModel model = CompatModel.of(Runs.table(capture), CompatModel.graphOf(capture), capture.names());
                new CompatTrace(model, false, warnings, progress)
                        .highlighting(path)
                        .write(file);
            } else {
                new TraceConverter(
                                Runs.model(capture),
                                new TraceOptions(format, false, TraceOptions.DEFAULT_ARROW_LIMIT),
                                capture.verdict(Runs.CHANNELS),
                                capture.certificate(),
                                warnings,
                                progress)
                        .ending(capture.ending())
                        .highlighting(path)
                        .write(file);
            }
        }
        say(file);
    }

    private void say(Path file) {
        PrintWriter where = json ? captures.err() : captures.out();
        where.println("wrote " + file);
    }
}
