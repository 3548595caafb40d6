package io.tidemark.memory.region;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
        if (!Files.isDirectory(memory) || !Files.isWritable(memory)) {
            return new RegionPlace(captureDirectory, memory + " is not there or not writable");
        }
        try {
            long freeBytes = Files.getFileStore(memory).getUsableSpace();
            if (freeBytes < sizeBytes) {
                return new RegionPlace(
                        captureDirectory,
                        "%s has %d bytes free, the region needs %d"
                                .formatted(memory, freeBytes, sizeBytes));
            }
        } catch (IOException e) {
            return new RegionPlace(captureDirectory, memory + " does not say how much room it has");
        }
        return new RegionPlace(memory, memory + " is memory and has room");
    }
}
