package io.tidemark.cli;

import io.tidemark.abi.Channel;
import io.tidemark.analysis.doctor.LastEvents;
import io.tidemark.capture.Capture;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
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
final class DoctorCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = EnumSet.of(Channel.SWIMLANE);

    @Mixin private CaptureArgument captures;

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
                captures.find(directory -> !directory.isEmpty(), "no capture"),
                CHANNELS,
                captures.out(),
                this::show);
    }

    private int show(Capture capture) throws IOException {
        PrintWriter out = captures.out();
        Path report = capture.directory().root().resolve(HangFiles.TEXT);
        if (Files.isRegularFile(report)) {
            out.print(Files.readString(report));
        } else {
            String ending = capture.certificate().map(c -> c.ending().kind()).orElse("unknown");
            out.println("no hang was diagnosed in this run; it ended: " + ending);
        }
        SwimlaneTable table = capture.swimlane().orElse(null);
        if (table == null) {
            out.println("it has no swimlane, so what the lanes did last is not known");
        } else if (events > 0) {
            out.print(LastEvents.of(table, events, table.metadata().clockHz()));
        }
        return ExitCode.OK;
    }
}
