package io.tidemark.cli.report;

import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.NewestCapture;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import io.tidemark.recording.UnfinishedCapture;
import io.tidemark.viewer.export.StaticSite;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import io.tidemark.viewer.model.FirstLook;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
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
            "Without CAPTURE the newest capture below ./outputs is shown; with two they are compared.",
            "The page is served on 127.0.0.1 only, until Ctrl-C."
        })
public final class ViewCommand implements Callable<Integer> {
    private static final int MOST_CAPTURES = 64; // the page lists them in one choice

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "Capture directories, or directories that hold captures.")
    private List<Path> captures = List.of();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port to serve on; any free one by default.")
    private int port;

    @Option(names = "--open", description = "Open the page in the browser.")
    private boolean open;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the page as files into DIR instead, to open without a server.")
    private Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 0 || port > 65535) {
            throw UserError.usage("--port " + port + " is not a port; give 0 to 65535.");
        }
        List<CaptureDirectory> found = find();
        return out == null ? serve(found) : write(found);
    }

    private List<CaptureDirectory> find() throws IOException {
        List<CaptureDirectory> found = new ArrayList<>();
        if (captures.isEmpty()) {
            NewestCapture newest =
                    CaptureFinder.newest(Path.of("outputs"))
                            .orElseThrow(MissingCapture::amongOutputs);
            spec.commandLine().getErr().println("tidemark: showing " + newest.sentence());
            found.add(newest.capture());
        }
        for (Path path : captures) {
            CaptureDirectory exact = CaptureFinder.at(MissingCapture.existing(path));
            List<CaptureDirectory> below =
                    exact.isEmpty() && Files.isDirectory(path)
                            ? CaptureFinder.below(path)
                            : List.of(exact);
            if (below.stream().allMatch(CaptureDirectory::isEmpty)) {
                throw UnfinishedCapture.sentence(path)
                        .map(UserError::failed)
                        .orElseGet(() -> MissingCapture.at(path));
            }
            found.addAll(below);
        }
        if (found.size() > MOST_CAPTURES) {
            throw UserError.usage(
                    "%d captures are more than one page shows (%d); name fewer."
                            .formatted(found.size(), MOST_CAPTURES));
        }
        return found;
    }

    private int serve(List<CaptureDirectory> found) throws IOException, InterruptedException {
        try (ViewerServer server = start()) {
            for (CaptureDirectory directory : found) {
                server.add(
                        CaptureViewReader.label(directory),
                        () -> directory.swimlane().flatMap(FirstLook::at),
                        () -> readAndSay(directory));
            }
            PrintWriter console = spec.commandLine().getOut();
            console.println(server.address());
            console.flush();
            if (open) {
                openBrowser(server.address());
            }
            new CountDownLatch(1).await(); // until the process is told to stop
        }
        return ExitCode.OK;
    }

    /** Called by the server's reading thread; the page shows the same. */
    private CaptureView readAndSay(CaptureDirectory directory) {
        StoredCapture capture = StoredCapture.open(directory);
        capture.readAhead(Set.of(SwimlaneChannel.CHANNEL, DepsChannel.CHANNEL));
        CaptureView view = CaptureViewReader.read(capture);
        PrintWriter console = spec.commandLine().getOut();
        String label = CaptureViewReader.label(directory) + ": ";
        CaptureArgument.printEnding(view.ending(), label, console);
        console.println(label + view.verdict().line());
        console.flush();
        return view;
    }

    private ViewerServer start() throws IOException {
        try {
            return ViewerServer.start(port, Optional.empty());
        } catch (BindException taken) {
            throw UserError.failed(
                    "port " + port + " cannot be used (" + taken.getMessage() + "); try --port 0.",
                    taken);
        }
    }

    private int write(List<CaptureDirectory> found) throws IOException {
        List<CaptureView> views = new ArrayList<>();
        boolean missing = false;
        PrintWriter console = spec.commandLine().getOut();
        for (CaptureDirectory directory : found) {
            CaptureView view = readAndSay(directory);
            missing |= view.verdict().dataMissing();
            views.add(view);
        }
        StaticSite site = new StaticSite(OutputDirectory.make(out));
        long bytes = WriteFailure.naming(out, () -> site.write(views));
        console.println(
                "Wrote %d KiB; open %s"
                        .formatted((bytes + 1023) / 1024, out.resolve("index.html")));
        if (site.leftOutValues() > 0) {
            console.println(
                    "Values of %d arguments did not fit and were left out; 'tidemark view' has all."
                            .formatted(site.leftOutValues()));
        }
        return missing ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    /** A machine without a browser is no error: the address has been printed. */
    private void openBrowser(URI address) {
        String system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        String opener = system.contains("mac") ? "open" : "xdg-open";
        try {
            new ProcessBuilder(opener, address.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException none) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "tidemark: no browser could be started here; open the address yourself.");
        }
    }
}
