package io.tidemark.memory.region;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * In which directory a region goes, and why: memory first, because a file there never waits for a
 * disk; the capture directory when there is no such place or it is too small, because a mapped file
 * that outgrows its file system kills the process that touches it. Immutable.
 */
public record RegionPlace(Path directory, String reason) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** The best directory for a region of this size. */
    public static RegionPlace choose(Path captureDirectory, long sizeBytes) {
        return choose(SHARED_MEMORY, captureDirectory, sizeBytes);
    }

    static RegionPlace choose(Path memory, Path captureDirectory, long sizeBytes) {
        Optional<String> lack;
        try {
            lack = lack(memory, sizeBytes);
        } catch (IOException e) {
            lack = Optional.of("does not say how much room it has");
        }
        return lack.map(words -> new RegionPlace(captureDirectory, memory + " " + words))
                .orElseGet(() -> new RegionPlace(memory, memory + " is memory and has room"));
    }

    /** Refuses a directory in which a region of this size cannot live; before it is made. */
    public static void require(Path directory, long sizeBytes) throws IOException {
        Optional<String> lack = lack(directory, sizeBytes);
        if (lack.isPresent()) {
            throw new FileSystemException(
                    directory.toString(), null, lack.get() + "; make room, or choose another place with --region-dir");
        }
    }

    private static Optional<String> lack(Path directory, long sizeBytes) throws IOException {
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            return Optional.of("is not there or not writable");
        }
        long freeBytes = Files.getFileStore(directory).getUsableSpace();
        return freeBytes < sizeBytes
                ? Optional.of("has %d bytes free, the region needs %d".formatted(freeBytes, sizeBytes))
                : Optional.empty();
    }
}
