package io.tidemark.cli;

import io.tidemark.capture.CaptureDirectory;
import io.tidemark.capture.WriteFailure;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file a command writes for a person. It appears whole or not at all: what fails half way leaves
 * nothing behind that looks finished.
 */
final class OutputFile {
    private OutputFile() {}

    @FunctionalInterface
    interface Body {
        void write(Writer out) throws IOException;
    }

    /** The file itself; a directory is refused before it could be replaced. */
    static Path checked(Path file) {
        if (Files.isDirectory(file)) {
            throw UserError.failed(file + " is a directory; name a file in it.");
        }
        return file;
    }

    static void write(Path file, Body body) throws IOException {
        checked(file);
        Path parent = OutputDirectory.makeFor(file);
        Path partial = parent.resolve("." + file.getFileName() + ".partial");
        try {
            try (BufferedWriter out = Files.newBufferedWriter(partial)) {
                body.write(out);
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw WriteFailure.of(file, partial, failure);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /**
     * With several captures each gets its own file: {@code graph.html}, {@code graph-rank1.html}.
     */
    static Path of(Path file, CaptureDirectory directory, int captures) {
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
