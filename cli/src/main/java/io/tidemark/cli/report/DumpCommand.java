package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.analysis.args.ArgFilter;
import io.tidemark.analysis.args.ArgsDiff;
import io.tidemark.analysis.args.ArgsDiffText;
import io.tidemark.analysis.args.ArgsDump;
import io.tidemark.analysis.args.ArgsExporter;
import io.tidemark.analysis.args.ArgsTable;
import io.tidemark.analysis.args.ArgsText;
import io.tidemark.analysis.args.GraphPlaces;
import io.tidemark.analysis.args.Presence;
import io.tidemark.analysis.args.TaskMatch;
import io.tidemark.analysis.args.Tolerance;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.analysis.text.ProgressBar;
import io.tidemark.analysis.text.Units;
import io.tidemark.capture.Capture;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the arguments that a run dumped. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = "List, print, export or compare the arguments that a run dumped.")
public final class DumpCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = Set.of(ArgsChannel.CHANNEL);
    private static final int MOST_LOSSES = 20;

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private DumpFilterOptions filterOptions;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Option(
            names = "--absolute",
            defaultValue = "0",
            paramLabel = "X",
            description = "With --diff: largest difference of values that count as equal. Default: 0.")
    private double absolute;

    @Option(
            names = "--relative",
            defaultValue = "0",
            paramLabel = "X",
            description = "With --diff: the same, relative to the larger value. Default: 0.")
    private double relative;

    @ArgGroup
    private Action action = new Action();

    /** What to do with the arguments; list them without one. */
    static final class Action {
        @Option(
                names = "--index",
                paramLabel = "N",
                description = "Print the values of one argument, by the index the list shows.")
        private Integer index;

        @Option(names = "--export", paramLabel = "DIR", description = "Write each argument as .txt and as NumPy .npy.")
        private Path export;

        @Option(
                names = "--diff",
                paramLabel = "OTHER",
                description = "Find the first task whose values differ from another capture's.")
        private Path diff;
    }

    @Override
    public Integer call() throws IOException {
        if (!(absolute >= 0) || !(relative >= 0)) {
            throw UserError.usage("--absolute and --relative take a number that is not negative.");
        }
        filterOptions.filter(); // reports a wrong option before any capture is read
        List<CaptureDirectory> found = captures.find(
                directory -> directory.argsManifest().isPresent(),
                "no argument dump (args_dump.json): record one with --dump-args=2, unless"
                        + " no task of it has an argument");
        if (json) {
            return captures.forEachJson(found, CHANNELS, captures.out(), this::json);
        }
        return captures.forEach(found, CHANNELS, captures.out(), capture -> print(capture, found.size()));
    }

    private int print(Capture capture, int count) throws IOException {
        try (ArgsDump dump = open(capture)) {
            ArgFilter filter = filterOptions.filter();
            new ArgsTable(dump).printHead(captures.out());
            if (!haveValues(capture)) {
                captures.out()
                        .println("note: no kernel computed anything in this run (--no-compute): the values are"
                                + " what the run began with.");
            }
            int code = printLosses(dump);
            if (action.index != null) {
                new ArgsText(dump, captures.out()).print(checkedIndex(dump));
            } else if (action.export != null) {
                export(dump, filter, directory(capture, count));
            } else if (action.diff != null) {
                int different = diff(capture, dump);
                return different == ExitCode.OK ? code : different;
            } else if (new ArgsTable(dump).print(filter, captures.out()) == 0 && dump.size() > 0) {
                throw UserError.failed("no argument matches these filters.");
            }
            return code;
        }
    }

    private static boolean haveValues(Capture capture) {
        return ConditionsText.of(capture).map(Conditions::computed).orElse(true);
    }

    private int json(Capture capture, JsonWriter writer) throws IOException {
        try (ArgsDump dump = open(capture)) {
            if (action.diff != null) {
                Capture second = otherCapture();
                try (ArgsDump other = open(second)) {
                    GraphPlaces places = new GraphPlaces(capture.dependencies());
                    TaskMatch tasks = TaskMatch.of(capture, dump, second, other);
                    ArgsDiff.Report report = compare(dump, other, tasks, places);
                    new ArgsDiffText(dump, other, tasks, report, places).members(writer);
                    return report.isEqual() ? ExitCode.OK : ExitCode.FAILED;
                }
            }
            writer.member("values_computed", haveValues(capture));
            writer.name("args");
            new ArgsTable(dump).json(filterOptions.filter(), writer);
            return losses(dump) > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
        }
    }

    /** Answers 1 when the dumps differ, as {@code diff} does. */
    private int diff(Capture capture, ArgsDump dump) throws IOException {
        Capture second = otherCapture();
        CaptureArgument.printEnding(second.ending(), "other: ", captures.out());
        captures.out().println("other: " + second.verdict(CHANNELS).line());
        try (ArgsDump other = open(second)) {
            GraphPlaces places = new GraphPlaces(capture.dependencies());
            TaskMatch tasks = TaskMatch.of(capture, dump, second, other);
            ArgsDiff.Report report = compare(dump, other, tasks, places);
            new ArgsDiffText(dump, other, tasks, report, places).print(captures.out());
            if (!report.isEqual()) {
                return ExitCode.FAILED;
            }
            return second.verdict(CHANNELS).dataMissing() ? ExitCode.INCOMPLETE : ExitCode.OK;
        }
    }

    private ArgsDiff.Report compare(ArgsDump dump, ArgsDump other, TaskMatch tasks, GraphPlaces places) {
        return ArgsDiff.run(dump, other, tasks, new Tolerance(absolute, relative), places::place);
    }

    private Capture otherCapture() throws IOException {
        MissingCapture.existing(action.diff);
        List<CaptureDirectory> below = Files.isDirectory(action.diff)
                ? CaptureFinder.below(action.diff).stream()
                        .filter(directory -> directory.argsManifest().isPresent())
                        .toList()
                : List.of(CaptureFinder.at(action.diff));
        if (below.isEmpty()) {
            throw UserError.failed(action.diff + " holds no argument dump to compare with.");
        }
        if (below.size() > 1) {
            throw UserError.failed(
                    "%s holds %d argument dumps; name the one to compare with.".formatted(action.diff, below.size()));
        }
        return StoredCapture.open(below.getFirst());
    }

    private int checkedIndex(ArgsDump dump) {
        if (action.index < 0 || action.index >= dump.size()) {
            throw UserError.failed(
                    "there is no argument %d; the dump has 0 to %d.".formatted(action.index, dump.size() - 1));
        }
        return action.index;
    }

    private void export(ArgsDump dump, ArgFilter filter, Path directory) throws IOException {
        ArgsExporter exporter = new ArgsExporter(dump, OutputDirectory.make(directory));
        int written = 0;
        try (ProgressBar bar = new ProgressBar(captures.progressTerminal(), "exporting", System::nanoTime)) {
            for (int row = 0; row < dump.size(); row++) {
                if (dump.accepts(filter, row)) {
                    int next = row;
                    WriteFailure.naming(directory, () -> exporter.export(next));
                    written++;
                }
                bar.update(row, dump.size());
            }
        }
        captures.out().println("wrote %s to %s".formatted(Units.plural(written, "argument"), directory));
    }

    private Path directory(Capture capture, int count) {
        return count == 1
                ? action.export
                : action.export.resolve(
                        CaptureArgument.label(capture.directory()).replaceAll("[^A-Za-z0-9._-]+", "_"));
    }

    private int printLosses(ArgsDump dump) {
        PrintWriter out = captures.out();
        int lost = 0;
        for (int row = 0; row < dump.size(); row++) {
            Presence presence = dump.presence(row);
            if (presence.isLoss() && lost++ < MOST_LOSSES) {
                out.println("lost: index %d, task %s, argument %d %s: %s"
                        .formatted(
                                row, dump.task(row), dump.manifest().argIndex(row), dump.stage(row), reason(presence)));
            }
        }
        if (lost > MOST_LOSSES) {
            out.println("lost: and %d more".formatted(lost - MOST_LOSSES));
        }
        return lost > 0 ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    private static String reason(Presence presence) {
        return switch (presence) {
            case OVERWRITTEN -> "overwritten before the host had it";
            case CUT -> "the payload file ends inside it";
            default -> "the payload file ends before it";
        };
    }

    private static int losses(ArgsDump dump) {
        int lost = 0;
        for (int row = 0; row < dump.size(); row++) {
            lost += dump.presence(row).isLoss() ? 1 : 0;
        }
        return lost;
    }

    private static ArgsDump open(Capture capture) throws IOException {
        return ArgsDump.open(capture)
                .orElseThrow(() ->
                        UserError.failed(capture.directory().root() + " holds no argument dump that can be read."));
    }
}
