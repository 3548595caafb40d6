package io.tidemark.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Compiled device code by the digest of what it was made from, in a directory of the user's. Files
 * appear whole: several processes may fill it at once.
 */
final class CodeCache {
    private final Path directory;

    CodeCache(Path directory) {
        this.directory = directory;
    }

    /** In {@code TIDEMARK_CUDA_CACHE}, else where the system keeps caches of the user. */
    static CodeCache ofUser() {
        String own = System.getenv("TIDEMARK_CUDA_CACHE");
        if (own != null && !own.isBlank()) {
            return new CodeCache(Path.of(own));
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base =
                caches != null && !caches.isBlank()
                        ? Path.of(caches)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return new CodeCache(base.resolve("tidemark").resolve("cuda"));
    }

    Path directory() throws IOException {
        return Files.createDirectories(directory);
    }

    Optional<Path> find(String name) {
        Path file = directory.resolve(name);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** Takes over a file that was made in {@link #directory}. */
    Path keep(String name, Path made) throws IOException {
        return Files.move(
                made,
                directory().resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
