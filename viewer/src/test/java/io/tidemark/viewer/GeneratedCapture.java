package io.tidemark.viewer;

import io.tidemark.capture.StoredCapture;
import io.tidemark.lab.generate.CaptureGenerator;
import io.tidemark.lab.generate.GeneratorOptions;
import io.tidemark.viewer.model.CaptureView;
import io.tidemark.viewer.model.CaptureViewReader;
import java.io.IOException;
import java.nio.file.Path;

/** Captures for tests, made by the project's own generator. */
public final class GeneratedCapture {
    private GeneratedCapture() {}

    public static Path in(Path directory, GeneratorOptions options) throws IOException {
        CaptureGenerator.generate(options, directory);
        return directory;
    }

    public static CaptureView view(Path directory) throws IOException {
        return CaptureViewReader.read(StoredCapture.open(directory));
    }
}
