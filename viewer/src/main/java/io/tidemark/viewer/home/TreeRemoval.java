package io.tidemark.viewer.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Removes a temporary directory of the server with everything in it. What cannot be removed lies
 * where temporary files lie. Stateless; any thread.
 */
public final class TreeRemoval {
    private TreeRemoval() {}

    /** Removes it, also when one file comes or goes meanwhile: a writer may be at its end. */
    public static void of(Path root) {
        if (!isRemoved(root)) {
            isRemoved(root);
        }
    }

    private static boolean isRemoved(Path root) {
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
            return true;
        } catch (IOException | UncheckedIOException changed) {
            return false;
        }
    }
}
