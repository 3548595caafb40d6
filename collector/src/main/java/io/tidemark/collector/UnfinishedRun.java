package io.tidemark.collector;

import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.capture.file.FileClaim;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.Liveness;
import io.tidemark.memory.region.RegionDamagedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run that did not finish its capture left there, looked at without changing it. Any thread.
 */
public final class UnfinishedRun {
    /** Of a process that lives and cannot be seen from here. */
    public static final long OUT_OF_SIGHT = 0;

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

    /**
     * The process that still collects or still runs the device; empty when both are dead. A lock says so of a process
     * wherever it runs; its number is known where this process can see it, else it is {@link #OUT_OF_SIGHT}.
     */
    public Optional<Long> liveProcess() throws IOException {
        boolean isLocked = FileClaim.isTaken(files.hostLock()) || FileClaim.isTaken(files.deviceLock());
        Optional<Long> hidden = isLocked ? Optional.of(OUT_OF_SIGHT) : Optional.empty();
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            for (Liveness half : new Liveness[] {region.owner(), region.device()}) {
                if (half.isAlive()) {
                    return Optional.of(half.pid());
                }
            }
            return hidden;
        } catch (NoSuchFileException | RegionDamagedException elsewhere) {
            if (isLocked) {
                return hidden;
            }
            throw elsewhere;
        }
    }

    /** Whether the process that collects still runs; the device may be another. */
    public boolean isHostAlive() throws IOException {
        if (FileClaim.isTaken(files.hostLock())) {
            return true;
        }
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            return region.owner().isAlive();
        }
    }

    /** Refuses a region that is that of another run. */
    public void requireItsRegion() throws IOException {
        try (DeviceRegion region = DeviceRegion.openReadOnly(files.region())) {
            files.requireSameRun(region);
        }
    }

    /**
     * Shows every process, until this process ends, that the run's device is a separate process and lives. Called by
     * the device, before it asks whether its host lives.
     */
    public void claimDevice() throws IOException {
        FileClaim.take(files.deviceLock());
    }

    /**
     * Keeps other recoveries away until it is closed, or until this process dies; empty when there
     * is one already. Who gets it looks again whether there is still something to do.
     */
    public Optional<? extends Closeable> claim() throws IOException {
        try {
            return FileClaim.take(files.recoveryLock());
        } catch (NoSuchFileException gone) {
            return Optional.empty(); // another one clears away at this moment
        }
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
        Path file = files.region();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            files.deleteAll(files.made(ChannelCatalog.all(), List.of()));
            return;
        }
        try (DeviceRegion region = files.requireSameRun(DeviceRegion.openReadOnly(file))) {
            RunFiles made = files.made(ChannelCatalog.all(), region.streams());
            if (files.owns(region)) {
                region.delete();
            }
            files.deleteAll(made);
        }
    }
}
