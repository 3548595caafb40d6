package io.tidemark.cli.report;

import io.tidemark.analysis.text.Units;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.NewestCapture;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import io.tidemark.viewer.export.StaticSite;
import io.tidemark.viewer.model.CaptureView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows captures in a browser: a server on this machine, or files that open without one. */
@Command(
        name = "view",
        mixinStandardHelpOptions = true,
        description = "Show captures in the browser: overview, timeline, graph, scopes, arguments.",
        footer = {
            "",
            "Without CAPTURE the page lists the captures below ./outputs, to open and to compare;",
            "with --out it is the newest one. The page is served on 127.0.0.1 unless --listen says",
            "otherwise, until Ctrl-C."
        })
public final class ViewCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PageServing serving;

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "Capture directories, or directories that hold captures.")
    private List<Path> captures = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "Write the page as files into DIR instead, to open without a server;",
                "for captures of up to 250,000 runs of kernels."
            })
    private Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        serving.check();
        List<CaptureDirectory> found = PageServing.at(captures);
        if (out == null) {
            serving.serve(found, "");
            return ExitCode.OK;
        }
        return write(found.isEmpty() ? List.of(newest()) : found);
    }

    private CaptureDirectory newest() throws IOException {
        NewestCapture newest = CaptureFinder.newest(Path.of("outputs")).orElseThrow(MissingCapture::amongOutputs);
        spec.commandLine().getErr().println("tidemark: showing " + newest.sentence());
        return newest.capture();
    }

    private int write(List<CaptureDirectory> found) throws IOException {
        StaticSite site = new StaticSite(out);
        List<CaptureView> views = new ArrayList<>();
        boolean missing = false;
        PrintWriter console = spec.commandLine().getOut();
        for (CaptureDirectory directory : found) {
            CaptureView view = serving.read(directory);
            missing |= view.verdict().dataMissing();
            Optional<String> refusal = site.refusal(view);
            if (refusal.isPresent()) {
                throw UserError.failed(refusal.get());
            }
            views.add(view);
        }
        OutputDirectory.make(out);
        long bytes = WriteFailure.naming(out, () -> site.write(views));
        console.println("Wrote %d KiB; open %s".formatted((bytes + 1023) / 1024, out.resolve("index.html")));
        if (site.leftOutValues() > 0) {
            console.println("Values of %s did not fit and were left out; 'tidemark view' has all."
                    .formatted(Units.plural(site.leftOutValues(), "argument")));
        }
        return missing ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
