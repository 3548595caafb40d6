package io.tidemark.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories that a test fills again and again. Stateless, any thread. */
public final class FileTree {
    private FileTree() {}

    /** Deletes all that is in a directory. */
    public static void clear(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all.subList(0, all.size() - 1)) {
            Files.delete(file);
        }
    }

    /** Deletes a directory with all that is in it. */
    public static void delete(Path directory) throws IOException {
        clear(directory);
        Files.delete(directory);
    }
}
