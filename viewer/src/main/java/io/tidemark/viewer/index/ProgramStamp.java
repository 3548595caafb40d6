package io.tidemark.viewer.index;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells one build of the program from another: an index that another build made is not used, so no
 * one has to think of a version when a figure is computed in a new way. Any thread.
 */
final class ProgramStamp {
    private static final List<Class<?>> MODULES = List.of(ProgramStamp.class, JsonWriter.class, Capture.class);

    private static String known; // the program that runs does not change

    private ProgramStamp() {}

    static synchronized String text() throws IOException {
        if (known == null) {
            known = read();
        }
        return known;
    }

    private static String read() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Class<?> type : MODULES) {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            text.append(source == null ? "" : of(source)).append('\n');
        }
        return text.toString();
    }

    private static String of(CodeSource source) throws IOException {
        try {
            URI place = source.getLocation().toURI();
            Path code = Path.of(place);
            return Files.isDirectory(code) ? ofClasses(code) : ofFile(code);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException none) {
            return source + " " + Runtime.version(); // linked into a runtime image
        }
    }

    /** Classes in a directory, as during development. */
    private static String ofClasses(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> files = tree.filter(Files::isRegularFile).toList();
            long newest = 0;
            for (Path file : files) {
                newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
            }
            return directory + " " + files.size() + " " + newest;
        }
    }

    private static String ofFile(Path file) throws IOException {
        return file + " " + Files.size(file) + " "
                + Files.getLastModifiedTime(file).toMillis();
    }
}
