package io.tidemark.cuda.code;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Compiled device code by the digest of what it was made from, in a directory of the user's. Files
 * appear whole: several processes may fill it at once.
 */
public final class CodeCache {
    private final Path directory;

    CodeCache(Path directory) {
        this.directory = directory;
    }

    /** In {@code TIDEMARK_CUDA_CACHE}, else where the system keeps caches of the user. */
    public static CodeCache ofUser() {
        String own = System.getenv("TIDEMARK_CUDA_CACHE");
        if (own != null && !own.isBlank()) {
            return new CodeCache(Path.of(own));
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        Path base = caches != null && !caches.isBlank()
                ? Path.of(caches)
                : Path.of(System.getProperty("user.home"), ".cache");
        return new CodeCache(base.resolve("tidemark").resolve("cuda"));
    }

    /** What stands under a name that is made from everything it depends on; made if it is not. */
    public Path find(String name, Maker maker) throws IOException, PlatformRefusedException {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            Files.createDirectories(directory);
            Path made = Files.createTempFile(directory, "made-", ".part");
            Files.write(made, maker.make());
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    @FunctionalInterface
    public interface Maker {
        byte[] make() throws PlatformRefusedException;
    }
}
