package io.tidemark.analysis;

import io.tidemark.capture.StoredCapture;
import io.tidemark.lab.generate.CaptureGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Makes captures of a wanted size; the seed that failed is in the message of the test that uses it.
 */
public final class Generated {
    private Generated() {}

    public static StoredCapture capture(Path directory, int tasks, long seed) {
        try {
            Path place = directory.resolve("tasks" + tasks + "-seed" + seed);
            CaptureGenerator.generate(tasks, seed, place);
            return StoredCapture.open(place);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
