package io.tidemark.capture.directory;

import io.tidemark.abi.Channel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.file.Misfit;
import io.tidemark.capture.table.TableFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which files of one capture lie where. Immutable; {@link CaptureFinder} makes it, {@code Capture}
 * reads it. One directory is one capture; several ranks or devices are several directories.
 *
 * @param root the directory
 * @param label how the capture is called among its siblings: its path below the directory searched
 * @param swimlane the head of the swimlane's table files; of a capture without them the newest
 *     records file of any era
 * @param argsManifest head of the table file of the argument dump, or its manifest
 * @param argsPayload its payloads
 * @param nameMaps newest first
 * @param logs files ending in .log, for timing markers
 * @param misfits what has the name of one of these files and is none
 */
public record CaptureDirectory(
        Path root,
        String label,
        Optional<Path> swimlane,
        Optional<Path> dependencies,
        Optional<Path> argsManifest,
        Optional<Path> argsPayload,
        Optional<Path> scopeStats,
        List<Path> nameMaps,
        Optional<Path> pmu,
        Optional<Path> hostPhases,
        Optional<Path> certificate,
        List<Path> logs,
        List<Misfit> misfits) {
    /** Where the records of a run lie until its capture is whole; goes when it is. */
    public static final String SPOOL = "spool";

    /** What a run says of itself beside its channels: its result, why it hung, its model. */
    public static final List<String> REPORTS = List.of("run.json", "hang.json", "hang.txt", "virtual_time.json");

    /** Files that a run and its device in a separate process exchange; removed with the spool. */
    public static final List<String> EXCHANGED =
            List.of("device/outputs.bytes", "device/result.properties", "device/result.properties.part");

    /** Says in {@link #SPOOL} where the run's region is. */
    public static final String REGION_NOTE = "region.path";

    public CaptureDirectory {
        nameMaps = List.copyOf(nameMaps);
        logs = List.copyOf(logs);
        misfits = List.copyOf(misfits);
    }

    /** True when the run that made it still writes it, or died before it was whole. */
    public boolean isUnfinished() {
        return isUnfinished(root);
    }

    /** The same of a directory of which nothing else is known. */
    public static boolean isUnfinished(Path root) {
        return Files.exists(root.resolve(SPOOL).resolve(REGION_NOTE))
                && !Files.exists(root.resolve(CertificateWriter.FILE_NAME));
    }

    /** True when the table files of a channel are what is read of it. */
    public boolean hasTables(Channel channel) {
        Path head = root.resolve(TableFile.head(channel));
        return Stream.of(swimlane, dependencies, argsManifest, scopeStats, pmu)
                .anyMatch(file -> file.filter(head::equals).isPresent());
    }

    /** True when no artifact of any kind is there. */
    public boolean isEmpty() {
        return !holdsRecords() && certificate.isEmpty();
    }

    /** True when a file of any channel is there, or something in its place. */
    public boolean holdsRecords() {
        return swimlane.isPresent()
                || dependencies.isPresent()
                || argsManifest.isPresent()
                || scopeStats.isPresent()
                || pmu.isPresent()
                || hostPhases.isPresent()
                || !misfits.isEmpty();
    }
}
