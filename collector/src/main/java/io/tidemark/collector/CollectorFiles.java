package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.file.OwnFiles;
import io.tidemark.capture.file.WriteFailure;
import io.tidemark.capture.table.TableFile;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionDamagedException;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;

/**
 * The files of a run that is not finished: spools, a note that says where the region is, the list of what the run makes,
 * and the files that its processes lock. They are in {@code spool} below the capture directory. When the export has
 * succeeded, the table files move to {@code tables} and the rest is removed. No symbolic link is followed. Immutable.
 */
record CollectorFiles(Path captureDirectory, Path spoolDirectory) {
    private static final String SPOOL = CaptureDirectory.SPOOL;
    private static final String COPIES = "recovering";
    private static final String LIST = "run.files";
    private static final String HOST_LOCK = "run.lock";
    private static final String DEVICE_LOCK = "device.lock";
    private static final String RECOVERY_LOCK = "recovery.lock";
    private static final List<String> SIGNS_OF_A_CAPTURE =
            List.of(CertificateWriter.FILE_NAME, "chip_swimlane_records.json", "args_dump", TableFile.DIRECTORY, SPOOL);

    /** In the spool besides spools; the note last, for while it is there, so may be the rest. */
    private static final List<String> SIGNS_OF_A_RUN =
            List.of(LIST, HOST_LOCK, DEVICE_LOCK, RECOVERY_LOCK, CaptureDirectory.REGION_NOTE);

    CollectorFiles(Path captureDirectory) {
        this(captureDirectory, captureDirectory.resolve(SPOOL));
    }

    /** Makes the directory; refuses one that holds an earlier capture. */
    void create() throws IOException {
        for (String name : SIGNS_OF_A_CAPTURE) {
            if (Files.exists(captureDirectory.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(captureDirectory
                        + " already holds a capture ("
                        + name
                        + "); it is never overwritten, choose another directory");
            }
        }
        Files.createDirectories(captureDirectory);
        OwnFiles.directory(spoolDirectory);
    }

    /**
     * Copies of the spools, to go on with while the spools themselves stay as a dead run left them.
     */
    CollectorFiles copied(RunFiles made) throws IOException {
        CollectorFiles copies = new CollectorFiles(captureDirectory, captureDirectory.resolve(COPIES));
        deleteCopies(made); // of a recovery that was cut off itself
        OwnFiles.directory(copies.spoolDirectory);
        for (String name : made.spooled()) {
            Path spool = spoolDirectory.resolve(name);
            Path kept = tableDirectory().resolve(name); // it died after it had begun to move them there
            if (Files.exists(spool, LinkOption.NOFOLLOW_LINKS)) {
                copy(spool, copies.spoolDirectory.resolve(name));
            } else if (OwnFiles.isDirectory(tableDirectory()) && Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
                copy(kept, copies.spoolDirectory.resolve(name));
            }
        }
        return copies;
    }

    private static void copy(Path spool, Path copy) throws IOException {
        try {
            Files.copy(FileKind.own(spool), copy);
        } catch (IOException failure) {
            throw WriteFailure.ofCopy(copy, Files.size(spool), failure);
        }
    }

    /** Where the table files of a finished capture lie. */
    private Path tableDirectory() {
        return captureDirectory.resolve(TableFile.DIRECTORY);
    }

    private static boolean isKept(String name) {
        return name.endsWith(TableFile.SUFFIX) || name.endsWith(TableFile.HEAD_SUFFIX);
    }

    /** Moves the table files and their heads to where they stay; each is there whole or not at all. */
    void keepTables(RunFiles made) throws IOException {
        Path tables = OwnFiles.directory(tableDirectory());
        for (String name : made.spooled()) {
            Path table = spoolDirectory.resolve(name);
            if (isKept(name) && Files.exists(table, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(
                        table,
                        tables.resolve(name),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Payload bytes of one lane. */
    Path payload(Channel channel, int lane) {
        return spoolDirectory().resolve(RunFiles.payload(channel, lane));
    }

    Path note() {
        return spoolDirectory().resolve(CaptureDirectory.REGION_NOTE);
    }

    void noteRegion(Path region) throws IOException {
        String text = region.toAbsolutePath() + "\n";
        AtomicFile.write(note(), part -> Files.writeString(part, text, StandardCharsets.UTF_8));
    }

    void noteRun(RunFiles made) throws IOException {
        made.write(spoolDirectory.resolve(LIST));
    }

    /**
     * The list that the run wrote. A run of an earlier version wrote none: then the files that a run with such streams
     * makes.
     */
    RunFiles made(Collection<Channel> known, List<StreamPlace> streams) throws IOException {
        return RunFiles.read(spoolDirectory.resolve(LIST)).orElseGet(() -> RunFiles.of(0, known, streams));
    }

    /** Locked by the process that collects; its identity distinguishes the capture from a copy. */
    Path hostLock() {
        return spoolDirectory().resolve(HOST_LOCK);
    }

    /** Locked by the process of an isolated device. */
    Path deviceLock() {
        return spoolDirectory().resolve(DEVICE_LOCK);
    }

    /** Locked by a recovery. */
    Path recoveryLock() {
        return spoolDirectory().resolve(RECOVERY_LOCK);
    }

    boolean hasNote() {
        return OwnFiles.isDirectory(spoolDirectory) && Files.exists(note(), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * The region that the note names. One of that name in the capture directory goes before: it
     * came here with a capture that was moved or copied.
     */
    Path region() throws IOException {
        if (!hasNote()) {
            throw new NoSuchFileException(note().toString());
        }
        String text = Files.readString(FileKind.own(note()), StandardCharsets.UTF_8);
        Path noted = Path.of(text.strip());
        Path brought = captureDirectory.resolve(noted.getFileName());
        return FileKind.own(Files.exists(brought, LinkOption.NOFOLLOW_LINKS) ? brought : noted);
    }

    /** Refuses the region of another run. */
    DeviceRegion requireSameRun(DeviceRegion region) throws IOException {
        long ours = made(List.of(), List.of()).id();
        long its = region.settings().run().id();
        if (ours != its) {
            throw new RegionDamagedException(
                    region.file(),
                    List.of("it is of run %x and the capture of run %x: it belongs to another capture."
                            .formatted(its, ours)));
        }
        return region;
    }

    /**
     * Whether the region belongs to this capture: it is in the capture, or it was made for this very capture. A region
     * from which a copy of a capture was recovered stays for the capture itself.
     */
    boolean owns(DeviceRegion region) throws IOException {
        return Files.isSameFile(region.file().toAbsolutePath().getParent(), captureDirectory)
                || region.settings().run().isOf(hostLock());
    }

    /** Removes what a recovery has made for itself. */
    void deleteCopies(RunFiles made) throws IOException {
        OwnFiles.delete(
                captureDirectory,
                made.spooled().stream().map(name -> COPIES + "/" + name).toList());
    }

    /** Removes spools, payloads, what was exchanged with a device, and at last the note. */
    void deleteAll(RunFiles made) throws IOException {
        deleteCopies(made);
        OwnFiles.delete(captureDirectory, made.paths());
        OwnFiles.delete(
                captureDirectory,
                SIGNS_OF_A_RUN.stream().map(name -> SPOOL + "/" + name).toList());
    }
}
