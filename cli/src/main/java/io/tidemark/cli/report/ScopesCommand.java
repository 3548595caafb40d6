package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.analysis.scope.ScopeReport;
import io.tidemark.analysis.scope.ScopeSections;
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

/** Which scope filled which ring, and how small the rings could have been. */
@Command(
        name = "scopes",
        mixinStandardHelpOptions = true,
        description = "Show how far each scope filled each ring, and the smallest rings that would do.")
public final class ScopesCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = Set.of(ScopeChannel.CHANNEL);

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private GonePage page;

    @Option(names = "--json", description = "Print JSON for programs.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found = captures.find(
                directory -> directory.scopeStats().isPresent(),
                "no scope statistics (scope_stats.jsonl); record them with --scope-stats and"
                        + " without --runtime hbg");
        if (json) {
            return captures.forEachJson(found, CHANNELS, captures.out(), (capture, out) -> {
                ScopeSections.of(report(capture)).write(out);
                return ExitCode.OK;
            });
        }
        return captures.forEach(found, CHANNELS, captures.out(), this::print);
    }

    private int print(Capture capture) {
        captures.print(ScopeSections.of(report(capture)));
        return ExitCode.OK;
    }

    private static ScopeReport report(Capture capture) {
        return capture.scopes()
                .map(table -> ScopeReport.of(table, capture.dependencies()))
                .orElseThrow(
                        () -> UserError.failed(capture.directory().scopeStats().orElseThrow()
                                + " holds no scope statistics that can be read."));
    }
}
