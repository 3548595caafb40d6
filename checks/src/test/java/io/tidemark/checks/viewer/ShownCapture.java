package io.tidemark.checks.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.StoredCapture;
import io.tidemark.cli.Tidemark;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Captures on disk and a server that shows them. */
final class ShownCapture {
    private ShownCapture() {}

    static Path generate(Path directory, GeneratorOptions options) throws IOException {
        Files.createDirectories(directory);
        CaptureGenerator.generate(options, directory);
        return directory;
    }

    /**
     * A capture of a run that was really made, at {@code directory}.
     *
     * @param run the case and what else it is run with
     */
    static Path run(int exitCode, Path directory, String... run) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(run));
        arguments.add("--capture=" + directory);
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        assertThat(Tidemark.execute(out, out, arguments.toArray(String[]::new)))
                .as(said.toString())
                .isEqualTo(exitCode);
        return directory;
    }

    /** A server for these captures; each is called after its directory. */
    static ViewerServer serve(Path... directories) throws IOException {
        ViewerServer server = ViewerServer.start(0, Optional.empty());
        for (Path directory : directories) {
            server.add(directory.getFileName().toString(), () -> CaptureViewReader.read(StoredCapture.open(directory)));
        }
        return server;
    }
}
