package io.tidemark.cli.report;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.analysis.host.ConditionsText;
import io.tidemark.analysis.summary.Summary;
import io.tidemark.analysis.summary.SummaryReport;
import io.tidemark.analysis.summary.SummarySections;
import io.tidemark.capture.Capture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.SourceOptions;
import io.tidemark.cli.text.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The first thing to run on a capture: one page on where the time went and what to look at. */
@Command(
        name = "summary",
        mixinStandardHelpOptions = true,
        description = "Show on one page where the time of a run went and what to look at next.")
public final class SummaryCommand implements Callable<Integer> {
    private static final Set<Channel> CHANNELS = ChannelCatalog.set();

    @Mixin
    private CaptureArgument captures;

    @Mixin
    private SourceOptions sources;

    @ArgGroup
    private Form form = new Form();

    /** Which output is wanted. */
    static final class Form {
        @Option(names = "--json", description = "Print JSON for programs.")
        private boolean json;

        @Option(names = "--md", description = "Print Markdown.")
        private boolean markdown;
    }

    @Override
    public Integer call() throws IOException {
        List<CaptureDirectory> found =
                captures.from(sources).withModel(true).find(directory -> !directory.isEmpty(), "no capture");
        if (form.json) {
            return captures.forEachJson(found, CHANNELS, captures.out(), (capture, json) -> {
                ConditionsText.member(capture, json);
                SummarySections.of(report(capture)).write(json);
                return ExitCode.OK;
            });
        }
        PrintWriter verdicts = form.markdown ? captures.err() : captures.out();
        return captures.forEach(found, CHANNELS, verdicts, this::print);
    }

    private int print(Capture capture) {
        SummaryReport report = report(capture);
        if (form.markdown) {
            captures.printMarkdown(report.capture(), report.ending(), report.verdict(), SummarySections.of(report));
        } else {
            captures.print(SummarySections.of(report));
        }
        return ExitCode.OK;
    }

    private static SummaryReport report(Capture capture) {
        return Summary.of(capture, capture.directory().root().toString());
    }
}
