package io.tidemark.cli.report;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.cli.capture.CaptureArgument;
import io.tidemark.cli.capture.MissingCapture;
import io.tidemark.cli.sql.SqlAnswers;
import io.tidemark.cli.text.UserError;
import io.tidemark.cli.whatif.WhatIfAnswers;
import io.tidemark.recording.UnfinishedCapture;
import io.tidemark.viewer.home.CaptureShelf;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that serve the page, and the serving. For the thread of the command. */
final class PageServing {
    private static final int MOST_CAPTURES = 64; // the page lists them in one choice
    private static final Duration QUERY_LIMIT = Duration.ofSeconds(60);
    private static final Path OUTPUTS = Path.of("outputs");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port to serve on; any free one by default.")
    private int port;

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            description = {
                "Address to serve on, 127.0.0.1 by default. The page is shown only to those who",
                "have the token in the printed address."
            })
    private String listen;

    @Option(names = "--open", description = "Open the page in the browser.")
    private boolean open;

    /** Before anything is read: whether the options make sense. */
    void check() {
        if (port < 0 || port > 65535) {
            throw UserError.usage("--port " + port + " is not a port; give 0 to 65535.");
        }
        address();
    }

    private InetAddress address() {
        try {
            if (listen == null) {
                return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            }
            InetAddress address = InetAddress.getByName(listen);
            if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
                return address;
            }
        } catch (UnknownHostException | SocketException unknown) {
            // told below
        }
        throw UserError.usage(
                "--listen " + listen + " is no address of this machine; give one that is, or 0.0.0.0 for all of them.");
    }

    /** The captures at a path: one, or those that a directory holds. */
    static List<CaptureDirectory> at(Path path) throws IOException {
        CaptureDirectory exact = CaptureFinder.at(MissingCapture.existing(path));
        List<CaptureDirectory> below =
                exact.isEmpty() && Files.isDirectory(path) ? CaptureFinder.below(path) : List.of(exact);
        if (below.stream().allMatch(CaptureDirectory::isEmpty)) {
            throw UnfinishedCapture.sentence(path).map(UserError::failed).orElseGet(() -> MissingCapture.at(path));
        }
        return below;
    }

    /** The captures at all paths, as many as one page shows. */
    static List<CaptureDirectory> at(List<Path> paths) throws IOException {
        List<CaptureDirectory> found = new ArrayList<>();
        for (Path path : paths) {
            found.addAll(at(path));
        }
        if (found.size() > MOST_CAPTURES) {
            throw UserError.usage("%d captures are more than one page shows (%d); name fewer."
                    .formatted(found.size(), MOST_CAPTURES));
        }
        return found;
    }

    /**
     * Serves until the process gets a signal to stop.
     *
     * @param place what of the page to open, without its "#"; empty for the first page
     */
    void serve(List<CaptureDirectory> captures, String place) throws IOException, InterruptedException {
        try (ViewerServer server = start()) {
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close)); // Ctrl-C
            server.answerQueries(new SqlAnswers(), QUERY_LIMIT);
            server.answerWhatIf(new WhatIfAnswers());
            captures.forEach(server::add);
            URI address = URI.create(server.address() + (place.isEmpty() ? "" : "#" + place));
            PrintWriter console = spec.commandLine().getOut();
            console.println(address);
            console.flush();
            if (open) {
                openBrowser(address);
            }
            new CountDownLatch(1).await(); // until the process gets a signal to stop
        }
    }

    private ViewerServer start() throws IOException {
        try {
            return ViewerServer.start(
                    new ViewerServer.ServerOptions(address(), port, Optional.of(new CaptureShelf(OUTPUTS)), this::read),
                    Optional.empty());
        } catch (BindException taken) {
            throw UserError.failed(
                    "port " + port + " cannot be used (" + taken.getMessage() + "); --port 0 takes a free one.", taken);
        }
    }

    /** Reads a capture and prints how it is; the page shows the same. */
    CaptureView read(CaptureDirectory directory) {
        StoredCapture capture = StoredCapture.open(directory);
        capture.readModelAhead(ChannelCatalog.set()); // the verdict of all channels is shown
        CaptureView view = CaptureViewReader.read(capture);
        PrintWriter console = spec.commandLine().getOut();
        String label = CaptureViewReader.label(capture.directory()) + ": ";
        CaptureArgument.printEnding(view.ending(), label, console);
        console.println(label + view.verdict().line());
        console.flush();
        return view;
    }

    /**
     * Opens a file that leads to the address and that only this user can read: other users see the words of a command,
     * so the token is not among them. A machine without a browser is no error: the address has been printed.
     */
    private void openBrowser(URI address) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String opener = system.contains("mac") ? "open" : "xdg-open";
        try {
            Path link = Files.createTempFile("tidemark-view", ".html"); // readable by its owner only
            link.toFile().deleteOnExit();
            Files.writeString(link, "<meta http-equiv=\"refresh\" content=\"0; url=%s\">".formatted(address));
            new ProcessBuilder(opener, link.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .thenAccept(ended -> {
                        if (ended.exitValue() != 0) {
                            sayThatNoBrowserOpened();
                        }
                    });
        } catch (IOException none) {
            sayThatNoBrowserOpened();
        }
    }

    private void sayThatNoBrowserOpened() {
        spec.commandLine().getErr().println("tidemark: no browser could be started here; open the address yourself.");
    }
}
