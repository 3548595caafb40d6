package io.tidemark.checks.viewer;

import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.generate.CaptureGenerator;
import io.tidemark.capture.generate.GeneratorOptions;
import io.tidemark.viewer.http.ViewerServer;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Captures on disk and a server that shows them. */
final class ShownCapture {
    private ShownCapture() {}

    static Path generate(Path directory, GeneratorOptions options) throws IOException {
        Files.createDirectories(directory);
        CaptureGenerator.generate(options, directory);
        return directory;
    }

    /** A server for these captures; each is called after its directory. */
    static ViewerServer serve(Path... directories) throws IOException {
        ViewerServer server = ViewerServer.start(0, Optional.empty());
        for (Path directory : directories) {
            server.add(
                    directory.getFileName().toString(),
                    () -> CaptureViewReader.read(StoredCapture.open(directory)));
        }
        return server;
    }
}
