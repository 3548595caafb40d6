package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.analysis.args.ArgFilter;
import io.tidemark.analysis.args.ArgsDump;
import io.tidemark.analysis.args.ArgsTable;
import io.tidemark.analysis.doctor.HangFacts;
import io.tidemark.analysis.doctor.LastEvents;
import io.tidemark.analysis.doctor.RecordedWaits;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.Capture;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.run.HangFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows again why a run hung, with the last events of each lane before it stopped. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Say why a run hung, and show what each lane did last.")
public final class DoctorCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = Set.of(SwimlaneChannel.CHANNEL, ArgsChannel.CHANNEL);

    @Mixin
    private CaptureArgument captures;

    @Option(
            names = "--events",
            paramLabel = "N",
            defaultValue = "4",
            description = "Events per lane (default: ${DEFAULT-VALUE}).")
    private int events;

    @Override
    public Integer call() throws IOException {
        if (events < 0) {
            throw UserError.usage("--events " + events + " is below 0.");
        }
        return captures.forEach(
                captures.find(directory -> !directory.isEmpty(), "no capture"), CHANNELS, captures.out(), this::show);
    }

    private int show(Capture capture) throws IOException {
        PrintWriter out = captures.out();
        ConditionsText.printBanner(capture, out);
        Path report = capture.directory().root().resolve(HangFiles.TEXT);
        if (Files.isRegularFile(report)) {
            read(report)
                    .lines()
                    .filter(line -> !line.equals(capture.ending().sentence())) // it came first
                    .map(Plain::line)
                    .forEach(out::println);
        } else if (FileKind.misfit(report).isPresent()) {
            out.println("what the doctor said of this run cannot be read");
        } else {
            String ending = capture.certificate()
                    .map(c -> VerifyCommand.text(c.ending()))
                    .orElse("unknown");
            out.println("no hang was diagnosed in this run; it ended: " + ending);
        }
        Path facts = capture.directory().root().resolve(HangFiles.JSON);
        if (Files.isRegularFile(facts)) {
            // A damaged file is no separate finding: the verdict says that it was changed.
            JsonTree.read(facts, new Findings()).ifPresent(hang -> print(capture, hang, out));
        }
        SwimlaneTable table = capture.swimlane().orElse(null);
        if (table == null) {
            out.println("it has no swimlane, so what the lanes did last is not known");
        } else if (events > 0) {
            out.print(LastEvents.of(
                    table, capture.ending().openRuns(), events, table.metadata().clockHz()));
        }
        return ExitCode.OK;
    }

    /** Whatever became of it since: the verdict says that it was changed. */
    private static String read(Path report) throws IOException {
        return new String(Files.readAllBytes(report), StandardCharsets.UTF_8);
    }

    private static void print(Capture capture, Map<String, Object> hang, PrintWriter out) {
        OptionalLong task = taskId(hang.get("taskId"));
        if (task.isPresent()) {
            if (HangFacts.KILLED.equals(hang.get("error_name"))) {
                printWaits(capture, task.getAsLong(), out);
            }
            try {
                printArguments(capture, task, out);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static OptionalLong taskId(Object text) {
        try {
            return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseUnsignedLong(text.toString()));
        } catch (NumberFormatException beyondAnyTask) {
            return OptionalLong.empty();
        }
    }

    /** A killed run could not be asked which tasks wait for which; its graph may show it. */
    private static void printWaits(Capture capture, long task, PrintWriter out) {
        KernelNames names = new KernelNames(capture.names());
        capture.dependencies()
                .flatMap(graph -> RecordedWaits.of(graph, names, task))
                .ifPresent(waits -> out.println(waits.text()));
    }

    /** The dumped arguments of the task to look at first. */
    private static void printArguments(Capture capture, OptionalLong task, PrintWriter out) throws IOException {
        if (capture.directory().argsManifest().isEmpty()) {
            return;
        }
        try (ArgsDump dump = ArgsDump.open(capture).orElse(null)) {
            if (dump == null) {
                return;
            }
            ArgFilter ofTask = new ArgFilter(task, null, null, null, OptionalInt.empty(), null);
            out.println("its arguments, from the dump");
            if (new ArgsTable(dump).print(ofTask, out) == 0) {
                out.println("  none was dumped");
            }
        }
    }
}
