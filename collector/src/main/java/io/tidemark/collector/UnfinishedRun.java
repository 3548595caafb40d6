package io.tidemark.collector;

import io.tidemark.capture.file.FileKind;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.Liveness;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a run that did not finish its capture left there, looked at without changing it. Any thread.
 */
public final class UnfinishedRun {
    private final CollectorFiles files;

    private UnfinishedRun(CollectorFiles files) {
        this.files = files;
    }

    /** Empty when nothing in the directory waits to be finished. */
    public static Optional<UnfinishedRun> in(Path captureDirectory) {
        CollectorFiles files = new CollectorFiles(captureDirectory);
        return files.hasNote() ? Optional.of(new UnfinishedRun(files)) : Optional.empty();
    }

    /** Where its records lie, if they still do. */
    public Path region() throws IOException {
        return files.region();
    }

    /** The process that still collects or still runs the device; empty when both are dead. */
    public Optional<Long> liveProcess() throws IOException {
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            for (Liveness half : new Liveness[] {region.owner(), region.device()}) {
                if (half.isAlive()) {
                    return Optional.of(half.pid());
                }
            }
            return Optional.empty();
        }
    }

    /** Whether the process that collects still runs; the device may be another. */
    public boolean isHostAlive() throws IOException {
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            return region.owner().isAlive();
        }
    }

    /**
     * Keeps other recoveries away until it is closed, or until this process dies; empty when there
     * is one already. Who gets it looks again whether there is still something to do.
     */
    public Optional<Closeable> claim() throws IOException {
        FileChannel claim;
        try {
            claim = FileChannel.open(
                    FileKind.required(files.claim()), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (NoSuchFileException gone) {
            return Optional.empty(); // another one clears away at this moment
        }
        try {
            if (claim.tryLock() != null) {
                return Optional.of(claim);
            }
        } catch (OverlappingFileLockException ours) {
            // by another thread of this process: the same answer
        }
        claim.close();
        return Optional.empty();
    }

    /** What the run said about itself; a name that came twice has its last value. */
    public Map<String, String> facts() throws IOException {
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            Map<String, String> facts = new HashMap<>();
            region.settings()
                    .facts()
                    .lines()
                    .filter(line -> line.indexOf('=') > 0)
                    .forEach(line ->
                            facts.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
            return facts;
        }
    }

    /** Removes what is left of a run whose capture is whole already. */
    public void discard() throws IOException {
        Files.deleteIfExists(files.region());
        files.copies().deleteAll();
        files.deleteAll();
    }
}
