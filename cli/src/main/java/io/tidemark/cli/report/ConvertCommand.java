package io.tidemark.cli.report;

import io.tidemark.analysis.convert.TraceConverter;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.convert.TraceReport;
import io.tidemark.analysis.join.Run;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.names.NameMap;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.OutputFile;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.Progress;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a capture as a trace that Perfetto and Chrome's viewer read. */
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        description = "Write a capture as a trace for Perfetto (ui.perfetto.dev) or Chrome.",
        footer = {
            "",
            "Without -o the file is written beside the records, as merged_swimlane.json or .pftrace."
        })
public final class ConvertCommand implements Callable<Integer> {
    private static final String STEM = "merged_swimlane";

    @Mixin private CaptureArgument captures;
    @Mixin private SourceOptions sources;

    @Option(
            names = "--format",
            paramLabel = "json|pftrace",
            defaultValue = "json",
            description =
                    "json: Chrome trace events, every viewer; pftrace: Perfetto's own, several times"
                            + " smaller and faster to load. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Option(
            names = "--compat",
            description = "Equal today's converter event for event, its defects included.")
    private boolean compat;

    @Option(
            names = "--overhead",
            description = "Add counters of idle cores and of ready tasks nobody dispatched.")
    private boolean overhead;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write.")
    private Path output;

    @Option(
            names = "--flows-cap",
            paramLabel = "N",
            description =
                    "Draw at most N arrows, the most telling first. Default: 500000; with --compat"
                            + " all.")
    private Long arrowLimit;

    @Override
    public Integer call() throws IOException {
        TraceOptions options = options();
        List<CaptureDirectory> found = Runs.find(captures.from(sources));
        return captures.forEach(
                found,
                Runs.CHANNELS,
                captures.out(),
                Runs.guarded(captures, capture -> convert(capture, options, found.size())));
    }

    private TraceOptions options() {
        if (compat && format == Format.PFTRACE) {
            throw UserError.usage(
                    "--compat describes today's JSON and cannot be combined with --format pftrace.");
        }
        if (compat && arrowLimit != null) {
            throw UserError.usage(
                    "--compat draws every arrow; leave out --flows-cap, or --compat.");
        }
        if (arrowLimit != null && (arrowLimit < 0 || arrowLimit > Integer.MAX_VALUE - 8)) {
            throw UserError.usage(
                    "--flows-cap " + arrowLimit + " is out of range; give 0 to 2000000000.");
        }
        long byDefault = compat ? Long.MAX_VALUE : TraceOptions.DEFAULT_ARROW_LIMIT;
        return new TraceOptions(
                format, compat, overhead, arrowLimit == null ? byDefault : arrowLimit);
    }

    private int convert(Capture capture, TraceOptions options, int count) throws IOException {
        Run run =
                compat
                        ? Runs.join(capture, names(capture), true)
                        : Runs.drawable(capture, names(capture));
        Path target = target(capture.directory(), count);
        TraceReport report = write(capture, run, options, target);
        captures.out()
                .println(
                        "wrote %s: %s, %s%s, %s"
                                .formatted(
                                        target,
                                        Units.bytes(report.sizeBytes()),
                                        Units.plural(report.rows(), "run"),
                                        report.openRuns() == 0
                                                ? ""
                                                : " and "
                                                        + Units.plural(
                                                                report.openRuns(), "open run"),
                                        Units.plural(report.arrowsDrawn(), "arrow")));
        return ExitCode.OK;
    }

    private TraceReport write(Capture capture, Run run, TraceOptions options, Path target)
            throws IOException {
        try (Progress progress = new Progress(captures.progressTerminal(), "converting")) {
            return new TraceConverter(
                            run,
                            options,
                            capture.verdict(Runs.CHANNELS),
                            capture.certificate(),
                            warning -> captures.err().println("warning: " + warning),
                            progress)
                    .ending(capture.ending())
                    .write(target);
        }
    }

    /**
     * Today's converter takes no names when it would have to choose; by default the newest map
     * wins.
     */
    private NameMap names(Capture capture) {
        int maps = capture.directory().nameMaps().size();
        if (compat && maps > 1 && !sources.hasNames()) {
            captures.err()
                    .println(
                            "warning: "
                                    + maps
                                    + " name maps lie beside the records; --compat takes none.");
            return NameMap.EMPTY;
        }
        return capture.names();
    }

    private Path target(CaptureDirectory directory, int count) {
        if (output == null) {
            return directory.root().resolve(STEM + format.suffix());
        }
        Path target = OutputFile.checked(OutputFile.of(output, directory, count));
        OutputDirectory.makeFor(target);
        return target;
    }
}
