package io.tidemark.cli.capture;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.cli.text.OutputDirectory;
import io.tidemark.cli.text.UserError;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file a command writes for a person. It appears whole or not at all: what fails half way leaves
 * nothing behind that looks finished.
 */
public final class OutputFile {
    private OutputFile() {}

    @FunctionalInterface
    public interface Body {
        void write(Writer out) throws IOException;
    }

    /** The file itself; a directory is refused before it could be replaced. */
    public static Path checked(Path file) {
        if (Files.isDirectory(file)) {
            throw UserError.failed(file + " is a directory; name a file in it.");
        }
        return file;
    }

    public static void write(Path file, Body body) throws IOException {
        checked(file);
        OutputDirectory.makeFor(file);
        try (AtomicFile whole = new AtomicFile(file)) {
            try {
                Writer out = new BufferedWriter(new OutputStreamWriter(whole.stream(), StandardCharsets.UTF_8));
                body.write(out);
                out.flush();
                whole.commit();
            } catch (IOException failure) {
                throw whole.failure(failure);
            }
        }
    }

    /**
     * With several captures each gets its own file: {@code graph.html}, {@code graph-rank1.html}.
     */
    public static Path of(Path file, CaptureDirectory directory, int captures) {
        if (captures == 1) {
            return file;
        }
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot <= 0 ? name : name.substring(0, dot);
        String extension = dot <= 0 ? "" : name.substring(dot);
        String label = CaptureArgument.label(directory).replaceAll("[^A-Za-z0-9._-]+", "_");
        return file.resolveSibling(stem + "-" + label + extension);
    }
}
