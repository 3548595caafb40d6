package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.analysis.pmu.PmuReport;
import io.tidemark.analysis.pmu.PmuSections;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Hardware counters per kernel. */
@Command(
        name = "pmu",
        mixinStandardHelpOptions = true,
        description = "Show hardware counters per kernel, and which of them measured nothing.")
public final class PmuCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = Set.of(PmuChannel.CHANNEL);

    @Mixin
    private CaptureArgument captures;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found = captures.find(
                directory -> directory.pmu().isPresent(), "no counters (pmu.csv); record them with --pmu");
        if (json) {
            return captures.forEachJson(found, CHANNELS, captures.out(), (capture, writer) -> {
                PmuSections.of(report(capture)).write(writer);
                return ExitCode.OK;
            });
        }
        return captures.forEach(found, CHANNELS, captures.out(), capture -> {
            captures.print(PmuSections.of(report(capture)));
            return ExitCode.OK;
        });
    }

    private static PmuReport report(Capture capture) {
        return capture.pmu()
                .map(table -> PmuReport.of(table, capture.names()))
                .orElseThrow(() -> UserError.failed(
                        capture.directory().pmu().orElseThrow() + " holds no counters that can be read."));
    }
}
