package io.tidemark.cli.report;

import io.tidemark.analysis.compat.CompatModel;
import io.tidemark.analysis.compat.trace.CompatTrace;
import io.tidemark.analysis.convert.TraceConverter;
import io.tidemark.analysis.convert.TraceOptions;
import io.tidemark.analysis.convert.TraceOptions.Format;
import io.tidemark.analysis.convert.TraceReport;
import io.tidemark.analysis.counter.Counters;
import io.tidemark.analysis.text.Progress;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.NameMap;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.OutputFile;
import io.tidemark.cli.capture.Runs;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
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
        footer = {"", "Without -o the file is written into the capture, as merged_swimlane.json or .pftrace."})
public final class ConvertCommand implements Callable<Integer> {
    private static final String STEM = "merged_swimlane";

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @Option(
            names = "--format",
            paramLabel = "json|pftrace",
            defaultValue = "json",
            description = "json: Chrome trace events, every viewer; pftrace: Perfetto's own, several times"
                    + " smaller and faster to load. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Option(names = "--compat", description = "Write the same events as the older converter, its defects included.")
    private boolean compat;

    @Option(
            names = "--overhead",
            description = "Add counters of idle cores and of ready tasks that were not dispatched.")
    private boolean overhead;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write.")
    private Path output;

    @Option(
            names = "--flows-cap",
            paramLabel = "N",
            description = "Draw at most N arrows, the most important first. Default: 500000; with --compat" + " all.")
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
            throw UserError.usage("--compat describes today's JSON and cannot be combined with --format pftrace.");
        }
        if (compat && arrowLimit != null) {
            throw UserError.usage("--compat draws every arrow; leave out --flows-cap, or --compat.");
        }
        if (arrowLimit != null && (arrowLimit < 0 || arrowLimit > Integer.MAX_VALUE - 8)) {
            throw UserError.usage("--flows-cap " + arrowLimit + " is out of range; give 0 to 2000000000.");
        }
        return new TraceOptions(format, overhead, arrowLimit == null ? TraceOptions.DEFAULT_ARROW_LIMIT : arrowLimit);
    }

    private int convert(Capture capture, TraceOptions options, int count) throws IOException {
        Path target;
        TraceReport report;
        if (compat) {
            CaptureModel model =
                    CompatModel.of(Runs.readable(capture), CompatModel.graphOf(capture), compatNames(capture));
            target = target(capture.directory(), count);
            report = write(model, target);
        } else {
            CaptureModel model = Runs.drawable(capture);
            target = target(capture.directory(), count);
            report = write(capture, model, options, target);
        }
        captures.out()
                .println("wrote %s: %s, %s%s, %s"
                        .formatted(
                                target,
                                Units.bytes(report.sizeBytes()),
                                Units.plural(report.rows(), "run"),
                                report.openRuns() == 0 ? "" : " and " + Units.plural(report.openRuns(), "open run"),
                                Units.plural(report.arrowsDrawn(), "arrow")));
        return ExitCode.OK;
    }

    private TraceReport write(CaptureModel model, Path target) throws IOException {
        try (Progress progress = new Progress(captures.progressTerminal(), "converting")) {
            return new CompatTrace(model, overhead, this::warn, progress).write(target);
        }
    }

    private TraceReport write(Capture capture, CaptureModel model, TraceOptions options, Path target)
            throws IOException {
        try (Progress progress = new Progress(captures.progressTerminal(), "converting")) {
            TraceConverter converter = new TraceConverter(
                            model, options, capture.verdict(Runs.CHANNELS), capture.certificate(), this::warn, progress)
                    .ending(capture.ending());
            Counters.forEach(model, capture.scopes(), capture.pmu(), converter::counter);
            return converter.write(target);
        }
    }

    private void warn(String sentence) {
        captures.err().println("warning: " + sentence);
    }

    /** The converter of simpler takes no names when it would have to choose. */
    private NameMap compatNames(Capture capture) {
        int maps = capture.directory().nameMaps().size();
        if (maps > 1 && !sources.hasNames()) {
            warn(maps + " name maps are next to the records; --compat uses none of them.");
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
