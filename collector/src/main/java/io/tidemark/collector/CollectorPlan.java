package io.tidemark.collector;

import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.RegionSettings;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * What a run's host half is given. Immutable.
 *
 * @param regionDirectory where the region goes; empty to choose a directory
 * @param shadow true for a chip whose memory the host does not see: it works on copies
 * @param copyFails given the number of each copy of a shadow transport, says whether it fails; for
 *     tests
 * @param tickClock the device clock, as the host can read it
 */
public record CollectorPlan(
        Path captureDirectory,
        Optional<Path> regionDirectory,
        RegionSettings settings,
        List<ChannelLayout> channels,
        boolean shadow,
        LongPredicate copyFails,
        SpoolWriter.Opener spoolOpener,
        LongSupplier tickClock) {
    public CollectorPlan {
        channels = List.copyOf(channels);
    }

    /** A plan without injected faults, in the best place for the region. */
    public static CollectorPlan of(
            Path captureDirectory,
            RegionSettings settings,
            List<ChannelLayout> channels,
            boolean shadow,
            LongSupplier tickClock) {
        return new CollectorPlan(
                captureDirectory,
                Optional.empty(),
                settings,
                channels,
                shadow,
                copy -> false,
                file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                tickClock);
    }

    public CollectorPlan withRegionDirectory(Path directory) {
        return new CollectorPlan(
                captureDirectory,
                Optional.of(directory),
                settings,
                channels,
                shadow,
                copyFails,
                spoolOpener,
                tickClock);
    }

    public CollectorPlan withShadow(boolean newShadow) {
        return new CollectorPlan(
                captureDirectory, regionDirectory, settings, channels, newShadow, copyFails, spoolOpener, tickClock);
    }

    public CollectorPlan withSettings(RegionSettings newSettings) {
        return new CollectorPlan(
                captureDirectory, regionDirectory, newSettings, channels, shadow, copyFails, spoolOpener, tickClock);
    }

    public CollectorPlan withFaults(LongPredicate failingCopies, SpoolWriter.Opener opener) {
        return new CollectorPlan(
                captureDirectory, regionDirectory, settings, channels, shadow, failingCopies, opener, tickClock);
    }
}
